// Usage plans: which API keys open which stages.
import { isFields, textAt, textMapAt } from '../fields.js';
import type { Fields } from '../fields.js';
import { newId } from '../identifiers.js';
import { badRequest, conflict, notFound } from '../refusals.js';
import { findKey } from './api-keys.js';
import { page, readPatches } from './members.js';
import type { Call, OperationRow } from './operation.js';
import { addTags } from './store.js';
import type { ApiKey, PlanStage, Store, UsagePlan } from './store.js';
import { showUsagePlan } from './views.js';

export const USAGE_PLAN_OPERATIONS: readonly OperationRow[] = [
  {
    name: 'CreateUsagePlan',
    method: 'POST',
    path: '/usageplans',
    body: { name: 'string!', description: 'string', apiStages: 'objects', tags: 'texts' },
    status: 201,
    run: createUsagePlan,
  },
  {
    name: 'GetUsagePlans',
    method: 'GET',
    path: '/usageplans',
    query: ['position', 'limit', 'keyId'],
    status: 200,
    run: ({ store, query }) => {
      const keyId = query.get('keyId');
      const plans = [...store.plans.values()];
      return page(
        plans.filter(({ keyIds }) => keyId === null || keyIds.has(keyId)).map(showUsagePlan),
        query,
      );
    },
  },
  {
    name: 'GetUsagePlan',
    method: 'GET',
    path: '/usageplans/{usagePlanId}',
    status: 200,
    run: ({ store, parameter }) => showUsagePlan(findPlan(store, parameter('usagePlanId'))),
  },
  {
    name: 'DeleteUsagePlan',
    method: 'DELETE',
    path: '/usageplans/{usagePlanId}',
    status: 202,
    run: ({ store, parameter }) => {
      const plan = findPlan(store, parameter('usagePlanId'));
      const [first] = plan.stages;
      if (first) {
        const place = `${first.apiId}:${first.stage}`;
        throw badRequest(
          `Cannot delete Usage Plan ${plan.id} because there are API Stages associated with it, including ${place}`,
        );
      }
      store.plans.delete(plan.id);
      return undefined;
    },
  },
  {
    name: 'UpdateUsagePlan',
    method: 'PATCH',
    path: '/usageplans/{usagePlanId}',
    body: { patchOperations: 'objects' },
    status: 200,
    run: updateUsagePlan,
  },
  {
    name: 'CreateUsagePlanKey',
    method: 'POST',
    path: '/usageplans/{usagePlanId}/keys',
    body: { keyId: 'string!', keyType: 'string!' },
    status: 201,
    run: ({ store, parameter, body }) => {
      const plan = findPlan(store, parameter('usagePlanId'));
      if (body['keyType'] !== 'API_KEY') throw badRequest('Invalid key type specified');
      const key = findKey(store, textAt(body, 'keyId') ?? '');
      if (plan.keyIds.has(key.id)) throw conflict('Usage Plan Key already exists');
      plan.keyIds.add(key.id);
      return showPlanKey(key);
    },
  },
  {
    name: 'GetUsagePlanKeys',
    method: 'GET',
    path: '/usageplans/{usagePlanId}/keys',
    query: ['position', 'limit'],
    status: 200,
    run: ({ store, parameter, query }) => {
      const { keyIds } = findPlan(store, parameter('usagePlanId'));
      return page(
        [...keyIds].map((id) => showPlanKey(findKey(store, id))),
        query,
      );
    },
  },
  {
    name: 'DeleteUsagePlanKey',
    method: 'DELETE',
    path: '/usageplans/{usagePlanId}/keys/{keyId}',
    status: 202,
    run: ({ store, parameter }) => {
      const wasThere = findPlan(store, parameter('usagePlanId')).keyIds.delete(parameter('keyId'));
      if (!wasThere) throw notFound('Invalid Usage Plan Key identifier specified');
      return undefined;
    },
  },
];

function findPlan(store: Store, id: string): UsagePlan {
  const plan = store.plans.get(id);
  if (!plan) throw notFound('Invalid Usage Plan ID specified');
  return plan;
}

function showPlanKey({ id, name, value }: ApiKey): Fields {
  return { id, type: 'API_KEY', value, name };
}

function createUsagePlan({ store, body }: Call): Fields {
  const list = Array.isArray(body['apiStages']) ? body['apiStages'].filter(isFields) : [];
  const plan: UsagePlan = {
    id: newId(6),
    name: textAt(body, 'name') ?? '',
    description: textAt(body, 'description'),
    stages: list.map((entry) => {
      const known = new Set(['apiId', 'stage']);
      if (Object.keys(entry).some((key) => !known.has(key)))
        throw badRequest('Invalid API Stage specified');
      return readStage(
        store,
        `${textAt(entry, 'apiId') ?? ''}:${textAt(entry, 'stage') ?? ''}`,
        'null',
      );
    }),
    keyIds: new Set(),
    tags: new Map(),
  };
  addTags(plan.tags, textMapAt(body, 'tags'));
  store.plans.set(plan.id, plan);
  return showUsagePlan(plan);
}

/** `apiId:stage`. */
function readStage(store: Store, text: string, planId: string): PlanStage {
  const [apiId, stage, more] = text.split(':');
  if (!apiId || !stage || more !== undefined) throw badRequest('Invalid API Stage specified');
  if (!store.apis.get(apiId)?.stages.has(stage)) {
    throw notFound(
      `Invalid API Stage {api: ${apiId}, stage: ${stage}} specified for usageplan ${planId}`,
    );
  }
  return { apiId, stage };
}

function updateUsagePlan({ store, parameter, body }: Call): Fields {
  const plan = findPlan(store, parameter('usagePlanId'));
  for (const { op, path, value = '' } of readPatches(body, 'updateUsagePlanInput')) {
    if (path !== '/apiStages') throw badRequest(`Invalid patch path ${path}`);
    const { apiId, stage } = readStage(store, value, plan.id);
    const others = plan.stages.filter((entry) => entry.apiId !== apiId || entry.stage !== stage);
    const isThere = others.length < plan.stages.length;
    if (op === 'add' && !isThere) plan.stages = [...others, { apiId, stage }];
    else if (op === 'remove' && isThere) plan.stages = others;
    else throw badRequest('Invalid API Stage specified');
  }
  return showUsagePlan(plan);
}

/** The enabled key with this value in a usage plan of the stage. */
export function findStageKey(store: Store, stage: PlanStage, value: string): ApiKey | undefined {
  const plans = [...store.plans.values()].filter(({ stages }) =>
    stages.some((entry) => entry.apiId === stage.apiId && entry.stage === stage.stage),
  );
  return [...store.keys.values()].find(
    (key) => key.enabled && key.value === value && plans.some(({ keyIds }) => keyIds.has(key.id)),
  );
}
