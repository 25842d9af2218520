// Desired and observed states for tests, built from the parts that a test depends on.
import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { ANY_REGION } from '../../../compiler/openapi/openapi-document.js';
import { loadConfig } from '../../config/load-config.js';
import type { RawConfig } from '../../config/keys.js';
import { manifestOf, type RouteSketch } from '../../serve/gateway/manifest-of.fixture.js';
import { roleNeeds } from '../policy/role-need.js';
import type { RolePolicies, RolePolicy } from '../policy/role-policies.js';
import { buildDesired } from './prepare-deploy.js';
import type { CloudFunction } from '../../cloud/services/lambda-function.js';
import type { Desired, Observed } from '../stage/states.js';
import { statementsFor } from '../resources/event-source/invokers.js';
import { filterDigest, topicArn } from '../resources/subscription/subscription.js';
import { scheduleDigest, schedulerRoleIn } from '../resources/schedule/scheduler-role.js';
import { targetDigest } from '../resources/rule/desired-rules.js';
import { permissionsFor } from '../resources/permission/permission-steps.js';
import type {
  AuthorizerEntry,
  EventEntry,
  ResourceEntry,
} from '../../../runtime/contract/manifest.js';
import type { DesiredFunction } from '../resources/function/function-settings.js';

export type StateSketch = {
  readonly routes?: readonly RouteSketch[];
  readonly functions?: readonly string[];
  readonly events?: readonly EventEntry[];
  readonly resources?: readonly ResourceEntry[];
  readonly authorizers?: readonly AuthorizerEntry[];
  readonly config?: RawConfig;
  readonly policies?: RolePolicies;
  /** The hash of the code. */
  readonly code?: string;
  readonly version?: string;
  readonly region?: string;
  /** The content of `api_gateway_policy_file`. */
  readonly apiPolicy?: unknown;
};

const ACCOUNT = { id: '123456789012', partition: 'aws' };
const API_ID = 'abcde12345';
const REGION = 'eu-west-1';

/** Returns the desired state for the stage `dev` of an application `fixture`, by default with one route. */
export function desiredOf(sketch: StateSketch = {}): Desired {
  const { routes = [{ path: '/' }], functions = [], authorizers = [], events, resources } = sketch;
  const manifest = {
    ...manifestOf(routes, { functions, authorizers }),
    ...(events && { events }),
    ...(resources && { resources }),
  };
  const text = JSON.stringify(sketch.config ?? {});
  const files = { readText: () => text, isFile: () => true, forget: () => undefined };
  const { config, diagnostics } = loadConfig({ root: '/project', files }, 'dev');
  if (!config) throw new Error(JSON.stringify(diagnostics));
  const generated = Object.fromEntries(
    roleNeeds(manifest, config).map(({ name }): [string, RolePolicy] => [name, LOGS]),
  );
  return buildDesired({
    manifest,
    config,
    policies: { ...generated, ...sketch.policies },
    package: { zip: new Uint8Array(), sha256: sketch.code ?? 'code' },
    region: sketch.region ?? REGION,
    account: sketch.region === ANY_REGION ? undefined : ACCOUNT,
    apiPolicy: sketch.apiPolicy,
    version: sketch.version ?? '1.0.0',
  });
}

/** Like {@link desiredOf}, but with a zip whose module has this text. */
export function appWith(code: string, sketch: StateSketch = {}): Desired {
  return { ...desiredOf(sketch), package: packageOf(code) };
}

export function packageOf(code: string): Desired['package'] {
  const mtime = new Date(1980, 0, 1);
  const zip = zipSync({ 'index.mjs': new TextEncoder().encode(code) }, { mtime });
  return { zip, sha256: createHash('sha256').update(zip).digest('base64') };
}

/** The permissions that every role has. */
const LOGS: RolePolicy = {
  kind: 'generated',
  generated: {
    document: {
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'Logs',
          Effect: 'Allow',
          Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: ['arn:*:logs:*:*:*'],
        },
      ],
    },
    reasons: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({
      action,
      resources: ['arn:*:logs:*:*:*'],
      because: { kind: 'logs' },
    })),
    diagnostics: [],
  },
};

const NO_RESOURCES = { ownTables: [], ownQueues: [], ownTopics: [], ownBuckets: [] } as const;

