// REST APIs: creates, imports, updates and deletes them.
import { unmet } from '../../members.js';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Definition,
  INVALID_POLICY,
  isResourcePolicy,
  placedPolicy,
} from '../definition/definition.js';
import { MAX_COMPRESSION_SIZE, importDocument } from '../definition/import-document.js';
import {
  type Fields,
  fieldsAt,
  textAt,
  textMapAt,
  textsAt,
  newId,
  badRequest,
  invalid,
  serialization,
} from '../fields.js';
import { type Call, type OperationRows, type Patch, page, readPatches } from './operation.js';
import {
  type Api,
  type Store,
  addTags,
  checkUnmapped,
  findApi,
  findIdleApi,
  forgetStages,
} from './store.js';
import { showApi } from './views.js';

/** How long the service is busy with an import, in milliseconds. */
const IMPORT_TIME = 1000;

export const REST_API_OPERATIONS: OperationRows = {
  GetRestApis: {
    http: 'GET /restapis',
    query: 'position limit',
    run: ({ store, query }) => page([...store.apis.values()].map(showApi), query),
  },
  GetRestApi: {
    http: 'GET /restapis/{restApiId}',
    run: ({ store, parameter }) => showApi(findApi(store, parameter('restApiId'))),
  },
  CreateRestApi: {
    http: 'POST /restapis',
    takes: `name! description version binaryMediaTypes:texts minimumCompressionSize:integer
      apiKeySource endpointConfiguration:map disableExecuteApiEndpoint:boolean tags:text-map`,
    run: createApi,
  },
  PutRestApi: {
    http: 'PUT /restapis/{restApiId}',
    query: 'mode failonwarnings',
    body: 'document',
    run: putApi,
  },
  UpdateRestApi: {
    http: 'PATCH /restapis/{restApiId}',
    takes: 'patchOperations:maps',
    run: ({ store, parameter, body }) => {
      const api = findIdleApi(store, parameter('restApiId'));
      const patches = readPatches(body, 'updateRestApiInput');
      replaceApi(store, api, patches.reduce<Patchable>(patchApi, api));
      return showApi(api);
    },
  },
  DeleteRestApi: {
    http: 'DELETE /restapis/{restApiId}',
    run: ({ store, parameter }) => {
      const { id } = findIdleApi(store, parameter('restApiId'));
      checkUnmapped(store, id);
      forgetStages(store, (stage) => stage.apiId === id);
      store.apis.delete(id);
    },
  },
};

function createApi({ store, body }: Call): Fields {
  const name = textAt(body, 'name') ?? '';
  const description = textAt(body, 'description');
  const { endpointType, vpcEndpointIds } = readEndpointConfiguration(body);
  if (name === '') throw badRequest('Invalid REST API name specified');
  if (description === '') throw badRequest('Description cannot be an empty string');
  const { apiKeySource = 'HEADER', disableExecuteApiEndpoint, minimumCompressionSize: size } = body;
  if (apiKeySource !== 'HEADER' || disableExecuteApiEndpoint === true)
    throw badRequest('The test cloud supports only APIs with an endpoint and keys in a header');
  const definition: Definition = {
    name,
    description,
    version: textAt(body, 'version'),
    binaryMediaTypes: textsAt(body, 'binaryMediaTypes'),
    minimumCompressionSize: typeof size === 'number' ? size : undefined,
    policy: undefined,
    resources: [{ path: '/', methods: {} }],
    authorizers: [],
    gatewayResponses: {},
  };
  const tags = new Map<string, string>();
  addTags(tags, textMapAt(body, 'tags'));
  return showApi(addApi(store, { definition, endpointType, vpcEndpointIds, tags }));
}

