// The resource type for API keys (`api_keys`, docs/guide/api-keys.md). Each key has a usage plan with the same name, which
// contains its limits and grants access to the API's stage. Names are not unique, so ours are recognized by our tag.
import { isText } from '../../../../compiler/json-values.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudUsagePlan, PlanLimits, PlanStage } from '../../../cloud/services/api-keys.js';
import type { ApiPatch } from '../../../cloud/services/domains.js';
import { baseName } from '../../../config/cloud-names.js';
import { limitsText, quotaText } from '../../../config/stage-keys.js';
import { arnPrefix, type DeployerScope, ownCondition } from '../../stage/deployer-scope.js';
import { attributeOf, bothFormats, type ExportedResource, tagsRow } from '../../stage/exported.js';
import { listType } from '../../stage/list-type.js';
import { changedFields, type FieldChange, fieldText } from '../../stage/plan-rows.js';
import { createOnce, notShown, retry } from '../../stage/repeated-calls.js';
import type { ResourceType } from '../../stage/resource-type.js';
import type { Step, Ports, Session } from '../../stage/run-steps.js';
import {
  byName,
  type Desired,
  type DesiredInput,
  type Observed,
  type Owner,
  type WantedChange,
} from '../../stage/states.js';
import { STAGE_ID, apiId, apiIdIn } from '../rest-api/api-state.js';
import { publishId } from '../rest-api/api-steps.js';
import {
  type DesiredApiKey,
  limitsOf,
  type ObservedApiKey,
  readApiKeys,
  settingsOf,
} from './read-api-keys.js';

export const apiKey: ResourceType = listType({
  property: 'apiKeys',
  noun: 'API key',
  nameOf: (one) => {
    if (typeof one === 'string') return one;
    const isTwin = 'isTwin' in one && one.isTwin;
    return isTwin ? `${one.name} (${one.key?.id ?? one.plan?.id ?? ''})` : one.name;
  },
  desired: desiredKeys,
  isSame: (one, existing) => one.name === existing.name && !existing.isTwin,
  tagsOf: (one) => ('tags' in one ? one.tags : (one.key?.tags ?? one.plan?.tags)),
  read: {
    none: { apiKeys: [] },
    recorded: async ({ cloud, desired, record }) => {
      const mayBe = desired.apiKeys.length > 0 || record.apiKeys !== undefined;
      return { apiKeys: mayBe ? await readApiKeys(cloud, desired, wantedNames(desired)) : [] };
    },
    // Without a record, a tag on the API says whether its stage has keys. Stages without keys make no calls for them.
    all: async ({ cloud, desired, record, named, app, stage }) => {
      const mayBe =
        wantedNames(desired).length > 0 ||
        record?.apiKeys !== undefined ||
        (await named.api)?.hasKeys === true;
      const owner = { app, stage };
      return { apiKeys: mayBe ? await readApiKeys(cloud, owner, wantedNames(desired)) : [] };
    },
  },
  compare: (one, existing, states) => {
    if (!existing) return {};
    const { key, plan, isLinked } = existing;
    const isThere = key !== undefined && plan !== undefined;
    return {
      parts: [
        ...(key ? [] : ['key']),
        ...(plan ? [] : ['plan']),
        ...(plan && !isAttached(plan, one, states.observed) ? ['stage'] : []),
        ...(isThere && !isLinked ? ['link'] : []),
      ],
      fields: [
        ...changedFields([['enabled', key?.isEnabled ?? true, true]]),
        ...(plan ? limitChanges(plan, one) : []),
      ],
    };
  },
  details: ({ action, desired, fields, parts }) =>
    action === 'create'
      ? [limitsText(settingsOf(desired))]
      : [...fields.map(fieldText), ...parts.map((part) => PARTS[part] ?? part)],
  removalDetails: () => ['its value is lost permanently'],
  loss: ', whose value is then lost',
  document: ({ name }, { parts, fields }) => ({ name, parts, fields }),
  phase: 'publish',
  firstSteps: noteSteps,
  step: (change, session) => ({
    // The stage exists once the API is published.
    dependsOn: [publishId, NOTE_ID],
    run: () => makeKey(change, session),
  }),
  deletion: { before: ['API', 'stage'], isUnasked: false },
  remove: removeKey,
  record: {
    property: 'apiKeys',
    of: (one) => (typeof one === 'string' ? one : one.name),
    isValid: isText,
  },
  deployer: {
    mayExist: ({ api, hasApi, record }) =>
      (hasApi && Object.keys(api?.api_keys ?? {}).length > 0) || record?.apiKeys !== undefined,
    statements: [
      { resource: 'api-keys', sid: 'ApiKeyLists', arns: (scope) => arnsFor(scope, 'apikeys') },
      {
        // The same action can also read a key's value, so the policy allows it only for keys of this stage.
        resource: 'api-key',
        sid: 'ApiKeys',
        arns: (scope) => arnsFor(scope, 'apikeys/*'),
        condition: ownCondition,
      },
      { resource: 'usage-plans', sid: 'UsagePlanLists', arns: (s) => arnsFor(s, 'usageplans') },
      {
        resource: 'usage-plan',
        sid: 'UsagePlans',
        arns: (scope) => arnsFor(scope, 'usageplans/*'),
        condition: ownCondition,
      },
      {
        // The keys in a plan do not inherit the plan's tags.
        resource: 'plan-keys',
        sid: 'UsagePlanKeys',
        arns: (scope) => arnsFor(scope, 'usageplans/*/keys', 'usageplans/*/keys/*'),
      },
    ],
  },
  exports: exportKey,
  adopts: ({ name }, { key, plan, isLinked }) => [
    ...(key ? [{ resource: keyId(name), importId: key.id }] : []),
    ...(plan ? [{ resource: planId(name), importId: plan.id }] : []),
    ...(key && plan && isLinked
      ? [{ resource: linkId(name), importId: `${plan.id}/${key.id}` }]
      : []),
  ],
});

