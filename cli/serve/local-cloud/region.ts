// The state of a region: functions, logs and APIs. IAM is one for the account.
import { type ApiGateway, createApiGateway } from './api-gateway/api-gateway.js';
import { createDeliveries, type Deliveries } from './deliveries.js';
import { createEventStore, type Rule } from './events/event-store.js';
import { createEvents } from './events/events.js';
import { runScheduledRules } from './events/scheduled-rules.js';
import type { Iam } from './iam/iam.js';
import type { FunctionBook } from './lambda/function-book.js';
import { createFunctionInvoker } from './lambda/function-invoker.js';
import { createLambda } from './lambda/lambda.js';
import type { Attachments } from './lambda/run/attachments.js';
import type { MappingBook } from './lambda/mappings/mapping-book.js';
import { createPoller, type Poller } from './lambda/mappings/poller.js';
import { createFunctionRunner } from './lambda/run/function-runner.js';
import { createLogStore } from './logs/log-store.js';
import { createLogs } from './logs/logs.js';
import { createPolledServices } from './polled-services.js';
import type { Caller } from './server/caller.js';
import type { CodeDownloads } from './server/code-downloads.js';
import type { CredentialBook } from './server/credentials.js';
import { createS3 } from './s3/s3.js';
import { createScheduler, runSchedules, type ScheduleStore } from './scheduler/scheduler.js';
import { createSns } from './sns/sns.js';
import type { CloudClock, Service } from './service.js';
import { createSsm } from './ssm/ssm.js';
import { regionalStore, type StateStore } from './state-store.js';
import type { TestCloudOptions } from './test-cloud.js';

/** The state that all regions share. */
export type Account = {
  readonly account: string;
  readonly clock: CloudClock;
  readonly caller: Caller;
  readonly credentials: CredentialBook;
  readonly downloads: CodeDownloads;
  readonly iam: Iam;
  readonly bucketRegions: Map<string, string>;
  readonly cloudUrl: () => string;
  readonly store: StateStore;
  /** Where the code of functions is unpacked. */
  readonly codeFolder: () => Promise<string>;
  readonly attachments: Attachments;
};

export type Region = {
  readonly functions: FunctionBook;
  readonly services: readonly Service[];
  readonly gateway: ApiGateway;
  readonly deliveries: Deliveries;
  /** Runs the schedules that are due by the clock. */
  readonly runSchedules: () => void;
  readonly poller: Poller;
};

export function createRegion(
  region: string,
  shared: Account,
  options: Pick<TestCloudOptions, 'node' | 'quotas' | 'readsLag' | 'patience'>,
): Region {
  const { account, clock, caller, credentials, downloads, iam, cloudUrl } = shared;
  const store = regionalStore(shared.store, region);
  const { map, part } = store;
  const logs = createLogStore({ region, account, clock, groups: map('log-groups') });
  const book: FunctionBook = {
    account,
    region,
    clock,
    caller,
    roles: iam.roles,
    functions: map('functions'),
    readsLag: options.readsLag ?? 0,
    codeUrl: ({ zip }) => cloudUrl() + downloads.offer(zip),
  };
  const runner = createFunctionRunner({
    node: options.node ?? process.execPath,
    roles: iam.roles,
    logs,
    cloudUrl,
    credentials,
    codeFolder: shared.codeFolder,
    attachments: shared.attachments,
  });
  const functions = createFunctionInvoker(book, runner);
  const deliveries = createDeliveries(functions);
  const schedules: ScheduleStore = {
    ...{ region, account, clock, deliveries },
    roles: iam.roles,
    groups: part(
      'schedule-groups',
      () => new Map([['default', { tags: [], schedules: new Map() }]]),
    ),
  };
  const events = createEventStore({
    ...{ region, account, clock, deliveries },
    buses: part('buses', () => new Map([['default', new Map<string, Rule>()]])),
  });
  const gateway = createApiGateway({
    resources: {
      apis: map('apis'),
      keys: map('api-keys'),
      plans: map('usage-plans'),
      domains: map('domains'),
    },
    account,
    region,
    clock,
    functions,
    roles: iam.roles,
    quotas: options.quotas ?? false,
    ...(options.patience && { patience: options.patience }),
    credentialsOf: (accessKeyId) =>
      accessKeyId === credentials.user.accessKeyId
        ? credentials.user
        : credentials.sessionOf(accessKeyId),
  });
  const polled = createPolledServices({ region, account, clock, cloudUrl, store });
  const mappings: MappingBook = {
    region,
    account,
    clock,
    sources: polled.sources,
    mappings: map('mappings'),
  };
  const services = [
    createLambda(book, runner, mappings),
    createLogs(logs),
    gateway.service,
    createEvents(events),
    createS3({
      region,
      account,
      clock,
      deliveries,
      events,
      buckets: map('buckets'),
      regions: shared.bucketRegions,
      maySend: (sending) => functions.permits(sending),
    }),
    createScheduler(schedules),
    createSns({ region, account, clock, deliveries, topics: map('topics') }),
    createSsm({ region, account, clock, parameters: map('parameters') }),
    ...polled.services,
  ];
  return {
    functions: book,
    services,
    gateway,
    deliveries,
    runSchedules: () => {
      runScheduledRules(events);
      runSchedules(schedules);
    },
    poller: createPoller({ book, mappings, runner }),
  };
}
