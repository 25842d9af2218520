// The services of a region whose queues and streams Lambda polls.
import type { QueueDelivery } from './deliveries.js';
import { createDynamodb } from './dynamodb/dynamodb.js';
import { nextExpiry, tableSources, type TableStore } from './dynamodb/table-store.js';
import { createKinesis, type KinesisStore, kinesisSource } from './kinesis/kinesis.js';
import type { SourceBook } from './polled-source.js';
import type { CloudClock, Service } from './service.js';
import {
  deliverMessage,
  queueAt,
  queueSource,
  type QueueStore,
  sendMessage,
} from './sqs/queue-store.js';
import { createSqs } from './sqs/sqs.js';
import type { StateStore } from './state-store.js';
import type { Wakes } from './wakes.js';

export type PolledServices = {
  readonly services: readonly Service[];
  readonly sources: SourceBook;
  /** Returns when the next stream record for an expiring item is due. */
  readonly nextAt: () => number | undefined;
  /** Sends a message for another service, if the policy of the queue allows it. */
  readonly deliver: QueueDelivery;
};

type Place = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly cloudUrl: () => string;
  readonly store: StateStore;
  readonly wakes: Wakes;
};

export function createPolledServices({ store, ...place }: Place): PolledServices {
  const queues: QueueStore = {
    ...place,
    queues: store.map('queues'),
    deleted: store.map('deleted-queues'),
  };
  const tables: TableStore = { ...place, tables: store.map('tables'), tokens: store.map('tokens') };
  const streams: KinesisStore = { ...place, streams: store.map('streams') };
  const all = () => [
    ...[...queues.queues.values()].map((queue) => queueSource(queues, queue)),
    ...tableSources(tables),
    ...[...streams.streams.values()].map(kinesisSource),
  ];
  return {
    services: [createSqs(queues), createDynamodb(tables), createKinesis(streams)],
    deliver: (target, message) => deliverMessage(queues, target, message),
    nextAt: () => nextExpiry(tables),
    sources: {
      find: (arn) => all().find((one) => one.arn === arn),
      notify: (arn, body) => {
        const queue = queueAt(queues, arn);
        if (queue) sendMessage(queues, queue, { body: JSON.stringify(body) });
      },
    },
  };
}
