// The REST API of a stage, as desired and as observed: its document, and the deployment that the API's stage uses.
import type { OpenApiDocument } from '../../../../compiler/openapi/openapi-document.js';
import type { RouteSummary } from '../../../../compiler/openapi/route-summary.js';
import type { ApiSettings, ApiStageSettings } from '../../../cloud/services/api-gateway.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { Session } from '../../stage/run-steps.js';
import { COMMON_SETTINGS, type DesiredApiSettings, hasOwnSettings } from './api-settings.js';
import { DOMAIN_TAG } from '../../../config/limits.js';
import { isListOf, isMapping, isText, isTextMapping } from '../../../../compiler/json-values.js';
import type { Recording, ResourceExport, ResourceRecord } from '../../stage/resource-type.js';
import {
  type ExportRow,
  type ExportedOutput,
  type ExportedResource,
  type ExportedValue,
  attributeOf,
  bothFormats,
  joined,
  json,
  placeholder,
  tagsRow,
} from '../../stage/exported.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { Desired } from '../../stage/states.js';

export type DesiredApi = {
  /** `<app>-<stage>`. */
  readonly name: string;
  /** `api_gateway_stage`. */
  readonly stage: string;
  readonly tags: Tags;
  readonly settings: DesiredApiSettings;
  readonly stageSettings: ApiStageSettings;
  /** The OpenAPI document. Its ARNs have placeholders for the partition and account. */
  readonly document: OpenApiDocument;
  /**
   * The SHA-256 hash in hexadecimal of the document without `info.description`, and of an endpoint type other than the default.
   */
  readonly hash: string;
  /** The hash of the document without a region, as in an export. A deployment with either hash contains this document. */
  readonly exportedHash: string;
  /** The routes that callers will have, sorted by path and method. */
  readonly routes: readonly RouteSummary[];
};

export type ObservedApi = {
  readonly id: string;
  /** The value of our tag; undefined if it was not read. */
  readonly tag: string | undefined;
  /** The API's domain and base path, according to the API's tags: `api.example.com/v1`. */
  readonly place?: string | undefined;
  /** True if the API's tags say that the stage has API keys; undefined if the tags were not read. */
  readonly hasKeys?: boolean;
  /** The settings of the API; undefined if they were not read. */
  readonly settings?: ApiSettings | undefined;
  /** The settings of the configured stage; undefined if that stage does not exist. */
  readonly stageSettings?: ApiStageSettings | undefined;
  /** The deployment that the configured stage uses; undefined if that stage does not exist. */
  readonly deployment: ObservedDeployment | undefined;
  /** Stages that earlier deploys created for a previous value of `api_gateway_stage`. */
  readonly otherStages: readonly string[];
  /** The routes that callers have now; undefined if they are unknown. */
  readonly routes: readonly RouteSummary[] | undefined;
};

export type ObservedDeployment = {
  readonly id: string;
  readonly hash: string | undefined;
  /** The record in the deployment's description, if it was read. */
  readonly record?: DeploymentRecord | undefined;
  /** In milliseconds since 1970. */
  readonly createdAt?: number;
};

/** `document`: routes or settings differ. `deployment`: the stage does not use it yet. `stage`: its own settings differ. */
export type ApiPart = 'document' | 'deployment' | 'tags' | 'stage' | 'stages';

export type ApiChange =
  | { readonly action: 'create'; readonly api: DesiredApi }
  | {
      readonly action: 'update';
      readonly api: DesiredApi;
      readonly observed: ObservedApi;
      readonly parts: readonly ApiPart[];
      readonly fields: readonly FieldChange[];
    }
  | { readonly action: 'unchanged'; readonly api: DesiredApi; readonly observed: ObservedApi }
  | { readonly action: 'delete'; readonly observed: ObservedApi };

export type RouteChange =
  | { readonly action: 'add'; readonly route: RouteSummary }
  | { readonly action: 'remove'; readonly route: RouteSummary }
  | {
      readonly action: 'change';
      readonly route: RouteSummary;
      readonly before: RouteSummary;
      readonly fields: readonly FieldChange[];
      /** True if the API may now reject requests that it accepted before. */
      readonly isBreaking: boolean;
    };

