// The state of a region: functions, logs and APIs. IAM is shared by the whole account.
import { createControlPlane } from './api-gateway/control/control-plane.js';
import type { Store } from './api-gateway/control/store.js';
import { type DataPlane, createDataPlane } from './api-gateway/data/data-plane.js';
import {
  type Deliveries,
  type QueueDelivery,
  type Waiting,
  createDeliveries,
} from './deliveries.js';
import {
  type Rule,
  createEventStore,
  nextScheduledRule,
  runScheduledRules,
} from './events/event-store.js';
import { createEvents } from './events/events.js';
import type { Iam } from './iam/iam.js';
import type { FunctionBook } from './lambda/function-book.js';
import { createFunctionInvoker, createLambda } from './lambda/lambda.js';
import type { Attachments } from './lambda/run/attachments.js';
import type { MappingBook } from './lambda/mappings/mapping-book.js';
import { type Poller, createPoller } from './lambda/mappings/poller.js';
import { createFunctionRunner } from './lambda/run/function-runner.js';
import { createLogStore } from './logs/log-store.js';
import { createLogs } from './logs/logs.js';
import type { Caller, CredentialBook } from './server/caller.js';
import type { CodeDownloads } from './lambda/code.js';
import { createS3 } from './s3/s3.js';
import {
  type ScheduleStore,
  createScheduler,
  nextSchedule,
  runSchedules,
} from './scheduler/scheduler.js';
import { createSns } from './sns/sns.js';
import type { Place, Service } from './service.js';
import { createSsm } from './ssm/ssm.js';
import { type StateStore, regionalStore } from './state-store.js';
import { createWakes, earliest, type SourceBook, workAlone } from './polled-source.js';
import { createDynamodb } from './dynamodb/dynamodb.js';
import { type TableStore, nextExpiry, tableSources } from './dynamodb/table-store.js';
import { type KinesisStore, createKinesis, kinesisSource } from './kinesis/kinesis.js';
import {
  type QueueStore,
  deliverMessage,
  queueAt,
  queueSource,
  sendMessage,
} from './sqs/queue-store.js';
import { createSqs } from './sqs/sqs.js';

type Account = Omit<Place, 'region'> & {
  readonly caller: Caller;
  readonly credentials: CredentialBook;
  readonly downloads: CodeDownloads;
  readonly iam: Iam;
  readonly bucketRegions: Map<string, string>;
  readonly cloudUrl: () => string;
  readonly store: StateStore;
  readonly codeFolder: () => Promise<string>;
  readonly attachments: Attachments;
};

export type Region = {
  readonly functions: FunctionBook;
  readonly services: readonly Service[];
  /** Serves the deployed APIs. */
  readonly gateway: DataPlane;
  readonly deliveries: Deliveries;
  readonly runSchedules: () => void;
  readonly poller: Poller;
  /** Called when there may be new messages or records. */
  readonly wake: () => void;
  readonly stop: () => void;
};

export type RegionOptions = {
  /** The Node.js arguments for a function's process; defaults to the runtime of this package. */
  readonly runtime?: readonly string[];
  /** The Node.js executable for functions; defaults to the current one. */
  readonly node?: string;
  /** Unscaled milliseconds until reads find a new role or function; defaults to 0. */
  readonly readsLag?: number;
  /** Returns how long an API waits for a function with this integration timeout, in unscaled milliseconds. */
  readonly patience?: (milliseconds: number) => number;
  /** True to deliver queues, streams and schedules automatically. */
  readonly live?: boolean;
  /** Called after every call that may have changed the state. */
  readonly onChange?: () => void;
};

/** How long an idle function process waits for its next event, in milliseconds. */
const PROCESS_RESTS = 600_000;

