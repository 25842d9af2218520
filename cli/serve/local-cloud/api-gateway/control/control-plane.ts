// The management API of API Gateway (REST with JSON): finds the operation of a request and runs it.
import {
  type CloudClock,
  type Operation,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
  RefusedCall,
} from '../../service.js';
import { badRequest, invalid, notFound, textMapAt } from '../fields.js';
import { API_KEY_OPERATIONS, USAGE_PLAN_OPERATIONS } from './usage-plans.js';
import { DEPLOYMENT_OPERATIONS, STAGE_OPERATIONS } from './stages.js';
import {
  Download,
  type OperationResult,
  type OperationRow,
  page,
  readMembers,
} from './operation.js';
import { DOMAIN_OPERATIONS, findDomain } from './domains.js';
import { REST_API_OPERATIONS } from './rest-apis.js';
import { type Store, addTags, findApi, findStage } from './store.js';
import { showAuthorizer, showResource } from './views.js';

// The quotas of management calls: the number of calls of a kind per period, for the whole account
// (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). Tests enable them explicitly.

/** The minimum interval in milliseconds between two calls that share a quota. */
const INTERVALS: Readonly<Record<string, { readonly shared: string; readonly interval: number }>> =
  {
    CreateRestApi: { shared: 'create', interval: 3000 },
    ImportRestApi: { shared: 'create', interval: 3000 },
    PutRestApi: { shared: 'put', interval: 1000 },
    DeleteRestApi: { shared: 'delete', interval: 30_000 },
    CreateDomainName: { shared: 'domain', interval: 30_000 },
    DeleteDomainName: { shared: 'delete-domain', interval: 30_000 },
    UpdateUsagePlan: { shared: 'plan', interval: 20_000 },
    CreateDeployment: { shared: 'deploy', interval: 5000 },
  };

/** Returns a function that throws if a call arrives too early. */
function createQuotas(clock: CloudClock): (operation: string) => void {
  const free = new Map<string, number>();
  return (operation) => {
    const quota = INTERVALS[operation];
    if (!quota) return;
    const now = clock.now();
    const from = free.get(quota.shared) ?? now;
    if (from > now) throw tooManyRequests(from - now);
    free.set(quota.shared, now + clock.scaled(quota.interval));
  };
}

function tooManyRequests(milliseconds: number): RefusedCall {
  return new RefusedCall({
    status: 429,
    code: 'TooManyRequestsException',
    message: 'Too Many Requests',
    // The real service sends whole seconds; scaled times need fractions.
    headers: { 'Retry-After': String(Math.ceil(milliseconds) / 1000) },
  });
}

const RESOURCE_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'GetResources',
    method: 'GET',
    path: '/restapis/{restApiId}/resources',
    query: ['position', 'limit', 'embed'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const api = findApi(store, parameter('restApiId'));
      const embed = query.getAll('embed');
      if (embed.some((name) => name !== 'methods')) throw badRequest('Invalid embed specified');
      return page(
        api.definition.resources.map((resource) => showResource(api, resource, embed.length > 0)),
        query,
      );
    },
  },
  {
    name: 'GetAuthorizers',
    method: 'GET',
    path: '/restapis/{restApiId}/authorizers',
    query: ['position', 'limit'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const api = findApi(store, parameter('restApiId'));
      return page(
        api.definition.authorizers.map((authorizer) => showAuthorizer(api, authorizer)),
        query,
      );
    },
  },
];

const TAG_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'GetTags',
    method: 'GET',
    path: '/tags/{resourceArn}',
    query: ['position', 'limit'],
    status: 200,
    run: ({ store, parameter }) => ({
      tags: Object.fromEntries(findTags(store, parameter('resourceArn'))),
    }),
  },
  {
    name: 'TagResource',
    method: 'PUT',
    path: '/tags/{resourceArn}',
    body: { tags: 'texts!' },
    status: 204,
    run: ({ store, parameter, body }) => {
      addTags(findTags(store, parameter('resourceArn')), textMapAt(body, 'tags'));
      return undefined;
    },
  },
  {
    name: 'UntagResource',
    method: 'DELETE',
    path: '/tags/{resourceArn}',
    query: ['tagKeys'],
    status: 204,
    run: ({ store, parameter, query }) => {
      const tags = findTags(store, parameter('resourceArn'));
      for (const key of query.getAll('tagKeys')) tags.delete(key);
      return undefined;
    },
  },
];

function findTags(store: Store, arn: string): Map<string, string> {
  const prefix = `:apigateway:${store.region}::`;
  const start = arn.indexOf(prefix);
  if (!arn.startsWith('arn:') || start < 0)
    throw badRequest(`Invalid ARN specified in the request`);
  const [, kind, id = '', below, name = ''] = arn.slice(start + prefix.length).split('/');
  switch (kind) {
    case 'restapis': {
      const api = findApi(store, id);
      return below === 'stages' ? findStage(api, name).tags : api.tags;
    }
    case 'apikeys': {
      const key = store.keys.get(id);
      if (!key) throw notFound('Invalid API Key identifier specified');
      return key.tags;
    }
    case 'usageplans': {
      const plan = store.plans.get(id);
      if (!plan) throw notFound('Invalid Usage Plan ID specified');
      return plan.tags;
    }
    case 'domainnames':
      return findDomain(store, id).tags;
    default:
      throw badRequest('Invalid ARN specified in the request');
  }
}

