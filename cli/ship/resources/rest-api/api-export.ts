// Exports the REST API to Terraform and CloudFormation, from the document that a deploy imports. The deployment has the same
// description as in our deploys, so that `framework plan` knows what is published (docs/decisions/export.md).
import { isListOf, isText } from '../../../../compiler/json-values.js';
import {
  attributeOf,
  bothFormats,
  type ExportedOutput,
  type ExportedResource,
  type ExportedValue,
  type ExportRow,
  joined,
  json,
  placeholder,
  tagsRow,
} from '../../stage/exported.js';
import type { ApiStageSettings } from '../../../cloud/services/api-gateway.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import { apiId, type DesiredApi, placeTags } from './api-state.js';
import { endpointField, writeDeploymentRecord } from './deployment-record.js';

/** The import blocks contain the API and its stage, but not the deployment, which the next one replaces and which is kept. */
export const apiExport: ResourceExport = {
  resources: (desired) => {
    const { api } = desired;
    if (!api) return { resources: [] };
    return { resources: exportApi(api, desired), outputs: outputsOf(api) };
  },
  adopted: ({ api: desired }, { api }) => {
    if (!desired || !api) return [];
    const stage = { resource: STAGE_ID, importId: `${api.id}/${desired.stage}` };
    const limits = { resource: LIMITS_ID, importId: `${api.id}/${desired.stage}/*/*` };
    const hasLimits = desired.stageSettings.throttle && api.stageSettings?.throttle;
    return [
      { resource: apiId, importId: api.id },
      ...(api.deployment ? [stage] : []),
      ...(hasLimits ? [limits] : []),
    ];
  },
};

const DEPLOYMENT_ID = 'deployment';
const LIMITS_ID = 'stage limits';
/** The id of the stage, which makes the API available to callers. */
export const STAGE_ID = 'stage';

function exportApi(api: DesiredApi, desired: Desired): readonly ExportedResource[] {
  const { name, stage, tags, document, exportedHash, hash, routes, ...settled } = api;
  const { settings, stageSettings, ...rest } = settled;
  const { endpointType, vpcEndpointIds } = settings;
  const isPrivate = vpcEndpointIds.length > 0;
  const allTags = { ...tags, ...(desired.domain && placeTags([desired.domain])) };
  // Fails to compile if an API gets a new property that is not exported.
  rest satisfies Record<string, never>;
  const record = writeDeploymentRecord({
    document: exportedHash,
    code: desired.package.sha256,
    ...endpointField(api),
    changed: ['code', 'api'],
  });
  const id = attributeOf(apiId, 'id');
  return [
    {
      id: apiId,
      kind: 'Api',
      ...bothFormats(
        ['aws_api_gateway_rest_api', 'AWS::ApiGateway::RestApi'],
        [
          [name, 'name', 'Name'],
          [document.info.description, 'description', 'Description'],
          [json(document), 'body', 'Body'],
          ['overwrite', 'put_rest_api_mode', 'Mode'],
          [
            { types: [endpointType], vpc_endpoint_ids: isPrivate ? vpcEndpointIds : undefined },
            'endpoint_configuration',
            'EndpointConfiguration',
            { Types: [endpointType], VpcEndpointIds: isPrivate ? vpcEndpointIds : undefined },
          ],
          ...terraformSettings(api),
          tagsRow(allTags),
        ],
        { id: ['id', 'Ref'] },
      ),
    },
    {
      id: DEPLOYMENT_ID,
      kind: 'Deployment',
      terraform: {
        type: 'aws_api_gateway_deployment',
        properties: {
          rest_api_id: id,
          description: record,
          triggers: { document: exportedHash },
          lifecycle: { create_before_destroy: true },
        },
        attributes: { id: 'id' },
      },
      cloudFormation: {
        type: 'AWS::ApiGateway::Deployment',
        properties: { RestApiId: id, Description: record },
        attributes: { id: 'DeploymentId' },
        version: exportedHash,
      },
    },
    {
      id: STAGE_ID,
      kind: 'Stage',
      ...bothFormats(
        ['aws_api_gateway_stage', 'AWS::ApiGateway::Stage'],
        [
          [id, 'rest_api_id', 'RestApiId'],
          [attributeOf(DEPLOYMENT_ID, 'id'), 'deployment_id', 'DeploymentId'],
          [stage, 'stage_name', 'StageName'],
          [ownDescription(desired), 'description', 'Description'],
          [stageSettings.tracing ? true : undefined, 'xray_tracing_enabled', 'TracingEnabled'],
          [cloudFormationLimits(stageSettings), undefined, 'MethodSettings'],
        ],
        { name: ['stage_name', 'Ref'] },
      ),
    },
    ...terraformLimits(stageSettings, id),
  ];
}

/**
 * Returns settings that are already in the document. The Terraform provider would reset them if its resource did not contain
 * them too.
 */
function terraformSettings({ document, settings }: DesiredApi): readonly ExportRow[] {
  const types = document['x-amazon-apigateway-binary-media-types'];
  const size = settings.minimumCompressionSize;
  return [
    [isListOf(types, isText) ? types : [], 'binary_media_types', undefined],
    [size === undefined ? undefined : String(size), 'minimum_compression_size', undefined],
  ];
}

/** Returns the limits for all methods together. */
function cloudFormationLimits({ throttle }: ApiStageSettings): ExportedValue | undefined {
  if (!throttle) return undefined;
  const { rateLimit, burstLimit } = throttle;
  const limits = { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit };
  return [{ HttpMethod: '*', ResourcePath: '/*', ...limits }];
}

/** Terraform has a separate resource for the limits. */
function terraformLimits(
  { throttle }: ApiStageSettings,
  apiReference: ExportedValue,
): readonly ExportedResource[] {
  if (!throttle) return [];
  return [
    {
      id: LIMITS_ID,
      kind: 'Limits',
      terraform: {
        type: 'aws_api_gateway_method_settings',
        properties: {
          rest_api_id: apiReference,
          stage_name: attributeOf(STAGE_ID, 'name'),
          method_path: '*/*',
          settings: {
            throttling_rate_limit: throttle.rateLimit,
            throttling_burst_limit: throttle.burstLimit,
          },
        },
      },
    },
  ];
}

function outputsOf({ stage }: DesiredApi): readonly ExportedOutput[] {
  const id = attributeOf(apiId, 'id');
  const host = joined`${id}.execute-api.${placeholder('region')}.${placeholder('domain')}`;
  return [
    { name: 'api_id', meaning: 'The REST API', value: id },
    {
      name: 'api_url',
      meaning: 'The URL of the API',
      value: joined`https://${host}/${stage}/`,
    },
  ];
}