export type LastDeploy = {
  /** What the last deploy changed; empty if nothing is deployed, and if an interrupted rollback must be completed. */
  readonly changed: DeploymentRecord['changed'];
  readonly previous: string | undefined;
};

/** The deployed API and its location, for the next plan and for `rollback`. */
export type DeployedApi = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** The {@link DesiredApi.hash} of the deployed document. */
  readonly hash: string;
  readonly routes: readonly RouteSummary[];
  /** True if the API has settings that a deploy must compare; absent otherwise. */
  readonly hasSettings?: true;
  /** True if another deploy may have created an API at the same time; absent otherwise. */
  readonly mayHaveTwin?: true;
};

/** True if the hash belongs to the document, in the form that a deploy or an export writes. */
export function isOfDocument(hash: string | undefined, api: DesiredApi | undefined): boolean {
  return api !== undefined && (hash === api.hash || hash === api.exportedHash);
}

/** The id of the step that creates the API. */
export const apiId = 'api';

export function apiIdIn({ learned }: Session): string {
  if (learned.apiId === undefined) throw new Error('The API has not been created yet');
  return learned.apiId;
}

// The URLs of a deployed API: its base URL (specification 1.5), and its custom domains with their base paths. The domains are
// stored in a tag on the API, because a base path mapping has no tags.

export type ApiPlace = {
  readonly id: string;
  readonly stage: string;
  readonly region: string;
  readonly partition: string;
  readonly endpoint: string | undefined;
};

