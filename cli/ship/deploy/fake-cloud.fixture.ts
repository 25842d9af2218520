// A cloud in memory for tests of deploy. It implements the calls of the port, with the names, conflicts and delays of AWS.
// It notes every call, and can let a call fail before or after carrying it out.
import { createHash } from 'node:crypto';
import { CloudError, type CloudErrorKind } from '../../cloud/cloud-error.js';
import type {
  ApiGatewayCalls,
  ApiStageSettings,
  CloudApi,
  CloudDeployment,
} from '../../cloud/api-gateway-calls.js';
import { fakeDomains, type FakeDomain } from './fake-domains.fixture.js';
import { importedSettings, patched } from './fake-api-settings.fixture.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { LogsCalls } from '../../cloud/logs-calls.js';
import type { BucketNotifications, S3Calls } from '../../cloud/s3/s3-calls.js';
import type { CloudRole, IamCalls } from '../../cloud/iam-calls.js';
import { type FakeEvents, fakeEvents } from './fake-events.fixture.js';
import { type FakeScheduler, fakeScheduler } from './fake-scheduler.fixture.js';
import { type FakeSns, fakeSns } from './fake-sns.fixture.js';
import type {
  CloudFunction,
  DescribedVersion,
  LambdaCalls,
  Permission,
} from '../../cloud/lambda-calls.js';
import { type FakeSources, fakeSources } from './fake-sources.fixture.js';

export type FakeFault = {
  /** The number of the call that fails: 1 for the next one. */
  readonly at: number;
  readonly kind: CloudErrorKind;
  /** Whether the failing call is carried out all the same. */
  readonly isCarriedOut: boolean;
};

export type FakeCloud = Cloud & {
  /** The names of the calls, in order. A test may clear the list. */
  readonly calls: string[];
  readonly arm: (fault: FakeFault | undefined) => void;
  /** Called after each call that changes something, before its answer. */
  onWrite: ((call: string) => void) | undefined;
  /** Called before each call is carried out. The call waits for what it returns. */
  onCall: ((call: string) => Promise<void> | void) | undefined;
  readonly roles: Map<string, CloudRole & { policies: Map<string, unknown>; age: number }>;
  readonly functions: Map<string, FakeFunction>;
  readonly apis: Map<string, FakeApi>;
  readonly domains: Map<string, FakeDomain>;
  /** Log groups by name. */
  readonly groups: Map<string, FakeLogGroup>;
  readonly bridge: Pick<FakeEvents, 'rules' | 'buses'>;
  /** Subscriptions by the ARN of their topic. */
  readonly topics: FakeSns['topics'];
  /** Event source mappings, with their queues, tables and streams. */
  readonly polled: Omit<FakeSources, 'calls'>;
  /** Schedules by the name of their group. */
  readonly schedules: FakeScheduler['groups'];
  /** Notifications of buckets, by the bucket's name. */
  readonly buckets: Map<string, BucketNotifications>;
};

export type FakeLogGroup = {
  readonly tags: Tags;
  readonly retentionInDays: number | undefined;
};

export type FakeFunction = {
  current: CloudFunction;
  /** The number of reads until the change is done. */
  busyReads: number;
  versions: (DescribedVersion & { zip: Uint8Array })[];
  permissions: Permission[];
};

export type FakeApi = {
  api: CloudApi;
  document: string | undefined;
  stages: Map<string, string>;
  /** Keyed by stage. */
  stageSettings: Map<string, ApiStageSettings>;
  deployments: (CloudDeployment & { document: string })[];
};

const REGION = 'eu-west-1';
const ACCOUNT = '123456789012';