const PARTS: Readonly<Record<string, string>> = {
  key: 'was deleted by hand: it is created again, with a new value',
  plan: 'its usage plan is created again',
  stage: 'its usage plan is attached to the stage',
  link: 'is added to its usage plan again',
};

function desiredKeys({ manifest, config, app, ownTags }: DesiredInput): readonly DesiredApiKey[] {
  if (manifest.routes.length === 0) return [];
  const { api_keys: keys = {}, api_gateway_stage: stage } = config.settings;
  return Object.entries(keys)
    .map(([key, settings]) => ({
      name: `${baseName(app, config.stage)}-${key}`,
      key,
      stage,
      ...limitsOf(settings),
      tags: ownTags,
    }))
    .toSorted(byName);
}

function limitChanges(before: PlanLimits, after: PlanLimits): readonly FieldChange[] {
  const [from, to] = [settingsOf(before), settingsOf(after)];
  return changedFields([
    ['rate', from.rate, to.rate],
    ['burst', from.burst, to.burst],
    ['quota', from.quota && quotaText(from.quota), to.quota && quotaText(to.quota)],
  ]);
}

function isStage(one: PlanStage, other: PlanStage): boolean {
  return one.apiId === other.apiId && one.stage === other.stage;
}

function isAttached({ stages }: CloudUsagePlan, { stage }: DesiredApiKey, { api }: Observed) {
  const [only] = stages;
  const isOnly = stages.length === 1 && only !== undefined;
  return isOnly && api?.deployment !== undefined && isStage(only, { apiId: api.id, stage });
}

function wantedNames(desired: Desired | undefined): readonly string[] {
  return (desired?.apiKeys ?? []).map(({ name }) => name);
}

const NOTE_ID = 'note-keys';

/** Tags an API when it gets its first keys, so that other machines know that it has keys. The tag is never removed. */
function noteSteps(session: Session): readonly Step[] {
  const { plan, previous, observed, desired, cloud } = session;
  const isMade = plan.apiKeys.some(({ action }) => action === 'create' || action === 'update');
  const isNoted = observed.api?.hasKeys ?? (observed.api && previous?.apiKeys !== undefined);
  if (!isMade || isNoted === true || plan.api?.action === 'create') return [];
  return [
    {
      id: NOTE_ID,
      label: { verb: 'update', object: `tags of API ${plan.app}-${plan.stage}` },
      dependsOn: [publishId],
      run: () => cloud.apiGateway.tagApi(apiIdIn(session), desired.api?.tags ?? {}),
    },
  ];
}

