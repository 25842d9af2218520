// The management API of API Gateway (REST with JSON): finds the operation of a request and runs it.
import {
  type Match,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
  matchRest,
} from '../../service.js';
import { badRequest, invalid, textMapAt } from '../fields.js';
import { API_KEY_OPERATIONS, USAGE_PLAN_OPERATIONS, findKey, findPlan } from './usage-plans.js';
import { DEPLOYMENT_OPERATIONS, STAGE_OPERATIONS } from './stages.js';
import {
  Download,
  type OperationResult,
  type OperationRow,
  type OperationRows,
  page,
  readMembers,
} from './operation.js';
import { DOMAIN_OPERATIONS, findDomain } from './domains.js';
import { REST_API_OPERATIONS } from './rest-apis.js';
import { type Store, addTags, findApi, findStage } from './store.js';
import { showResource } from './views.js';

const RESOURCE_OPERATIONS: OperationRows = {
  GetResources: {
    http: 'GET /restapis/{restApiId}/resources',
    query: 'position limit',
    run: ({ store, parameter, query }) => {
      const { id, definition } = findApi(store, parameter('restApiId'));
      return page(
        definition.resources.map((resource) => showResource(id, resource)),
        query,
      );
    },
  },
};

const TAG_OPERATIONS: OperationRows = {
  GetTags: {
    http: 'GET /tags/{resourceArn}',
    query: 'position limit',
    run: ({ store, parameter }) => ({
      tags: Object.fromEntries(findTags(store, parameter('resourceArn'))),
    }),
  },
  TagResource: {
    http: 'PUT /tags/{resourceArn}',
    takes: 'tags:text-map!',
    status: 204,
    run: ({ store, parameter, body }) => {
      addTags(findTags(store, parameter('resourceArn')), textMapAt(body, 'tags'));
    },
  },
  UntagResource: {
    http: 'DELETE /tags/{resourceArn}',
    query: 'tagKeys',
    status: 204,
    run: ({ store, parameter, query }) => {
      const tags = findTags(store, parameter('resourceArn'));
      for (const key of query.getAll('tagKeys')) tags.delete(key);
    },
  },
};

function findTags(store: Store, arn: string): Map<string, string> {
  const prefix = `:apigateway:${store.region}::`;
  const start = arn.indexOf(prefix);
  if (!arn.startsWith('arn:') || start < 0)
    throw badRequest('Invalid ARN specified in the request');
  const [, kind, id = '', below, name = ''] = arn.slice(start + prefix.length).split('/');
  switch (kind) {
    case 'restapis': {
      const api = findApi(store, id);
      return below === 'stages' ? findStage(api, name).tags : api.tags;
    }
    case 'apikeys':
      return findKey(store, id).tags;
    case 'usageplans':
      return findPlan(store, id).tags;
    case 'domainnames':
      return findDomain(store, id).tags;
    default:
      throw badRequest('Invalid ARN specified in the request');
  }
}

/**
 * Returns the tags that the caller's policies see. A resource inherits the tags of its API, and a stage's own tags override
 * inherited ones. GetTags does not show inherited tags.
 * docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-tagging-supported-resources.html
 */
function tagContext(store: Store, path: string): Readonly<Record<string, string>> {
  const [, kind, id = '', below, name = ''] = path.split('/');
  const api = kind === 'restapis' ? store.apis.get(id) : undefined;
  const domain = kind === 'domainnames' ? store.domains.get(decodeURIComponent(id)) : undefined;
  const key = kind === 'apikeys' ? store.keys.get(id) : undefined;
  const plan = kind === 'usageplans' && !below ? store.plans.get(id) : undefined;
  const own = below === 'stages' ? api?.stages.get(name)?.tags : undefined;
  const tags = [api?.tags, domain?.tags, key?.tags, plan?.tags, own].flatMap((one) => [
    ...(one ?? []),
  ]);
  return Object.fromEntries(tags.map(([key, value]) => [`aws:ResourceTag/${key}`, value]));
}

const OPERATIONS: readonly (readonly [string, OperationRow])[] = Object.entries({
  ...REST_API_OPERATIONS,
  ...DEPLOYMENT_OPERATIONS,
  ...STAGE_OPERATIONS,
  ...RESOURCE_OPERATIONS,
  ...TAG_OPERATIONS,
  ...API_KEY_OPERATIONS,
  ...USAGE_PLAN_OPERATIONS,
  ...DOMAIN_OPERATIONS,
});

export function createControlPlane(store: Store): Service {
  return {
    name: 'apigateway',
    operationOf: (request) => {
      const { method, region, path } = request;
      const match = matchRest(OPERATIONS, request);
      if (!match) return undefined;
      const { name } = match;
      const { status = STATUSES[method] ?? 200 } = match.operation;
      return {
        ...{ name, isWrite: method !== 'GET', action: `apigateway:${method}` },
        resource: `arn:aws:apigateway:${region}::${path}`,
        context: tagContext(store, path),
        run: async () => toAnswer(status, await run(match, request, store)),
      };
    },
    refuse,
    inventory: () => inventory(store),
  };
}

const STATUSES: Readonly<Record<string, number>> = { POST: 201, DELETE: 202 };

function run(
  { operation: row, captures }: Match<OperationRow>,
  request: ServiceRequest,
  store: Store,
): OperationResult | Promise<OperationResult> {
  for (const name of request.query.keys()) {
    if (!row.query?.split(' ').includes(name)) throw invalid(`Unknown query parameter: ${name}`);
  }
  return row.run({
    store,
    parameter: (name) => decodeURIComponent(captures[name] ?? ''),
    query: request.query,
    headers: request.headers,
    body: row.body === 'document' ? {} : readMembers(request.body, row.takes ?? ''),
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