function readEndpointConfiguration(body: Fields): Pick<Api, 'endpointType' | 'vpcEndpointIds'> {
  if (body['endpointConfiguration'] === undefined)
    return { endpointType: 'EDGE', vpcEndpointIds: [] };
  const configuration = fieldsAt(body, 'endpointConfiguration');
  const unknown = Object.keys(configuration).find(
    (key) => !['types', 'ipAddressType', 'vpcEndpointIds'].includes(key),
  );
  if (unknown !== undefined) throw serialization(`Unknown member: ${unknown}`);
  const types = textsAt(configuration, 'types');
  const bad = types.find((type) => !ENDPOINT_TYPES.includes(type));
  if (bad !== undefined) {
    const rule = `satisfy constraint: [Member must satisfy enum value set: [${ENDPOINT_TYPES.join(', ')}]]`;
    const place = 'createRestApiInput.endpointConfiguration.types';
    throw invalid(unmet(place, rule, `[${types.join(', ')}]`));
  }
  const endpointType = readEndpointType(types);
  const vpcEndpointIds = textsAt(configuration, 'vpcEndpointIds');
  checkEndpoints(endpointType, vpcEndpointIds);
  return { endpointType, vpcEndpointIds };
}

const ENDPOINT_TYPES = ['PRIVATE', 'EDGE', 'REGIONAL'];

function readEndpointType(types: readonly string[]): string {
  const [type, second] = types;
  if (type === undefined)
    throw badRequest('REGIONAL Configuration and EDGE Configuration cannot be both DISABLED.');
  if (second !== undefined) throw badRequest('Cannot create an api with multiple Endpoint Types.');
  if (!ENDPOINT_TYPES.includes(type))
    throw badRequest('Invalid EndpointTypes specified. Valid options are REGIONAL,EDGE,PRIVATE');
  return type;
}

function addApi(store: Store, made: Patchable & Pick<Api, 'tags'>): Api {
  const api: Api = {
    ...made,
    id: newId(),
    createdAt: store.clock.now(),
    apiKeySource: 'HEADER',
    deployments: new Map(),
    stages: new Map(),
    isChanging: false,
  };
  replaceApi(store, api, made);
  store.apis.set(api.id, api);
  return api;
}

/** Stores the new definition. The resources in its policy are expanded to full ARNs. */
function replaceApi({ region, account }: Store, api: Api, next: Patchable): void {
  const { definition, endpointType, vpcEndpointIds } = next;
  const arn = `arn:aws:execute-api:${region}:${account}:${api.id}`;
  const policy = definition.policy && placedPolicy(definition.policy, arn);
  Object.assign(api, { definition: { ...definition, policy }, endpointType, vpcEndpointIds });
}

async function passImport({ clock }: Store): Promise<void> {
  const { pass = sleep } = clock;
  await pass(clock.scaled(IMPORT_TIME));
}

/** Replaces only the definition, and keeps the deployments and stages. If the document is rejected, nothing changes. */
async function putApi({ store, parameter, query, rawBody }: Call): Promise<Fields> {
  const api = findIdleApi(store, parameter('restApiId'));
  const mode = query.get('mode') ?? 'merge';
  if (mode !== 'merge' && mode !== 'overwrite') {
    const rule = 'satisfy enum value set: [merge, overwrite]';
    throw invalid(unmet('mode', rule, mode));
  }
  if (mode === 'merge') throw badRequest('The test cloud does not merge documents');
  const { definition, vpcEndpointIds } = importDocument(rawBody);
  checkEndpoints(api.endpointType, vpcEndpointIds);
  api.isChanging = true;
  try {
    await passImport(store);
  } finally {
    api.isChanging = false;
  }
  replaceApi(store, api, { endpointType: api.endpointType, definition, vpcEndpointIds });
  return showApi(api);
}

// UpdateRestApi: applies one patch operation to the definition of an API
// (docs.aws.amazon.com/apigateway/latest/api/patch-operations.html).

type Patchable = Readonly<Pick<Api, 'definition' | 'endpointType' | 'vpcEndpointIds'>>;

/** docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-private-api-create.html */
function checkEndpoints(endpointType: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  if (endpointType !== 'PRIVATE')
    throw badRequest('VPCEndpoints can only be specified with PRIVATE apis.');
  const bad = ids.find((id) => !/^vpce-[0-9a-z]+$/.test(id) || /^vpce-0+$/.test(id));
  if (bad !== undefined) throw badRequest(`Invalid VPC endpoint ID(s): ${bad}`);
}

function patchApi(api: Patchable, patch: Patch): Patchable {
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
  readEndpointType([value]);
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