/** The observed state in which nothing exists. */
export const NOTHING: Observed = {
  account: undefined,
  roles: [],
  functions: [],
  permissions: new Map(),
  logGroups: [],
  apiKeys: [],
  mappings: [],
  sources: new Map(),
  api: undefined,
  rules: [],
  missingBuses: [],
  accountOfRules: undefined,
  subscriptions: [],
  missingTopics: [],
  buckets: [],
  missingBuckets: [],
  bucketsElsewhere: [],
  scheduleGroup: undefined,
  schedules: [],
  ...NO_RESOURCES,
  parameters: [],
};

/** Returns the observed state after a deploy of the desired state. */
export function observedOf(desired: Desired): Observed {
  const { roles, functions, api } = desired;
  return {
    account: ACCOUNT,
    roles: roles.map(({ name, trust, policy, tags }) => ({
      name,
      role: { name, arn: roleArn(name), trust, tags },
      policy,
    })),
    functions: functions.map((one) => observedFunction(one, desired)),
    logGroups: desired.logGroups.map(({ name, retentionInDays }) => ({ name, retentionInDays })),
    apiKeys: desired.apiKeys.map(({ name, tags, stage, throttle, quota }) => ({
      name,
      key: { id: 'key1', name, isEnabled: true, createdAt: 0, tags },
      plan: { id: 'plan1', name, throttle, quota, stages: [{ apiId: API_ID, stage }], tags },
      isLinked: true,
      isTwin: false,
    })),
    mappings: [],
    sources: new Map(),
    permissions: new Map(
      functions.flatMap(({ name }) => {
        const { invokedAs = [] } = desired.permissions.find((one) => one.name === name) ?? {};
        const own = desired.invokers.filter(({ functionName }) => functionName === name);
        const all = [
          ...permissionsFor(invokedAs, { account: ACCOUNT, region: REGION, apiId: API_ID }),
          ...statementsFor(own, { account: ACCOUNT, region: REGION }),
        ];
        return all.length > 0 ? [[name, all] as const] : [];
      }),
    ),
    rules: desired.rules.map(({ functionName, input, tags, ...one }) => ({
      ...one,
      arn: `arn:aws:events:${REGION}:${ACCOUNT.id}:rule/${one.name}`,
      target: targetDigest(functionName, input),
      tags,
    })),
    parameters: [],
    missingBuses: [],
    accountOfRules: undefined,
    subscriptions: desired.subscriptions.map(({ topic, functionName, filter }) => ({
      topic: topicArn(topic, { account: ACCOUNT, region: REGION }),
      functionName,
      account: ACCOUNT,
      arn: 'arn:aws:sns:one',
      filter: filterDigest(filter),
    })),
    missingTopics: [],
    buckets: desired.buckets.map(({ name, entries, usesEventBridge }) => ({
      name,
      notifications: {
        entries: entries.map(({ functionName, ...one }) => ({
          ...one,
          functionArn: `arn:aws:lambda:${REGION}:${ACCOUNT.id}:function:${functionName}`,
        })),
        hasEventBridge: usesEventBridge,
        others: {},
      },
    })),
    missingBuckets: [],
    bucketsElsewhere: [],
    ...NO_RESOURCES,
    scheduleGroup:
      desired.schedules.length === 0 ? undefined : { tags: desired.functions[0]?.tags },
    schedules: desired.schedules.map((one) => ({
      name: one.name,
      isEnabled: one.isEnabled,
      digest: scheduleDigest(one, schedulerRoleIn(desired)),
    })),
    api: api && {
      id: API_ID,
      tag: api.tags['cloud-framework'],
      deployment: { id: 'deploy1', hash: api.hash },
      otherStages: [],
      settings: api.settings,
      stageSettings: api.stageSettings,
      routes: api.routes,
    },
  };
}

function roleArn(name: string): string {
  return `arn:aws:iam::${ACCOUNT.id}:role/${name}`;
}

function observedFunction(one: DesiredFunction, desired: Desired): CloudFunction {
  const { role, ...settings } = one;
  return {
    ...settings,
    role: role.kind === 'given' ? role.arn : roleArn(role.name),
    arn: `arn:aws:lambda:${REGION}:${ACCOUNT.id}:function:${one.name}`,
    codeSha256: desired.package.sha256,
    codeSize: desired.package.zip.byteLength,
    revisionId: 'revision',
    progress: { kind: 'ready' },
    description: '',
  };
}