/** Returns the base URL, with a trailing slash. */
export function apiAddress({ id, stage, region, partition, endpoint }: ApiPlace): string {
  if (endpoint !== undefined) return `${endpoint}/restapis/${id}/${stage}/_user_request_/`;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${id}.execute-api.${region}.${domain}/${stage}/`;
}

/** A domain and base path. The base path is empty if the API uses the whole domain. */
export type DomainPlace = { readonly name: string; readonly basePath: string };

/** Returns, for example, `api.example.com/v1`. */
export function placeText({ name, basePath }: DomainPlace): string {
  return basePath === '' ? name : `${name}/${basePath}`;
}

/** Returns the API tag for these domains and base paths. While the API moves, the tag also contains the previous ones. */
export function placeTags(places: readonly DomainPlace[]): Tags {
  return { [DOMAIN_TAG]: [...new Set(places.map(placeText))].join(' ') };
}

export function readPlaces(text: string): readonly DomainPlace[] {
  return text.split(' ').map((location) => {
    const [name = '', basePath = ''] = location.split('/');
    return { name, basePath };
  });
}

// The record in the description of an API deployment. It is stored in AWS, so that other machines and `rollback` know what was
// deployed with it.

export type DeploymentRecord = {
  /** The SHA-256 hash of the document in hexadecimal: `DesiredApi.hash`. */
  readonly document: string;
  /** The SHA-256 hash in base64 of the zip file that the functions ran. */
  readonly code: string;
  /** The version of the API's function with this code; absent in records from earlier versions of this framework. */
  readonly version?: string;
  readonly changed: readonly ('code' | 'api')[];
  /** The endpoint of the API; absent for the default one. */
  readonly endpoint?: RecordedEndpoint;
  /** The deployment that the stage used before; absent for the first one. */
  readonly previous?: string;
};

export type RecordedEndpoint = { readonly type: string; readonly vpce: readonly string[] };

export function endpointField({ settings }: DesiredApi): Pick<DeploymentRecord, 'endpoint'> {
  const { endpointType: type, vpcEndpointIds: vpce } = settings;
  return type === COMMON_SETTINGS.endpointType ? {} : { endpoint: { type, vpce } };
}

export function writeDeploymentRecord(record: DeploymentRecord): string {
  return JSON.stringify(record);
}

/** Returns undefined if this framework did not write the description. */
export function readDeploymentRecord(description: string): DeploymentRecord | undefined {
  const found = parse(description);
  if (!isMapping(found)) return undefined;
  const { document, code, version, changed, endpoint, previous } = found;
  if (!isText(document) || !isText(code) || !Array.isArray(changed)) return undefined;
  return {
    document,
    code,
    ...(isText(version) && { version }),
    changed: (['code', 'api'] as const).filter((part) => changed.includes(part)),
    ...(isEndpoint(endpoint) && { endpoint }),
    ...(isText(previous) && { previous }),
  };
}

export const apiRecord: ResourceRecord = {
  isValid: ({ api }) => api === null || isApi(api),
  begin: (recording) => ({
    api: recording.observed.api ? knownApi(recording.observed.api.id, recording) : null,
  }),
  finish: ({ desired: { api, functions }, observed, learned }) => {
    const id = learned.apiId ?? observed.api?.id;
    const deploymentId = learned.deploymentId ?? observed.api?.deployment?.id;
    if (!api || id === undefined || deploymentId === undefined) return { api: null };
    const { stage, hash, routes, settings } = api;
    const known = { id, stage, deploymentId, hash, routes };
    // If this deploy creates the first role or function, only one of two simultaneous deploys can create an API.
    const isUngated = functions.every(({ name }) =>
      observed.functions.some((one) => one.name === name),
    );
    return {
      api: {
        ...known,
        ...(hasOwnSettings(settings) && { hasSettings: true }),
        ...(!observed.api && isUngated && { mayHaveTwin: true }),
      },
    };
  },
};

export function unpublishedApi(id: string, api: DesiredApi | undefined): DeployedApi {
  return { id, stage: api?.stage ?? '', deploymentId: '', hash: '', routes: [] };
}

function isEndpoint(value: unknown): value is RecordedEndpoint {
  return isMapping(value) && isText(value['type']) && isListOf(value['vpce'], isText);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The description was written manually.
    return undefined;
  }
}

function knownApi(id: string, { previous, desired }: Recording): DeployedApi {
  return previous?.api?.id === id ? previous.api : unpublishedApi(id, desired.api);
}

function isApi(value: unknown): value is DeployedApi {
  return (
    isMapping(value) &&
    ['stage', 'deploymentId', 'hash'].every((key) => isText(value[key])) &&
    isText(value['id']) &&
    /^[\w-]+$/.test(value['id']) &&
    ['hasSettings', 'mayHaveTwin'].every(
      (key) => value[key] === undefined || value[key] === true,
    ) &&
    isListOf(value['routes'], isRoute)
  );
}

function isRoute(value: unknown): value is RouteSummary {
  return (
    isMapping(value) &&
    isText(value['path']) &&
    isText(value['method']) &&
    typeof value['apiKeyRequired'] === 'boolean' &&
    (value['authorizer'] === null || isText(value['authorizer'])) &&
    (value['authorizerFacts'] === undefined || isText(value['authorizerFacts'])) &&
    (value['isStreamed'] === undefined || value['isStreamed'] === true) &&
    typeof value['hasCors'] === 'boolean' &&
    (value['corsHeaders'] === undefined || isTextMapping(value['corsHeaders'])) &&
    (value['contentTypes'] === undefined || isListOf(value['contentTypes'], isText))
  );
}

// Exports the REST API from the document that a deploy imports. The exported deployment has the same description as one that a
// deploy creates, so that `framework plan` knows what is published (docs/decisions/export.md).

/** The deployment is not adopted: the next deployment replaces it, and the old one is kept. */
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
export const STAGE_ID = 'stage';

function exportApi(api: DesiredApi, desired: Desired): readonly ExportedResource[] {
  const { name, stage, tags, document, exportedHash, hash, routes, ...settled } = api;
  const { settings, stageSettings, ...rest } = settled;
  const { endpointType, vpcEndpointIds } = settings;
  const endpoints = vpcEndpointIds.length > 0 ? vpcEndpointIds : undefined;
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
            { types: [endpointType], vpc_endpoint_ids: endpoints },
            'endpoint_configuration',
            'EndpointConfiguration',
            { Types: [endpointType], VpcEndpointIds: endpoints },
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

/** Returns settings that the document already contains, but that the Terraform provider would reset if they were missing. */
function terraformSettings({ document, settings }: DesiredApi): readonly ExportRow[] {
  const types = document['x-amazon-apigateway-binary-media-types'];
  const size = settings.minimumCompressionSize;
  return [
    [isListOf(types, isText) ? types : [], 'binary_media_types', undefined],
    [size === undefined ? undefined : String(size), 'minimum_compression_size', undefined],
  ];
}

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
  const url = joined`https://${host}/${stage}/`;
  return [
    { name: 'api_id', meaning: 'The REST API', value: id },
    { name: 'api_url', meaning: 'The URL of the API', value: url },
  ];
}
