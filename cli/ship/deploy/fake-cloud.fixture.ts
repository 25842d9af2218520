// A cloud in memory for tests of deploy. It implements the calls of the port, with the names, conflicts and delays of AWS.
// It notes every call, and can let a call fail before or after carrying it out.
import type { CloudErrorKind } from '../../cloud/cloud-error.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { BucketNotifications } from '../../cloud/services/s3.js';
import { type FakeApi, fakeApiGateway } from './fake-api-gateway.fixture.js';
import type { FakeDomain } from './fake-domains.fixture.js';
import { type FakeEvents, fakeEvents } from './fake-events.fixture.js';
import { fakeIam, type FakeRole } from './fake-iam.fixture.js';
import { type FakeFunction, fakeLambda, nameOf } from './fake-lambda.fixture.js';
import { has, refused } from './fake-refusal.fixture.js';
import { type FakeScheduler, fakeScheduler } from './fake-scheduler.fixture.js';
import { type FakeSns, fakeSns } from './fake-sns.fixture.js';
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
  readonly roles: Map<string, FakeRole>;
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

const REGION = 'eu-west-1';
const ACCOUNT = '123456789012';

export function fakeCloud(): FakeCloud {
  let fault: FakeFault | undefined;
  let count = 0;
  const clock = { time: 0 };
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
  const s3: Cloud['s3'] = {
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

  const logs: Cloud['logs'] = {
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
    iam: guard(fakeIam(roles, ACCOUNT)),
    lambda: guard(fakeLambda({ region: REGION, account: ACCOUNT, functions, roles, clock })),
    apiGateway: guard(fakeApiGateway({ apis, domains, clock })),
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
