// UpdateRestApi: applies one patch operation to the definition of an API
// (docs.aws.amazon.com/apigateway/latest/api/patch-operations.html).
import type { Definition } from '../definition/definition.js';
import { MAX_COMPRESSION_SIZE } from '../definition/import-document.js';
import { INVALID_POLICY, isResourcePolicy } from '../definition/resource-policy.js';
import { badRequest } from '../refusals.js';
import type { Patch } from './members.js';

/** The part of an API that an update changes. */
export type Patchable = {
  readonly definition: Definition;
  readonly endpointType: string;
  readonly vpcEndpointIds: readonly string[];
};

/** docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-private-api-create.html */
export function checkEndpoints(endpointType: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  if (endpointType !== 'PRIVATE')
    throw badRequest('VPCEndpoints can only be specified with PRIVATE apis.');
  const bad = ids.find((id) => !/^vpce-[0-9a-z]+$/.test(id) || /^vpce-0+$/.test(id));
  if (bad !== undefined) throw badRequest(`Invalid VPC endpoint ID(s): ${bad}`);
}

export function patchApi(api: Patchable, patch: Patch): Patchable {
  const { path } = patch;
  if (path.startsWith('/endpointConfiguration/')) return { ...api, ...patchEndpoint(api, patch) };
  return { ...api, definition: patchDefinition(api.definition, patch) };
}

function patchEndpoint(
  { endpointType, vpcEndpointIds }: Patchable,
  { op, path, value = '' }: Patch,
): Pick<Patchable, 'endpointType' | 'vpcEndpointIds'> {
  if (path === '/endpointConfiguration/vpcEndpointIds') {
    const others = vpcEndpointIds.filter((id) => id !== value);
    if (op === 'remove' && others.length === vpcEndpointIds.length)
      throw badRequest(`Invalid VPC endpoint ID(s): ${value}`);
    const ids = op === 'add' ? [...others, value] : others;
    checkEndpoints(endpointType, ids);
    return { endpointType, vpcEndpointIds: ids };
  }
  checkReplace(op);
  if (path !== `/endpointConfiguration/types/${endpointType}`)
    throw badRequest(`Invalid patch path ${path}`);
  if (!['EDGE', 'REGIONAL', 'PRIVATE'].includes(value))
    throw badRequest('Invalid EndpointTypes specified. Valid options are REGIONAL,EDGE,PRIVATE');
  if (endpointType === 'PRIVATE' && value === 'EDGE')
    throw badRequest('Cannot update endpoint from PRIVATE to EDGE');
  checkEndpoints(value, vpcEndpointIds);
  return { endpointType: value, vpcEndpointIds };
}

function patchDefinition(definition: Definition, patch: Patch): Definition {
  const { op, path, value } = patch;
  if (path.startsWith('/binaryMediaTypes/')) return patchMediaTypes(definition, patch);
  switch (path) {
    case '/name':
      checkReplace(op);
      if (!value) throw badRequest('REST API name cannot be blank');
      return { ...definition, name: value };
    case '/description':
      if (op === 'remove') return { ...definition, description: undefined };
      checkReplace(op);
      return { ...definition, description: value };
    case '/minimumCompressionSize':
      checkReplace(op);
      return { ...definition, minimumCompressionSize: readSize(value) };
    case '/policy':
      checkReplace(op);
      return { ...definition, policy: readPolicy(value) };
    default:
      throw badRequest(`Invalid patch path ${path}`);
  }
}

function readPolicy(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  const policy: unknown = JSON.parse(value);
  if (isResourcePolicy(policy)) return JSON.stringify(policy);
  throw badRequest(INVALID_POLICY);
}

function checkReplace(op: string): void {
  if (op !== 'replace')
    throw badRequest('Invalid patch operation specified. Must be one of: [replace]');
}

function readSize(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const size = Number(value);
  if (Number.isInteger(size) && size >= 0 && size <= MAX_COMPRESSION_SIZE) return size;
  throw badRequest('Invalid minimum compression size, must be between 0 and 10485760');
}

/** The path contains the media type, with its slash escaped as `~1`. */
function patchMediaTypes(definition: Definition, { op, path, value }: Patch): Definition {
  const named = path.slice('/binaryMediaTypes/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
  const others = definition.binaryMediaTypes.filter((type) => type !== named);
  switch (op) {
    case 'add':
      return { ...definition, binaryMediaTypes: [...others, named] };
    case 'remove':
      return { ...definition, binaryMediaTypes: others };
    case 'replace':
      return { ...definition, binaryMediaTypes: [...others, value ?? named] };
    default:
      throw badRequest("Invalid patch operation specified. Must be 'add'|'remove'|'replace'");
  }
}
