// API keys and usage plans. Usage plans define which keys can call which stages.
import { isMapping } from '../../../../../compiler/json-values.js';
import {
  type Fields,
  textAt,
  textMapAt,
  newId,
  badRequest,
  conflict,
  notFound,
} from '../fields.js';
import { type Call, type OperationRows, page, readPatches, wrongPatch } from './operation.js';
import {
  type ApiKey,
  type PlanQuota,
  type PlanStage,
  type PlanThrottle,
  type Store,
  type UsagePlan,
  addTags,
} from './store.js';
import { showApiKey, showUsagePlan } from './views.js';

export const USAGE_PLAN_OPERATIONS: OperationRows = {
  CreateUsagePlan: {
    http: 'POST /usageplans',
    takes: 'name! description apiStages:maps throttle:map quota:map tags:text-map',
    run: createUsagePlan,
  },
  GetUsagePlans: {
    http: 'GET /usageplans',
    query: 'position limit keyId',
    run: ({ store, query }) => {
      const keyId = query.get('keyId');
      const plans = [...store.plans.values()];
      const found = plans.filter(({ keyIds }) => keyId === null || keyIds.has(keyId));
      return page(found.map(showUsagePlan), query);
    },
  },
  GetUsagePlan: {
    http: 'GET /usageplans/{usagePlanId}',
    run: ({ store, parameter }) => showUsagePlan(findPlan(store, parameter('usagePlanId'))),
  },
  DeleteUsagePlan: {
    http: 'DELETE /usageplans/{usagePlanId}',
    run: ({ store, parameter }) => {
      const plan = findPlan(store, parameter('usagePlanId'));
      const [first] = plan.stages;
      if (first) {
        const location = `${first.apiId}:${first.stage}`;
        throw badRequest(
          `Cannot delete Usage Plan ${plan.id} because there are API Stages associated with it, including ${location}`,
        );
      }
      store.plans.delete(plan.id);
    },
  },
  UpdateUsagePlan: {
    http: 'PATCH /usageplans/{usagePlanId}',
    takes: 'patchOperations:maps',
    run: updateUsagePlan,
  },
  CreateUsagePlanKey: {
    http: 'POST /usageplans/{usagePlanId}/keys',
    takes: 'keyId! keyType!',
    run: ({ store, parameter, body }) => {
      const plan = findPlan(store, parameter('usagePlanId'));
      if (body['keyType'] !== 'API_KEY') throw badRequest('Invalid key type specified');
      const key = findKey(store, textAt(body, 'keyId') ?? '');
      if (plan.keyIds.has(key.id)) throw conflict('Usage Plan Key already exists');
      checkOnlyPlan(store, key.id, { plan, stages: plan.stages });
      plan.keyIds.add(key.id);
      return showPlanKey(key);
    },
  },
  GetUsagePlanKey: {
    http: 'GET /usageplans/{usagePlanId}/keys/{keyId}',
    run: ({ store, parameter }) => {
      const { keyIds } = findPlan(store, parameter('usagePlanId'));
      if (!keyIds.has(parameter('keyId'))) throw noPlanKey();
      return showPlanKey(findKey(store, parameter('keyId')));
    },
  },
  DeleteUsagePlanKey: {
    http: 'DELETE /usageplans/{usagePlanId}/keys/{keyId}',
    run: ({ store, parameter }) => {
      const wasThere = findPlan(store, parameter('usagePlanId')).keyIds.delete(parameter('keyId'));
      if (!wasThere) throw noPlanKey();
    },
  },
};

export function findPlan(store: Store, id: string): UsagePlan {
  const plan = store.plans.get(id);
  if (!plan) throw notFound('Invalid Usage Plan ID specified');
  return plan;
}

function noPlanKey(): Error {
  return notFound('Invalid Usage Plan Key identifier specified');
}

function showPlanKey({ id, name, value }: ApiKey): Fields {
  return { id, type: 'API_KEY', value, name };
}

