// The settings of an API other than its routes: endpoint, resource policy, compression. The document contains all of them
// except the endpoint type. Settings that an import does not change are patched.
import type { Json } from '../../../../compiler/openapi/openapi-document.js';
import type { ApiSettings } from '../../../cloud/services/api-gateway.js';
import type { ApiPatch } from '../../../cloud/services/domains.js';
import type { StageSettings } from '../../../config/stage-keys.js';
import { isSamePolicy } from '../../policy/policy-file.js';
import { changedFields, type FieldChange } from '../../stage/plan-rows.js';

export type DesiredApiSettings = ApiSettings & { readonly policy: Json | undefined };

/** `policy` is the content of the configured file. */
export function desiredApiSettings(
  {
    api_gateway_endpoint_type: endpointType,
    api_gateway_endpoint_vpce: vpce = [],
    minimum_compression_size: minimumCompressionSize,
  }: StageSettings,
  policy: unknown,
): DesiredApiSettings {
  const vpcEndpointIds = (typeof vpce === 'string' ? [vpce] : vpce).toSorted();
  const isMade = policy === undefined && vpcEndpointIds.length > 0;
  return {
    endpointType,
    vpcEndpointIds,
    minimumCompressionSize,
    policy: isMade ? endpointPolicy(vpcEndpointIds) : (policy as Json | undefined), // because it was parsed as JSON
  };
}

/** Returns a policy that allows only these VPC endpoints to call the API. API Gateway completes the ARN before the slash. */
function endpointPolicy(vpcEndpointIds: readonly string[]): Json {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: '*',
        Action: 'execute-api:Invoke',
        Resource: 'execute-api:/*',
        Condition: { StringEquals: { 'aws:SourceVpce': vpcEndpointIds } },
      },
    ],
  };
}

export const COMMON_SETTINGS: ApiSettings = {
  endpointType: 'REGIONAL',
  vpcEndpointIds: [],
  minimumCompressionSize: undefined,
  policy: undefined,
};

/** True if a setting is not the default. The deploy then checks whether the API still has it. */
export function hasOwnSettings(settings: ApiSettings): boolean {
  return compareApiSettings(COMMON_SETTINGS, settings).length > 0;
}

export function compareApiSettings(from: ApiSettings, to: ApiSettings): readonly FieldChange[] {
  const endpoints = ({ vpcEndpointIds }: ApiSettings): string | undefined =>
    vpcEndpointIds.length === 0 ? undefined : vpcEndpointIds.toSorted().join(', ');
  const fields = changedFields([
    ['api_gateway_endpoint_type', from.endpointType, to.endpointType],
    ['api_gateway_endpoint_vpce', endpoints(from), endpoints(to)],
    ['minimum_compression_size', from.minimumCompressionSize, to.minimumCompressionSize],
  ]);
  if (isSamePolicy(from.policy, to.policy, shortResource)) return fields;
  // The policies are too long for a row.
  const [before, after] = [from.policy, to.policy].map((one) =>
    one === undefined ? undefined : 'policy',
  );
  return [...fields, { field: 'policy of the API', from: before, to: after }];
}

/** Returns the patches that change the endpoint. Each list is a separate call, in this order. */
export function endpointPatches(
  from: ApiSettings,
  to: Pick<ApiSettings, 'endpointType' | 'vpcEndpointIds'>,
): readonly (readonly ApiPatch[])[] {
  if (from.endpointType === to.endpointType) {
    const patches = vpcPatches(from.vpcEndpointIds, to.vpcEndpointIds);
    return patches.length === 0 ? [] : [patches];
  }
  // API Gateway cannot convert a private API to an edge-optimized one in one step.
  if (from.endpointType === 'PRIVATE' && to.endpointType === 'EDGE') {
    const between = { ...from, endpointType: 'REGIONAL', vpcEndpointIds: [] };
    return [...endpointPatches(from, between), ...endpointPatches(between, to)];
  }
  const type = replace(`/endpointConfiguration/types/${from.endpointType}`, to.endpointType);
  return [[...vpcPatches(from.vpcEndpointIds, []), type, ...vpcPatches([], to.vpcEndpointIds)]];
}

function vpcPatches(from: readonly string[], to: readonly string[]): readonly ApiPatch[] {
  const path = '/endpointConfiguration/vpcEndpointIds';
  const gone = from.filter((id) => !to.includes(id));
  const added = to.filter((id) => !from.includes(id));
  return [
    ...gone.map((value) => ({ op: 'remove', path, value }) as const),
    ...added.map((value) => ({ op: 'add', path, value }) as const),
  ];
}

/** Returns the patches that remove earlier settings, which an import would keep. */
export function leftoverPatches(
  from: ApiSettings,
  to: ApiSettings,
): readonly (readonly ApiPatch[])[] {
  const size = to.minimumCompressionSize;
  const others: readonly ApiPatch[] = [
    ...(from.minimumCompressionSize === size
      ? []
      : [replace('/minimumCompressionSize', size === undefined ? '' : String(size))]),
    ...(isSamePolicy(from.policy, to.policy, shortResource)
      ? []
      : [replace('/policy', to.policy === undefined ? '' : JSON.stringify(to.policy))]),
  ];
  return [...endpointPatches(from, to), ...(others.length === 0 ? [] : [others])];
}

function replace(path: string, value: string): ApiPatch {
  return { op: 'replace', path, value };
}

/** Restores the short resource `execute-api:/` in a policy, which API Gateway expands to an ARN. */
function shortResource(text: string): string {
  return text.replace(OWN_RESOURCE, 'execute-api:/');
}

/** Matches the ARN prefix of an API's methods: `arn:aws:execute-api:eu-west-1:123456789012:abcde12345/`. */
const OWN_RESOURCE = /^arn:[^:]*:execute-api:[^:]*:[^:]*:[^/:]+\//;
