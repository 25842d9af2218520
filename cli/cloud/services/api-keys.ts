// The API Gateway calls for API keys and for usage plans, which define what a key gives access to.
import type { ApiKey, QuotaPeriodType, UsagePlan } from '@aws-sdk/client-api-gateway';
import type { Tags } from '../cloud.js';
import { isCloudError } from '../cloud-error.js';
import { type ActionsOf, callOn, type Calls } from '../service.js';
import { type ApiGatewaySdk, type ApiPatch, creation, PAGE } from './domains.js';

/** Request limits: those of a stage for all callers combined, or those of a usage plan for each key. */
export type Throttle = {
  /** Requests per second. */
  readonly rateLimit: number;
  readonly burstLimit: number;
};

/** An API key without its value, which only `getKeyValue` of {@link keyCalls} reads. */
export type CloudApiKey = {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly tags: Tags;
};

export type Quota = { readonly limit: number; readonly period: QuotaPeriodType };

/** The limits that a usage plan applies to the requests with one key. */
export type PlanLimits = {
  readonly throttle: Throttle | undefined;
  readonly quota: Quota | undefined;
};

/** A stage that the keys of a usage plan give access to. */
export type PlanStage = { readonly apiId: string; readonly stage: string };

export type CloudUsagePlan = PlanLimits & {
  readonly id: string;
  readonly name: string;
  readonly stages: readonly PlanStage[];
  readonly tags: Tags;
};

export type PlanCreation = PlanLimits & PlanStage & { readonly name: string; readonly tags: Tags };

export const KEY_ACTIONS: ActionsOf<ReturnType<typeof keyCalls>> = {
  listKeys: callOn('api-keys', 'read', 'apigateway:GET'),
  getKeyValue: callOn('api-key', 'logs', 'apigateway:GET'),
  createKey: creation('api-keys', 'api-tags'),
  enableKey: callOn('api-key', 'write', 'apigateway:PATCH'),
  deleteKey: callOn('api-key', 'remove', 'apigateway:DELETE'),
  listPlans: callOn('usage-plans', 'read', 'apigateway:GET'),
  createPlan: creation('usage-plans', 'api-tags'),
  updatePlan: callOn('usage-plan', 'write', 'apigateway:PATCH'),
  deletePlan: callOn('usage-plan', 'remove', 'apigateway:DELETE'),
  hasPlanKey: callOn('plan-keys', 'read', 'apigateway:GET'),
  addPlanKey: callOn('plan-keys', 'write', 'apigateway:POST'),
};

export function keyCalls({ send, find, remove, pages }: Calls<ApiGatewaySdk>) {
  const isInPlan = async (usagePlanId: string, keyId: string): Promise<boolean> =>
    (await find('GetUsagePlanKey', { usagePlanId, keyId }, ({ id }) => id)) === keyId;
  return {
    /** Returns the keys whose names begin with `nameQuery`, without their values. */
    listKeys: (nameQuery: string): Promise<readonly CloudApiKey[]> =>
      pages('GetApiKeys', { nameQuery, includeValues: false, limit: PAGE }, ({ items }) =>
        items?.map(readKey),
      ),

    getKeyValue: (apiKey: string): Promise<string | undefined> =>
      find('GetApiKey', { apiKey, includeValue: true }, ({ value }) => value),

    /** API Gateway generates the value. The call is not repeated if the response is lost, because names are not unique. */
    createKey: (name: string, tags: Tags): Promise<CloudApiKey> =>
      send(
        'CreateApiKey',
        { name, enabled: true, tags: { ...tags } },
        { read: readKey, repetition: 'once' },
      ),

    enableKey: (apiKey: string): Promise<void> =>
      send('UpdateApiKey', {
        apiKey,
        patchOperations: [{ op: 'replace', path: '/enabled', value: 'true' }],
      }),

    deleteKey: (apiKey: string): Promise<void> => remove('DeleteApiKey', { apiKey }),

    listPlans: (): Promise<readonly CloudUsagePlan[]> =>
      pages('GetUsagePlans', { limit: PAGE }, ({ items }) => items?.map(readPlan)),

    /** The call is not repeated if the response is lost, because names are not unique. */
    createPlan: (plan: PlanCreation): Promise<CloudUsagePlan> => {
      const { name, tags, apiId, stage, throttle, quota } = plan;
      const limits = { ...(throttle && { throttle }), ...(quota && { quota }) };
      return send(
        'CreateUsagePlan',
        { name, tags: { ...tags }, apiStages: [{ apiId, stage }], ...limits },
        { read: readPlan, repetition: 'once' },
      );
    },

    updatePlan: (usagePlanId: string, patches: readonly ApiPatch[]): Promise<void> => {
      const patchOperations = [...patches];
      return send('UpdateUsagePlan', { usagePlanId, patchOperations }, { repetition: 'once' });
    },

    deletePlan: (usagePlanId: string): Promise<void> => remove('DeleteUsagePlan', { usagePlanId }),

    hasPlanKey: (planId: string, keyId: string): Promise<boolean> => isInPlan(planId, keyId),

    /** Adds a key to a plan. If the key is already in the plan, this is not an error. */
    addPlanKey: async (usagePlanId: string, keyId: string): Promise<void> => {
      try {
        await send('CreateUsagePlanKey', { usagePlanId, keyId, keyType: 'API_KEY' });
      } catch (error) {
        if (!isCloudError(error) || !(await isInPlan(usagePlanId, keyId))) throw error;
      }
    },
  };
}

function readKey({ id = '', name = '', enabled = false, createdDate, tags }: ApiKey): CloudApiKey {
  const createdAt = createdDate?.getTime() ?? 0;
  return { id, name, isEnabled: enabled, createdAt, tags: tags ?? {} };
}

function readPlan({ id = '', name = '', apiStages, throttle, quota, tags }: UsagePlan) {
  const { rateLimit = 0, burstLimit = 0 } = throttle ?? {};
  const { limit = 0, period } = quota ?? {};
  return {
    id,
    name,
    throttle: throttle && { rateLimit, burstLimit },
    quota: period && { limit, period },
    stages: (apiStages ?? []).map(({ apiId = '', stage = '' }) => ({ apiId, stage })),
    tags: tags ?? {},
  };
}