function createUsagePlan({ store, body }: Call): Fields {
  const list = Array.isArray(body['apiStages']) ? body['apiStages'].filter(isMapping) : [];
  const plan: UsagePlan = {
    id: newId(6),
    name: textAt(body, 'name') ?? '',
    description: textAt(body, 'description'),
    stages: list.map((entry) => {
      if (Object.keys(entry).some((key) => key !== 'apiId' && key !== 'stage'))
        throw badRequest('Invalid API Stage specified');
      const text = `${textAt(entry, 'apiId') ?? ''}:${textAt(entry, 'stage') ?? ''}`;
      return readStage(store, text, 'null');
    }),
    throttle: readThrottle(fieldsAt(body, 'throttle')),
    quota: readQuota(fieldsAt(body, 'quota')),
    keyIds: new Set(),
    tags: new Map(),
  };
  addTags(plan.tags, textMapAt(body, 'tags'));
  store.plans.set(plan.id, plan);
  return showUsagePlan(plan);
}

/** Parses `apiId:stage`. */
function readStage(store: Store, text: string, planId: string): PlanStage {
  const [apiId, stage, more] = text.split(':');
  if (!apiId || !stage || more !== undefined) throw badRequest('Invalid API Stage specified');
  if (!store.apis.get(apiId)?.stages.has(stage))
    throw notFound(
      `Invalid API Stage {api: ${apiId}, stage: ${stage}} specified for usageplan ${planId}`,
    );
  return { apiId, stage };
}

function updateUsagePlan({ store, parameter, body }: Call): Fields {
  const plan = findPlan(store, parameter('usagePlanId'));
  for (const { op, path, value = '' } of readPatches(body, 'updateUsagePlanInput')) {
    if (patchLimits(plan, { op, path, value })) continue;
    if (path !== '/apiStages')
      throw wrongPatch({ op, path }, ' Must be one of: [/apiStages, /quota, /throttle]');
    const { apiId, stage } = readStage(store, value, plan.id);
    if (op === 'add')
      for (const keyId of plan.keyIds)
        checkOnlyPlan(store, keyId, { plan, stages: [{ apiId, stage }] });
    const others = plan.stages.filter((entry) => entry.apiId !== apiId || entry.stage !== stage);
    const isThere = others.length < plan.stages.length;
    if (op === 'add' && !isThere) plan.stages = [...others, { apiId, stage }];
    else if (op === 'remove' && isThere) plan.stages = others;
    else throw badRequest('Invalid API Stage specified');
  }
  return showUsagePlan(plan);
}

/** A key has one plan per stage: docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html */
function checkOnlyPlan(
  { plans }: Store,
  keyId: string,
  { plan, stages }: { readonly plan: UsagePlan; readonly stages: readonly PlanStage[] },
): void {
  const other = [...plans.values()].find(
    (one) =>
      one !== plan &&
      one.keyIds.has(keyId) &&
      one.stages.some((held) =>
        stages.some(({ apiId, stage }) => held.apiId === apiId && held.stage === stage),
      ),
  );
  if (other)
    throw conflict(`API Key ${keyId} is already in the usage plan ${other.id} of the same stage`);
}

function fieldsAt(body: Fields, name: string): Fields | undefined {
  const value = body[name];
  return isMapping(value) ? value : undefined;
}

function readThrottle(fields: Fields | undefined): PlanThrottle | undefined {
  if (!fields) return undefined;
  const { rateLimit, burstLimit } = fields;
  return {
    ...(rateLimit !== undefined && { rateLimit: atLeastZero('rateLimit', rateLimit) }),
    ...(burstLimit !== undefined && { burstLimit: atLeastZero('burstLimit', burstLimit) }),
  };
}

const PERIODS = ['DAY', 'WEEK', 'MONTH'];

function readQuota(fields: Fields | undefined): PlanQuota | undefined {
  if (!fields) return undefined;
  const { limit, period } = fields;
  if (typeof period !== 'string' || !PERIODS.includes(period))
    throw badRequest('Usage Plan quota must have a valid period');
  return { limit: atLeastZero('limit', limit), period };
}

function atLeastZero(name: string, value: unknown): number {
  const number = Number(value);
  if (!(number >= 0) || number > 2_147_483_647 || (name !== 'rateLimit' && number % 1 !== 0))
    throw badRequest(`Usage Plan ${name} is invalid: ${String(value)}`);
  return number;
}

