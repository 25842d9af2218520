// DynamoDB: JSON 1.0. Items that are written whole, and the streams that tell of it.
import { randomUUID } from 'node:crypto';
import { isMembers, jsonService, type JsonOperation, type Members } from '../json-service.js';
import type { StreamSource } from '../polled-source.js';
import type { Service } from '../service.js';
import { TABLE_OPERATIONS } from './table-operations.js';
import { arnIn, type Table, tableOf, tablesIn, type TableStore } from './table-store.js';

type Operation = JsonOperation<TableStore>;

const putItem: Operation = {
  name: 'PutItem',
  isWrite: true,
  members: { TableName: 'text', Item: 'map' },
  required: ['TableName', 'Item'],
  resource: arnIn,
  run: (members, store) => write(members, structure(members, 'Item'), store),
};

const deleteItem: Operation = {
  name: 'DeleteItem',
  isWrite: true,
  members: { TableName: 'text', Key: 'map' },
  required: ['TableName', 'Key'],
  resource: arnIn,
  run: (members, store) => write(members, undefined, store),
};

export function createDynamodb(store: TableStore): Service {
  return jsonService({
    name: 'dynamodb',
    target: 'DynamoDB_20120810',
    version: '1.0',
    store,
    operations: [...TABLE_OPERATIONS, putItem, deleteItem],
    inventory: () => tablesIn(store).map(({ name }) => `table ${name}`),
  });
}

/** The streams of a table, as Lambda reads them. */
export function tableSources({ streams }: Table): readonly StreamSource[] {
  return streams.map(({ arn, records }) => ({
    kind: 'stream',
    arn,
    service: 'dynamodb',
    shards: [records],
  }));
}

function write(members: Members, item: Members | undefined, store: TableStore): object {
  const table = tableOf(members, store);
  const given = item ?? structure(members, 'Key');
  const Keys = Object.fromEntries(table.keys.map((name) => [name, given[name]]));
  const id = JSON.stringify(Keys);
  const before = table.items.get(id);
  if (item) table.items.set(id, item);
  else table.items.delete(id);
  const stream = table.isStreaming ? table.streams.at(-1) : undefined;
  if (!stream || (!item && !before)) return {};
  const now = store.clock.now();
  const sequence = String(stream.records.length + 1).padStart(21, '0');
  const { view } = stream;
  const dynamodb = {
    ApproximateCreationDateTime: Math.floor(now / 1000),
    Keys,
    ...(item && /NEW/.test(view) && { NewImage: item }),
    ...(before && /OLD/.test(view) && { OldImage: before }),
    SequenceNumber: sequence,
    SizeBytes: JSON.stringify(given).length,
    StreamViewType: view,
  };
  const event = {
    eventID: randomUUID(),
    eventName: item ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: store.region,
    dynamodb,
    eventSourceARN: stream.arn,
  };
  stream.records.push({ id: sequence, at: now, event, filtered: event });
  return {};
}

function structure(members: Members, name: string): Members {
  const value = members[name];
  return isMembers(value) ? value : {};
}
