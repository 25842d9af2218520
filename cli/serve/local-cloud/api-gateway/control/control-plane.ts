// The management API of API Gateway (REST with JSON): finds the operation of a request and runs it.
import type { Operation, Refusal, Service, ServiceAnswer, ServiceRequest } from '../../service.js';
import { invalid } from '../refusals.js';
import { RefusedCall } from '../../refused-call.js';
import { API_KEY_OPERATIONS } from './api-keys.js';
import { DEPLOYMENT_OPERATIONS } from './deployments.js';
import { readMembers } from './members.js';
import { Download } from './operation.js';
import type { OperationResult, OperationRow } from './operation.js';
import { DOMAIN_OPERATIONS } from './domains.js';
import { createQuotas } from './quotas.js';
import { RESOURCE_OPERATIONS } from './resources.js';
import { REST_API_OPERATIONS } from './rest-apis.js';
import { STAGE_OPERATIONS } from './stages.js';
import type { Store } from './store.js';
import { tagContext, TAG_OPERATIONS } from './tags.js';
import { USAGE_PLAN_OPERATIONS } from './usage-plans.js';

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