/** Applies a patch to the throttle or the quota. Returns false for any other patch. */
function patchLimits(
  plan: UsagePlan,
  { op, path, value }: Readonly<Record<'op' | 'path' | 'value', string>>,
): boolean {
  const [, part, name] = /^\/(throttle|quota)(?:\/(\w+))?$/.exec(path) ?? [];
  if (part !== 'throttle' && part !== 'quota') return false;
  if (name === undefined) {
    if (op !== 'remove') throw wrongPatch({ op, path }, '');
    plan[part] = undefined;
    return true;
  }
  const known = part === 'quota' ? ['limit', 'offset', 'period'] : ['rateLimit', 'burstLimit'];
  if (!known.includes(name) || !['add', 'replace'].includes(op)) throw wrongPatch({ op, path }, '');
  if (name === 'period' && !PERIODS.includes(value))
    throw badRequest('Usage Plan quota must have a valid period');
  const set = { [name]: name === 'period' ? value : atLeastZero(name, value) };
  plan[part] = { ...plan[part], ...set };
  return true;
}

/** Finds the enabled key with this value in one of the stage's usage plans, and returns the key with its plan. */
export function findStageKey(
  store: Store,
  stage: PlanStage,
  value: string,
): { readonly key: ApiKey; readonly plan: UsagePlan } | undefined {
  const plans = [...store.plans.values()].filter(({ stages }) =>
    stages.some((entry) => entry.apiId === stage.apiId && entry.stage === stage.stage),
  );
  const key = [...store.keys.values()].find((one) => one.enabled && one.value === value);
  const plan = key && plans.find(({ keyIds }) => keyIds.has(key.id));
  return key && plan && { key, plan };
}

export const API_KEY_OPERATIONS: OperationRows = {
  CreateApiKey: {
    http: 'POST /apikeys',
    takes: 'name description enabled:boolean generateDistinctId:boolean value tags:text-map',
    run: createApiKey,
  },
  GetApiKeys: {
    http: 'GET /apikeys',
    query: 'position limit name includeValues',
    run: ({ store, query }) => {
      const prefix = query.get('name') ?? '';
      const keys = [...store.keys.values()].filter(({ name }) => name.startsWith(prefix));
      const withValue = query.get('includeValues') === 'true';
      const shown = keys.map((key) => showApiKey(key, withValue));
      return page(shown, query);
    },
  },
  GetApiKey: {
    http: 'GET /apikeys/{apiKey}',
    query: 'includeValue',
    run: ({ store, parameter, query }) =>
      showApiKey(findKey(store, parameter('apiKey')), query.get('includeValue') === 'true'),
  },
  UpdateApiKey: {
    http: 'PATCH /apikeys/{apiKey}',
    takes: 'patchOperations:maps',
    run: ({ store, parameter, body }) => {
      const key = findKey(store, parameter('apiKey'));
      for (const { op, path, value } of readPatches(body, 'updateApiKeyInput')) {
        if (op !== 'replace' || (path !== '/enabled' && path !== '/name'))
          throw wrongPatch({ op, path }, ' Must be one of: [/enabled, /name]');
        if (path === '/name') key.name = value ?? '';
        else key.enabled = value?.toLowerCase() === 'true';
        key.updatedAt = store.clock.now();
      }
      return showApiKey(key, false);
    },
  },
  DeleteApiKey: {
    http: 'DELETE /apikeys/{apiKey}',
    run: ({ store, parameter }) => {
      const { id } = findKey(store, parameter('apiKey'));
      store.keys.delete(id);
      for (const plan of store.plans.values()) plan.keyIds.delete(id);
    },
  },
};

export function findKey(store: Store, id: string): ApiKey {
  const key = store.keys.get(id);
  if (!key) throw notFound('Invalid API Key identifier specified');
  return key;
}

function createApiKey({ store, body }: Call): Fields {
  const name = textAt(body, 'name') ?? '';
  const value = textAt(body, 'value') ?? newId(40);
  if (name.length > 1024) throw badRequest('Invalid API Key name, can be at most 1024 characters.');
  if (value.length < 20) throw badRequest('API Key value should be at least 20 characters');
  if (value.length > 128) throw badRequest('API Key value exceeds maximum size of 128 characters');
  if ([...store.keys.values()].some((key) => key.value === value))
    throw conflict('API Key already exists');
  const now = store.clock.now();
  const key: ApiKey = {
    id: newId(),
    name,
    value,
    description: textAt(body, 'description'),
    createdAt: now,
    updatedAt: now,
    // As in the real service, a key is disabled unless the request enables it.
    enabled: body['enabled'] === true,
    tags: new Map(),
  };
  addTags(key.tags, textMapAt(body, 'tags'));
  store.keys.set(key.id, key);
  return showApiKey(key, true);
}