export function fakeCloud(): FakeCloud {
  let fault: FakeFault | undefined;
  let count = 0;
  let clock = 0;
  const calls: string[] = [];
  const roles: FakeCloud['roles'] = new Map();
  const functions: FakeCloud['functions'] = new Map();
  const apis: FakeCloud['apis'] = new Map();
  const groups: FakeCloud['groups'] = new Map();
  const domains: FakeCloud['domains'] = new Map();
  const bridge = fakeEvents({ region: REGION, account: ACCOUNT }, refused);
  const sns = fakeSns(refused);
  const scheduler = fakeScheduler(refused);
  const buckets: FakeCloud['buckets'] = new Map();
  const s3: S3Calls = {
    getNotifications: (bucket) => {
      const notifications = buckets.get(bucket);
      return Promise.resolve(notifications && { kind: 'found', notifications });
    },
    putNotifications: async (bucket, all) => {
      has(buckets, bucket);
      for (const { functionArn } of all.entries.filter(({ kept }) => !kept)) {
        const called = functions.get(nameOf(functionArn))?.permissions ?? [];
        if (called.some(({ principal }) => principal === 's3.amazonaws.com')) continue;
        throw refused('rejected', 'putNotifications');
      }
      buckets.set(bucket, all);
      return Promise.resolve();
    },
  };

  const guard = <Calls extends object>(service: Calls): Calls =>
    new Proxy(service, {
      get: (target, name) => {
        const call: unknown = Reflect.get(target, name);
        if (typeof call !== 'function') return call;
        return async (...given: readonly unknown[]): Promise<unknown> => {
          calls.push(String(name));
          count += 1;
          await cloud.onCall?.(String(name));
          const hit = fault?.at === count ? fault : undefined;
          if (hit && !hit.isCarriedOut) throw refused(hit.kind, String(name));
          const result: unknown = await Reflect.apply(call, undefined, given);
          if (/^(?:create|put|update|tag|untag|add|remove|delete)/.test(String(name))) {
            cloud.onWrite?.(String(name));
          }
          if (hit) throw refused(hit.kind, String(name));
          return result;
        };
      },
    });

  const iam: IamCalls = {
    getRole: (name) => Promise.resolve(roles.get(name)),
    listRoles: (prefix) =>
      Promise.resolve([...roles.keys()].filter((name) => name.startsWith(prefix))),
    createRole: async ({ name, trust, tags }) => {
      if (roles.has(name)) throw refused('exists', 'createRole');
      const role = {
        name,
        arn: `arn:aws:iam::${ACCOUNT}:role/${name}`,
        trust,
        tags,
        policies: new Map<string, unknown>(),
        age: 0,
      };
      roles.set(name, role);
      return Promise.resolve(role);
    },
    updateTrust: async (name, trust) => {
      roles.set(name, { ...has(roles, name), trust });
      return Promise.resolve();
    },
    tagRole: async (name, tags) => {
      roles.set(name, { ...has(roles, name), tags });
      return Promise.resolve();
    },
    getRolePolicy: (role, policy) => Promise.resolve(roles.get(role)?.policies.get(policy)),
    putRolePolicy: async (role, policy, document) => {
      has(roles, role).policies.set(policy, document);
      return Promise.resolve();
    },
    listRolePolicies: (role) => Promise.resolve([...(roles.get(role)?.policies.keys() ?? [])]),
    deleteRolePolicy: async (role, policy) => {
      roles.get(role)?.policies.delete(policy);
      return Promise.resolve();
    },
    deleteRole: async (name) => {
      if ((roles.get(name)?.policies.size ?? 0) > 0) throw refused('rejected', 'deleteRole');
      roles.delete(name);
      return Promise.resolve();
    },
  };

  const shaOf = (zip: Uint8Array): string => createHash('sha256').update(zip).digest('base64');
  const nameOf = (text: string): string => text.split(':').at(-1) ?? '';
  const change = (
    name: string,
    changes: Partial<CloudFunction>,
    revision?: string,
  ): CloudFunction => {
    const one = has(functions, name);
    if (one.busyReads > 0) throw refused('busy', 'update');
    if (revision !== undefined && revision !== one.current.revisionId) {
      throw refused('changed', 'update');
    }
    clock += 1;
    const progress = { kind: 'working' } as const;
    one.current = { ...one.current, ...changes, progress, revisionId: `r${clock}` };
    one.busyReads = 1;
    return one.current;
  };
  const renew = (name: string): void => {
    const one = has(functions, name);
    clock += 1;
    one.current = { ...one.current, revisionId: `r${clock}` };
  };
  const publish = (one: FakeFunction, zip: Uint8Array): string => {
    const codeSha256 = shaOf(zip);
    const [newest] = one.versions;
    const { architecture } = one.current;
    if (newest?.codeSha256 === codeSha256 && newest.architecture === architecture)
      return newest.version;
    clock += 1;
    const version = String(one.versions.length + 1);
    one.versions.unshift({
      ...describedOf(one.current),
      version,
      codeSha256,
      architecture,
      publishedAt: clock,
      zip,
    });
    return version;
  };

  const lambda: LambdaCalls = {
    getFunction: (name) => Promise.resolve(functions.get(name)?.current),
    getFunctionConfiguration: (name) => {
      const one = functions.get(name);
      if (one && one.busyReads > 0) {
        one.busyReads -= 1;
        if (one.busyReads === 0) one.current = { ...one.current, progress: { kind: 'ready' } };
      }
      return Promise.resolve(one?.current);
    },
    listFunctions: (prefix) =>
      Promise.resolve([...functions.keys()].filter((name) => name.startsWith(prefix))),
    createFunction: async ({ zip, name, ...settings }) => {
      if (functions.has(name)) throw refused('exists', 'createFunction');
      const role = roles.get(nameOf(settings.role).replace('role/', ''));
      if (role && (role.age += 1) < 3) throw refused('role-not-ready', 'createFunction');
      clock += 1;
      const current: CloudFunction = {
        ...settings,
        name,
        arn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`,
        codeSha256: shaOf(zip),
        revisionId: `r${clock}`,
        progress: { kind: 'working' },
        reservedConcurrency: undefined,
      };
      const one: FakeFunction = { current, busyReads: 1, versions: [], permissions: [] };
      const version = publish(one, zip);
      functions.set(name, one);
      return Promise.resolve({ ...current, version });
    },
    updateFunctionCode: async ({ name, zip, architecture, revisionId }) => {
      const updated = change(name, { codeSha256: shaOf(zip), architecture }, revisionId);
      return Promise.resolve({ ...updated, version: publish(has(functions, name), zip) });
    },
    updateFunctionConfiguration: async ({ name, revisionId, ...settings }) =>
      Promise.resolve(change(name, settings, revisionId)),
    describeFunction: async ({ name, revisionId, description }) =>
      Promise.resolve(change(name, { description }, revisionId)),
    putConcurrency: async (name, reservedConcurrency) => {
      const one = has(functions, name);
      one.current = { ...one.current, reservedConcurrency };
      return Promise.resolve();
    },
    deleteConcurrency: async (name) => {
      const one = has(functions, name);
      one.current = { ...one.current, reservedConcurrency: undefined };
      return Promise.resolve();
    },
    tagFunction: async (arn, tags) => {
      const one = has(functions, nameOf(arn));
      one.current = { ...one.current, tags: { ...one.current.tags, ...tags } };
      return Promise.resolve();
    },
    untagFunction: async (arn, keys) => {
      const one = has(functions, nameOf(arn));
      const tags = Object.entries(one.current.tags).filter(([key]) => !keys.includes(key));
      one.current = { ...one.current, tags: Object.fromEntries(tags) };
      return Promise.resolve();
    },
    getPermissions: (name) => Promise.resolve(functions.get(name)?.permissions ?? []),
    addPermission: async (name, permission) => {
      const { permissions } = has(functions, name);
      if (!permissions.some((one) => one.statementId === permission.statementId)) {
        permissions.push(permission);
        renew(name);
      }
      return Promise.resolve();
    },
    removePermission: async (name, statementId) => {
      const one = has(functions, name);
      one.permissions = one.permissions.filter((other) => other.statementId !== statementId);
      renew(name);
      return Promise.resolve();
    },
    listVersions: (name) => Promise.resolve(functions.get(name)?.versions ?? []),
    readHistory: (name) => {
      const one = functions.get(name);
      const latest = one && {
        ...describedOf(one.current),
        codeSha256: one.current.codeSha256,
        architecture: one.current.architecture,
        publishedAt: clock,
      };
      return Promise.resolve({ latest, versions: one?.versions ?? [] });
    },
    downloadCode: async (name, version) => {
      const found = has(functions, name).versions.find((one) => one.version === version);
      if (!found) throw refused('missing', 'downloadCode');
      return Promise.resolve(found.zip);
    },
    deleteFunction: async (name) => {
      functions.delete(nameOf(name));
      return Promise.resolve();
    },
    invoke: () => Promise.reject(new Error('not here')),
  };

  const stageSettingsOf = (apiId: string, stage: string): ApiStageSettings =>
    apis.get(apiId)?.stageSettings.get(stage) ?? { tracing: false, throttle: undefined };

  const apiGateway: ApiGatewayCalls = {
    ...fakeDomains(domains, refused),
    findApis: (name) =>
      Promise.resolve([...apis.values()].map(({ api }) => api).filter((api) => api.name === name)),
    getApi: (id) => Promise.resolve(apis.get(id)?.api),
    createApi: async ({ name, tags, endpointType = 'REGIONAL', vpcEndpointIds = [] }) => {
      clock += 1;
      const none = { minimumCompressionSize: undefined, policy: undefined };
      const settings = { endpointType, vpcEndpointIds, ...none };
      const made = { id: `api${clock}`, name, description: '', createdAt: clock };
      const api: CloudApi = { ...made, tags, settings };
      const stages = { stages: new Map(), stageSettings: new Map() };
      apis.set(api.id, { api, document: undefined, ...stages, deployments: [] });
      return Promise.resolve(api);
    },
    tagApi: async (id, tags) => {
      const one = has(apis, id);
      one.api = { ...one.api, tags: { ...one.api.tags, ...tags } };
      return Promise.resolve();
    },
    untagApi: async (id, keys) => {
      const one = has(apis, id);
      const tags = Object.entries(one.api.tags).filter(([key]) => !keys.includes(key));
      one.api = { ...one.api, tags: Object.fromEntries(tags) };
      return Promise.resolve();
    },
    putApi: async (id, document) => {
      const one = has(apis, id);
      const { info } = JSON.parse(document) as { readonly info: { readonly description: string } }; // because we wrote it
      one.document = document;
      const settings = importedSettings(one.api.settings, document);
      one.api = { ...one.api, description: info.description, settings };
      return Promise.resolve(one.api);
    },
    updateApi: async (id, patches) => {
      const one = has(apis, id);
      one.api = { ...one.api, settings: patches.reduce(patched, one.api.settings) };
      return Promise.resolve(one.api);
    },
    getStage: (apiId, stage) => {
      const deploymentId = apis.get(apiId)?.stages.get(stage);
      return Promise.resolve(
        deploymentId === undefined
          ? undefined
          : { name: stage, deploymentId, description: '', ...stageSettingsOf(apiId, stage) },
      );
    },
    listStages: (apiId) =>
      Promise.resolve(
        [...(apis.get(apiId)?.stages ?? [])].map(([name, deploymentId]) => ({
          name,
          deploymentId,
          description: '',
          ...stageSettingsOf(apiId, name),
        })),
      ),
    createDeployment: async (apiId, { stage, description }) => {
      const one = has(apis, apiId);
      if (one.document === undefined) throw refused('rejected', 'createDeployment');
      clock += 1;
      const made = { id: `d${clock}`, description, createdAt: clock, document: one.document };
      one.deployments.unshift(made);
      one.stages.set(stage, made.id);
      return Promise.resolve(made);
    },
    getDeployment: (apiId, id) =>
      Promise.resolve(apis.get(apiId)?.deployments.find((one) => one.id === id)),
    updateStage: async (apiId, stage, deploymentId) => {
      has(apis, apiId).stages.set(stage, deploymentId);
      return Promise.resolve();
    },
    updateStageSettings: async (apiId, stage, settings) => {
      has(has(apis, apiId).stages, stage);
      has(apis, apiId).stageSettings.set(stage, settings);
      return Promise.resolve();
    },
    deleteStage: async (apiId, stage) => {
      apis.get(apiId)?.stages.delete(stage);
      apis.get(apiId)?.stageSettings.delete(stage);
      return Promise.resolve();
    },
    exportStage: (apiId, stage) => {
      const one = apis.get(apiId);
      const id = one?.stages.get(stage);
      return Promise.resolve(one?.deployments.find((other) => other.id === id)?.document);
    },
    deleteApi: async (id) => {
      const isMapped = [...domains.values()].some((one) =>
        [...one.mappings.values()].some(({ apiId }) => apiId === id),
      );
      if (isMapped) throw refused('rejected', 'deleteApi');
      apis.delete(id);
      return Promise.resolve();
    },
  };

  const logs: LogsCalls = {
    filterEvents: () => Promise.resolve(undefined),
    deleteGroup: async (name) => {
      groups.delete(name);
      return Promise.resolve();
    },
    listGroups: (prefix) =>
      Promise.resolve(
        [...groups]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, { retentionInDays }]) => ({ name, retentionInDays })),
      ),
    createGroup: async (name, tags) => {
      if (!groups.has(name)) groups.set(name, { tags, retentionInDays: undefined });
      return Promise.resolve();
    },
    putRetention: async (name, retentionInDays) => {
      groups.set(name, { ...has(groups, name), retentionInDays });
      return Promise.resolve();
    },
  };

  const { calls: sourceCalls, ...polled } = fakeSources({
    region: REGION,
    account: ACCOUNT,
    functions,
    policiesOf: (arn) => {
      const role = [...roles.values()].find((one) => one.arn === arn);
      return role && JSON.stringify([...role.policies]);
    },
  });

  const cloud: FakeCloud = {
    region: REGION,
    endpoint: undefined,
    profile: undefined,
    iam: guard(iam),
    lambda: guard(lambda),
    apiGateway: guard(apiGateway),
    logs: guard(logs),
    events: guard(bridge.calls),
    sns: guard(sns.calls),
    s3: guard(s3),
    scheduler: guard(scheduler.calls),
    sts: guard({
      getCallerArn: () => Promise.resolve(`arn:aws:iam::${ACCOUNT}:user/tester`),
    }),
    mappings: guard(sourceCalls.mappings),
    queues: guard(sourceCalls.sources),
    tables: guard(sourceCalls.sources),
    streams: guard(sourceCalls.sources),
    close: () => undefined,
    calls,
    arm: (next) => {
      fault = next;
      count = 0;
    },
    onWrite: undefined,
    onCall: undefined,
    roles,
    functions,
    apis,
    groups,
    domains,
    bridge,
    topics: sns.topics,
    polled,
    buckets,
    schedules: scheduler.groups,
  };
  return cloud;
}

function describedOf(one: CloudFunction): Pick<DescribedVersion, 'description' | 'settings'> {
  const { role, runtime, handler, timeout, memorySize, environment, vpc } = one;
  const { layers, ephemeralStorage, tracing } = one;
  return {
    description: one.description,
    settings: {
      ...{ role, runtime, handler, timeout, memorySize, environment, vpc },
      ...{ layers, ephemeralStorage, tracing },
    },
  };
}

function has<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const found = values.get(name);
  if (found === undefined) throw refused('missing', name);
  return found;
}

function refused(kind: CloudErrorKind, operation: string): CloudError {
  const message = `${operation} is refused: ${kind}`;
  const facts = { kind, operation, message, name: kind, status: undefined, requestId: undefined };
  return new CloudError(facts, undefined);
}