async function makeKey(
  { desired, observed }: WantedChange<DesiredApiKey, ObservedApiKey>,
  session: Session,
): Promise<void> {
  const { cloud, wait } = session;
  const { apiGateway } = cloud;
  const { name, tags, stage } = desired;
  const find = async (): Promise<ObservedApiKey | undefined> =>
    (await readApiKeys(cloud, session.desired)).find((one) => one.name === name && !one.isTwin);
  const key =
    observed?.key ??
    (await createOnce(
      () => apiGateway.createKey(name, tags),
      async () => (await find())?.key,
      wait,
    ));
  if (!key.isEnabled) await apiGateway.enableKey(key.id);
  const location = { apiId: apiIdIn(session), stage };
  const plan =
    observed?.plan ??
    (await createOnce(
      () =>
        // The stage may not be visible yet.
        retry(() => apiGateway.createPlan({ ...desired, ...location }), wait, ['missing', 'busy']),
      async () => (await find())?.plan,
      wait,
    ));
  await changePlan(plan, { ...desired, stages: [location] }, { cloud, wait });
  const isNew = observed?.key === undefined || observed.plan === undefined;
  if (observed?.isLinked === true) return;
  await retry(() => apiGateway.addPlanKey(plan.id, key.id), wait, [...notShown(isNew), 'busy']);
}

/** Adds missing settings and replaces others: docs.aws.amazon.com/apigateway/latest/api/patch-operations.html */
function planPatches(
  from: CloudUsagePlan,
  { stages, ...to }: PlanLimits & Pick<CloudUsagePlan, 'stages'>,
): readonly ApiPatch[] {
  const stagePatch = (op: 'add' | 'remove', { apiId, stage }: PlanStage): ApiPatch => ({
    op,
    path: '/apiStages',
    value: `${apiId}:${stage}`,
  });
  const isIn = (list: readonly PlanStage[], one: PlanStage): boolean =>
    list.some((other) => isStage(one, other));
  return [
    ...stages.filter((one) => !isIn(from.stages, one)).map((one) => stagePatch('add', one)),
    ...from.stages.filter((one) => !isIn(stages, one)).map((one) => stagePatch('remove', one)),
    ...memberPatches('/throttle', from.throttle, to.throttle),
    ...memberPatches('/quota', from.quota, to.quota),
  ];
}

function memberPatches(path: string, from: object | undefined, to: object | undefined) {
  if (!to) return from ? [{ op: 'remove', path } as const] : [];
  return Object.entries(to)
    .filter(([name, value]) => from === undefined || Reflect.get(from, name) !== value)
    .map(([name, value]): ApiPatch => ({
      op: from ? 'replace' : 'add',
      path: `${path}/${name}`,
      value: String(value),
    }));
}

/** The last change to a usage plan in each cloud. The next one waits for it: API Gateway accepts one every 20 seconds. */
const changing = new WeakMap<Cloud, Promise<unknown>>();

async function changePlan(
  plan: CloudUsagePlan,
  to: PlanLimits & Pick<CloudUsagePlan, 'stages'>,
  { cloud, wait }: Ports,
): Promise<void> {
  const { id } = plan;
  const patches = planPatches(plan, to);
  if (patches.length === 0) return;
  // Returns the patches that remain if the response is lost.
  const left = async (): Promise<readonly ApiPatch[]> => {
    const found = (await cloud.apiGateway.listPlans()).find((one) => one.id === id);
    return found ? planPatches(found, to) : [];
  };
  const change = (): Promise<unknown> =>
    createOnce(
      async () => {
        await retry(() => cloud.apiGateway.updatePlan(id, patches), wait);
        return true;
      },
      async () => ((await left()).length === 0 ? true : undefined),
      wait,
    );
  const turn = (changing.get(cloud) ?? Promise.resolve()).then(change, change);
  changing.set(cloud, turn);
  await turn;
}