/**
 * Returns the tags that the caller's policies see: a resource inherits the tags of its API, and the tags of a stage override
 * them. GetTags does not show inherited tags.
 * docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-supported-resources.html
 */
function tagContext(store: Store, path: string): Readonly<Record<string, string>> {
  const [, kind, id = '', below, name = ''] = path.split('/');
  const api = kind === 'restapis' ? store.apis.get(id) : undefined;
  const domain = kind === 'domainnames' ? store.domains.get(decodeURIComponent(id)) : undefined;
  const key = kind === 'apikeys' ? store.keys.get(id) : undefined;
  const plan = kind === 'usageplans' && !below ? store.plans.get(id) : undefined;
  const own = below === 'stages' ? api?.stages.get(name)?.tags : undefined;
  const tags = [
    ...(api?.tags ?? []),
    ...(domain?.tags ?? []),
    ...(key?.tags ?? []),
    ...(plan?.tags ?? []),
    ...(own ?? []),
  ];
  return Object.fromEntries(tags.map(([key, value]) => [`aws:ResourceTag/${key}`, value]));
}

const OPERATIONS: readonly OperationRow[] = [
  ...REST_API_OPERATIONS,
  ...DEPLOYMENT_OPERATIONS,
  ...STAGE_OPERATIONS,
  ...RESOURCE_OPERATIONS,
  ...TAG_OPERATIONS,
  ...API_KEY_OPERATIONS,
  ...USAGE_PLAN_OPERATIONS,
  ...DOMAIN_OPERATIONS,
];

export function createControlPlane(store: Store, withQuotas: boolean): Service {
  const checkQuota = withQuotas ? createQuotas(store.clock) : () => undefined;
  return {
    name: 'apigateway',
    operationOf: (request) => {
      const match = matchOperation(request);
      return match && describe(match.row, request, store);
    },
    answer: async (operation, request) => {
      const match = matchOperation(request);
      if (match?.row.name !== operation.name) throw new Error(`${operation.name} is not asked for`);
      try {
        checkQuota(operation.name);
        return toAnswer(match.row.status, await run(match, request, store));
      } catch (error) {
        if (error instanceof RefusedCall) return refuse(error.refusal);
        throw error;
      }
    },
    refuse,
    inventory: () => inventory(store),
  };
}

type Match = { readonly row: OperationRow; readonly parameters: Readonly<Record<string, string>> };

function matchOperation(request: ServiceRequest): Match | undefined {
  const mode = request.method === 'POST' ? (request.query.get('mode') ?? undefined) : undefined;
  for (const row of OPERATIONS) {
    if (row.method !== request.method || row.mode !== mode) continue;
    const parameters = matchPath(row.path, request.path);
    if (parameters) return { row, parameters };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const parts = pattern.split('/');
  const actual = path.split('/');
  if (parts.length !== actual.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const text = actual[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== text : text === '') return undefined;
    if (name !== undefined) parameters[name] = decodeURIComponent(text);
  }
  return parameters;
}

/** Describes the permission of a call: an HTTP verb on the path of a resource. */
function describe(row: OperationRow, request: ServiceRequest, store: Store): Operation {
  return {
    name: row.name,
    isWrite: row.method !== 'GET',
    action: `apigateway:${row.method}`,
    resource: `arn:aws:apigateway:${request.region}::${request.path}`,
    context: tagContext(store, request.path),
  };
}

function run(
  { row, parameters }: Match,
  request: ServiceRequest,
  store: Store,
): OperationResult | Promise<OperationResult> {
  for (const name of request.query.keys()) {
    if (!row.query?.includes(name) && !(name === 'mode' && row.mode)) {
      throw invalid('ValidationException', `Unknown query parameter: ${name}`);
    }
  }
  return row.run({
    store,
    parameter: (name) => parameters[name] ?? '',
    query: request.query,
    headers: request.headers,
    body: row.body === 'document' ? {} : readMembers(request.body, row.body ?? {}),
    rawBody: request.body,
  });
}

function toAnswer(status: number, result: OperationResult): ServiceAnswer {
  if (result === undefined) return { status, body: '' };
  if (result instanceof Download) return { status, headers: result.headers, body: result.text };
  return { status, headers: JSON_HEADERS, body: JSON.stringify(result) };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

function refuse({ status, code, message, headers }: Refusal): ServiceAnswer {
  return {
    status,
    headers: { ...JSON_HEADERS, 'x-amzn-ErrorType': code, ...headers },
    body: JSON.stringify({ message }),
  };
}

function inventory(store: Store): readonly string[] {
  return [
    ...[...store.apis.values()].map(({ definition }) => `api ${definition.name}`),
    ...[...store.keys.values()].map(({ name }) => `api key ${name}`),
    ...[...store.plans.values()].map(({ name }) => `usage plan ${name}`),
    ...[...store.domains.values()].map(({ name }) => `domain ${name}`),
  ];
}