export function createRegion(region: string, shared: Account, options: RegionOptions): Region {
  const { account, clock, caller, credentials, downloads, iam, cloudUrl } = shared;
  const place: Place = { region, account, clock };
  const { roles } = iam;
  const store = regionalStore(shared.store, region);
  const { map, part } = store;
  const logs = createLogStore({ ...place, groups: map('log-groups') }, options.onChange);
  const book: FunctionBook = {
    ...place,
    ...{ caller, roles },
    functions: map('functions'),
    readsLag: options.readsLag ?? 0,
    codeUrl: ({ zip }) => cloudUrl() + downloads.offer(zip),
    forget: (functionArn) => runner.forget(functionArn),
  };
  const runner = createFunctionRunner({
    node: options.node ?? process.execPath,
    ...(options.runtime && { runtime: options.runtime }),
    ...{ roles, logs, cloudUrl, credentials },
    codeFolder: shared.codeFolder,
    attachments: shared.attachments,
    ...(options.live && { afterRest: (run) => clock.after(PROCESS_RESTS, run) }),
  });
  const functions = createFunctionInvoker(book, runner);
  const isLive = options.live ?? false;
  const wakes = createWakes(clock);
  const polled = createPolledServices(store, { ...place, cloudUrl, wakes });
  const { deliver } = polled;
  const deliveries = createDeliveries({
    ...{ functions, deliver, clock, isLive },
    waiting: part('deliveries', () => new Set<Waiting>()),
  });
  const schedules: ScheduleStore = {
    ...{ ...place, deliveries, roles },
    groups: part(
      'schedule-groups',
      () => new Map([['default', { tags: [], schedules: new Map() }]]),
    ),
  };
  const events = createEventStore({
    ...{ ...place, deliveries },
    buses: part('buses', () => new Map([['default', new Map<string, Rule>()]])),
  });
  const apis: Store = {
    ...{ ...place, apis: map('apis'), keys: map('api-keys') },
    ...{ plans: map('usage-plans'), domains: map('domains') },
  };
  const gateway = createDataPlane(apis, {
    ...{ functions, roles },
    patience: options.patience ?? ((milliseconds) => milliseconds),
    credentialsOf: (accessKeyId) =>
      accessKeyId === credentials.user.accessKeyId
        ? credentials.user
        : credentials.sessionOf(accessKeyId),
  });
  const { sources } = polled;
  const mappings: MappingBook = { ...place, sources, mappings: map('mappings') };
  const sendLater = (functionArn: string, event: unknown): void => {
    const sender = { principal: 'lambda.amazonaws.com', sourceArn: functionArn };
    deliveries.send({ ...sender, functionArn, event, isPermitted: true });
  };
  const poller = createPoller({ book, mappings, runner });
  const runAll = (): void => {
    runScheduledRules(events, isLive);
    runSchedules(schedules, isLive);
  };
  const nextAt = (): number | undefined => {
    // The clock is read first, so that a time that passes during this call is not skipped.
    const now = clock.now();
    const scheduled = [...nextScheduledRule(events), ...nextSchedule(schedules)];
    return earliest([poller.nextAt(), polled.nextAt(), ...scheduled], now);
  };
  const begin = (): void => {
    options.onChange?.();
    runAll();
    poller.begin(wakes.wake);
  };
  const stop = isLive ? workAlone({ clock, wakes, begin, nextAt }) : undefined;
  const services = [
    createLambda(book, { runner, mappings, sendLater: isLive ? sendLater : undefined }),
    createLogs(logs),
    createControlPlane(apis),
    createEvents(events),
    createS3({
      ...{ ...place, deliveries, events },
      buckets: map('buckets'),
      regions: shared.bucketRegions,
      maySend: (sending) => functions.permits(sending),
    }),
    createScheduler(schedules),
    createSns({ ...place, deliveries, topics: map('topics') }),
    createSsm({ ...place, parameters: map('parameters') }),
    ...polled.services,
  ];
  return {
    functions: book,
    services,
    gateway,
    deliveries,
    wake: wakes.wake,
    stop: () => {
      stop?.();
      poller.stop();
      deliveries.close();
    },
    runSchedules: runAll,
    poller,
  };
}

function createPolledServices(
  { map }: StateStore,
  ports: Place & Pick<QueueStore, 'cloudUrl' | 'wakes'>,
) {
  const queues: QueueStore = { ...ports, queues: map('queues'), deleted: map('deleted-queues') };
  const tables: TableStore = { ...ports, tables: map('tables'), tokens: map('tokens') };
  const streams: KinesisStore = { ...ports, streams: map('streams') };
  const all = () => [
    ...[...queues.queues.values()].map((queue) => queueSource(queues, queue)),
    ...tableSources(tables),
    ...[...streams.streams.values()].map(kinesisSource),
  ];
  const deliver: QueueDelivery = (target, message) => deliverMessage(queues, target, message);
  const sources: SourceBook = {
    find: (arn) => all().find((one) => one.arn === arn),
    notify: (arn, body) => {
      const queue = queueAt(queues, arn);
      if (queue) sendMessage(queues, queue, { body: JSON.stringify(body) });
    },
  };
  return {
    services: [createSqs(queues), createDynamodb(tables), createKinesis(streams)],
    deliver,
    sources,
    /** Returns when the next expiring item is deleted, which creates a stream record. */
    nextAt: () => nextExpiry(tables),
  };
}
