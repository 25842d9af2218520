// The services whose queues and streams Lambda reads, of one region.
import { createDynamodb, tableSources } from './dynamodb/dynamodb.js';
import { tablesIn, type TableStore } from './dynamodb/table-store.js';
import { createKinesis, type KinesisStore, kinesisSource } from './kinesis/kinesis.js';
import type { SourceBook } from './polled-source.js';
import type { CloudClock, Service } from './service.js';
import { queueSource, type QueueStore, sendMessage } from './sqs/queue-store.js';
import { createSqs } from './sqs/sqs.js';

export type PolledServices = {
  readonly services: readonly Service[];
  readonly sources: SourceBook;
};

type Place = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly cloudUrl: () => string;
};

export function createPolledServices(place: Place): PolledServices {
  const queues: QueueStore = { ...place, queues: new Map(), deleted: new Map() };
  const tables: TableStore = { ...place, tables: new Map() };
  const streams: KinesisStore = { ...place, streams: new Map() };
  const all = () => [
    ...[...queues.queues.values()].map((queue) => queueSource(queues, queue)),
    ...tablesIn(tables).flatMap(tableSources),
    ...[...streams.streams.values()].map(kinesisSource),
  ];
  return {
    services: [createSqs(queues), createDynamodb(tables), createKinesis(streams)],
    sources: {
      find: (arn) => all().find((one) => one.arn === arn),
      notify: (arn, body) => {
        const queue = [...queues.queues.values()].find((one) => one.arn === arn);
        if (queue) sendMessage(queues, queue, { body: JSON.stringify(body) });
      },
    },
  };
}