/** Detaches the plan before the stage is deleted, then deletes the key, which removes it from the plan, and then the plan. */
async function removeKey(
  one: ObservedApiKey | string,
  { cloud, wait }: Ports,
  owner: Owner,
): Promise<void> {
  const find = async (): Promise<readonly ObservedApiKey[]> =>
    (await readApiKeys(cloud, owner)).filter(({ name }) => name === one);
  for (const { key, plan } of typeof one === 'string' ? await find() : [one]) {
    if (plan) await changePlan(plan, { ...plan, stages: [] }, { cloud, wait });
    const { listKeys, listPlans, deleteKey, deletePlan } = cloud.apiGateway;
    if (key) await unlessGone(key, deleteKey, () => listKeys(key.name));
    if (plan) await unlessGone(plan, (id) => retry(() => deletePlan(id), wait), listPlans);
  }
}

type Identified = { readonly id: string };

/** If the first response is lost, the second attempt may be denied: a deleted resource has no tag that permits the call. */
async function unlessGone(
  { id }: Identified,
  remove: (id: string) => Promise<void>,
  list: () => Promise<readonly Identified[]>,
): Promise<void> {
  try {
    await remove(id);
  } catch (error) {
    if (!isCloudError(error) || (await list()).some((one) => one.id === id)) throw error;
  }
}

function arnsFor(scope: DeployerScope, ...paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${arnPrefix('apigateway', scope)}::/${path}`);
}

// Exports keys and plans to Terraform and CloudFormation, which create the value of a key.

function keyId(name: string): string {
  return `API key ${name}`;
}

function planId(name: string): string {
  return `usage plan ${name}`;
}

function linkId(name: string): string {
  return `usage plan key ${name}`;
}

function exportKey(one: DesiredApiKey): readonly ExportedResource[] {
  const { name, key, stage: _stage, throttle, quota, tags, ...rest } = one;
  rest satisfies Record<string, never>;
  const api = attributeOf(apiId, 'id');
  const stage = attributeOf(STAGE_ID, 'name');
  const throttles = throttle && {
    rate_limit: throttle.rateLimit,
    burst_limit: throttle.burstLimit,
  };
  return [
    {
      id: keyId(name),
      kind: 'ApiKey',
      key,
      ...bothFormats(
        ['aws_api_gateway_api_key', 'AWS::ApiGateway::ApiKey'],
        [[name, 'name', 'Name'], [true, 'enabled', 'Enabled'], tagsRow(tags)],
        { id: ['id', 'Ref'] },
      ),
    },
    {
      id: planId(name),
      kind: 'UsagePlan',
      key,
      ...bothFormats(
        ['aws_api_gateway_usage_plan', 'AWS::ApiGateway::UsagePlan'],
        [
          [name, 'name', 'UsagePlanName'],
          [[{ api_id: api, stage }], 'api_stages', 'ApiStages', [{ ApiId: api, Stage: stage }]],
          [
            throttles && [throttles],
            'throttle_settings',
            'Throttle',
            throttle && { RateLimit: throttle.rateLimit, BurstLimit: throttle.burstLimit },
          ],
          [
            quota && [quota],
            'quota_settings',
            'Quota',
            quota && { Limit: quota.limit, Period: quota.period },
          ],
          tagsRow(tags),
        ],
        { id: ['id', 'Ref'] },
      ),
    },
    {
      id: linkId(name),
      kind: 'UsagePlanKey',
      key,
      ...bothFormats(
        ['aws_api_gateway_usage_plan_key', 'AWS::ApiGateway::UsagePlanKey'],
        [
          [attributeOf(keyId(name), 'id'), 'key_id', 'KeyId'],
          ['API_KEY', 'key_type', 'KeyType'],
          [attributeOf(planId(name), 'id'), 'usage_plan_id', 'UsagePlanId'],
        ],
      ),
    },
  ];
}
