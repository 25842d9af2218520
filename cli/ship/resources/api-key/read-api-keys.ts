// The API keys of a stage, as desired and as observed. Keys and usage plans are read with one list call each, and another call
// for each plan says whether the key is in the plan.
import type { Cloud, Tags } from '../../../cloud/cloud.js';
import type { CloudApiKey, CloudUsagePlan, PlanLimits } from '../../../cloud/services/api-keys.js';
import { baseName } from '../../../config/cloud-names.js';
import type { KeySettings, QuotaSettings } from '../../../config/stage-keys.js';
import { isOurs } from '../../stage/own-tag.js';
import type { Owner } from '../../stage/states.js';

export type DesiredApiKey = PlanLimits & {
  /** `<app>-<stage>-<key>`, the name of the key and of its usage plan. */
  readonly name: string;
  /** Its name in `api_keys`. */
  readonly key: string;
  readonly stage: string;
  readonly tags: Tags;
};

/** A key and a usage plan with the same name. Either may be missing. */
export type ObservedApiKey = {
  readonly name: string;
  readonly key: CloudApiKey | undefined;
  readonly plan: CloudUsagePlan | undefined;
  readonly isLinked: boolean;
  /** True for a second key with this name, left by a simultaneous deploy from another machine. It is deleted. */
  readonly isTwin: boolean;
};

const PERIODS = { day: 'DAY', week: 'WEEK', month: 'MONTH' } as const;

export function limitsOf({ rate, burst, quota }: KeySettings): PlanLimits {
  return {
    throttle:
      rate === undefined || burst === undefined
        ? undefined
        : { rateLimit: rate, burstLimit: burst },
    quota: quota && { limit: quota.limit, period: PERIODS[quota.period] },
  };
}

export function settingsOf({ throttle, quota }: PlanLimits): KeySettings {
  const [period] = Object.entries(PERIODS).find(([, name]) => name === quota?.period) ?? [];
  return {
    ...(throttle && { rate: throttle.rateLimit, burst: throttle.burstLimit }),
    ...(quota && { quota: { limit: quota.limit, period: period as QuotaSettings['period'] } }), // because AWS supports only these three
  };
}

/** Returns the keys of the stage and, for a desired name that it does not have yet, keys of others, which are never changed. */
export async function readApiKeys(
  { apiGateway }: Pick<Cloud, 'apiGateway'>,
  owner: Owner,
  wanted: readonly string[] = [],
): Promise<readonly ObservedApiKey[]> {
  const prefix = `${baseName(owner.app, owner.stage)}-`;
  const [keys, plans] = await Promise.all([apiGateway.listKeys(prefix), apiGateway.listPlans()]);
  const ownKeys = keys.filter((one) => isOurs(one, owner));
  const ownPlans = plans.filter((one) => isOurs(one, owner));
  const names = [...new Set([...ownKeys, ...ownPlans].map(({ name }) => name))].toSorted();
  const own = names.map(async (name) => {
    const hasName = (one: { readonly name: string }): boolean => one.name === name;
    const [own, plansOfName] = [ownKeys.filter(hasName), ownPlans.filter(hasName)];
    return pairsOf(own, plansOfName, apiGateway);
  });
  const foreign = wanted
    .filter((name) => !names.includes(name))
    .map((name): ObservedApiKey => {
      const key = keys.find((one) => one.name === name);
      const plan = plans.find((one) => one.name === name);
      return { name, key, plan, isLinked: false, isTwin: false };
    })
    .filter(({ key, plan }) => key !== undefined || plan !== undefined);
  return [...(await Promise.all(own)).flat(), ...foreign];
}

/** Keys that are in a plan come first, because callers use them. */
async function pairsOf(
  keys: readonly CloudApiKey[],
  plans: readonly CloudUsagePlan[],
  { hasPlanKey }: Pick<Cloud['apiGateway'], 'hasPlanKey'>,
): Promise<readonly ObservedApiKey[]> {
  const looked = await Promise.all(
    keys.flatMap((key) =>
      plans.map(async (plan) => ((await hasPlanKey(plan.id, key.id)) ? [{ key, plan }] : [])),
    ),
  );
  const linked = looked.flat();
  const used = linked.filter(
    ({ key, plan }, index) =>
      linked.findIndex((one) => one.key === key || one.plan === plan) === index,
  );
  const looseKeys = keys
    .filter((key) => !used.some((one) => one.key === key))
    .toSorted((left, right) => left.createdAt - right.createdAt);
  const loosePlans = plans.filter((plan) => !used.some((one) => one.plan === plan));
  const pairs = [
    ...used.map((one) => ({ ...one, isLinked: true })),
    ...Array.from({ length: Math.max(looseKeys.length, loosePlans.length) }, (_, index) => ({
      key: looseKeys[index],
      plan: loosePlans[index],
      isLinked: false,
    })),
  ];
  const name = keys[0]?.name ?? plans[0]?.name ?? '';
  return pairs.map((pair, index) => ({ name, ...pair, isTwin: index > 0 }));
}
