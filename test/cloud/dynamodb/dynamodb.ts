// DynamoDB: JSON 1.0. Tables whose items are written whole, and the streams that tell of it.
import { randomUUID } from 'node:crypto';
import {
  invalid,
  isMembers,
  jsonService,
  type JsonOperation,
  listOf,
  type Members,
  textOf,
} from '../json-service.js';
import type { PolledRecord, StreamSource } from '../polled-source.js';
import type { CloudClock, Service } from '../service.js';

type TableStream = {
  readonly arn: string;
  readonly view: string;
  readonly records: PolledRecord[];
};

export type Table = {
  readonly name: string;
  readonly arn: string;
  /** Names of the attributes that make the key. */
  readonly keys: readonly string[];
  readonly items: Map<string, Members>;
  /** Oldest first; one that was switched off can be read for a day. */
  readonly streams: TableStream[];
  isStreaming: boolean;
};

export type TableStore = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly tables: Map<string, Table>;
};

type Operation = JsonOperation<TableStore>;

const createTable: Operation = {
  name: 'CreateTable',
  isWrite: true,
  members: {
    TableName: 'text',
    KeySchema: 'list',
    AttributeDefinitions: 'list',
    BillingMode: 'text',
    StreamSpecification: 'map',
  },
  required: ['TableName', 'KeySchema', 'AttributeDefinitions'],
  resource: arnIn,
  run: (members, store) => {
    const name = textOf(members, 'TableName') ?? '';
    if (store.tables.has(name))
      throw invalid(`Table already exists: ${name}`, 'ResourceInUseException');
    const keys = listOf(members, 'KeySchema').map((key) => textOf(key, 'AttributeName') ?? '');
    const table: Table = {
      name,
      arn: arnIn(members, store),
      keys,
      items: new Map(),
      streams: [],
      isStreaming: false,
    };
    store.tables.set(name, table);
    setStream(members, table, store);
    return { TableDescription: describe(table) };
  },
};

const updateTable: Operation = {
  name: 'UpdateTable',
  isWrite: true,
  members: { TableName: 'text', StreamSpecification: 'map' },
  required: ['TableName'],
  resource: arnIn,
  run: (members, store) => {
    const table = tableOf(members, store);
    setStream(members, table, store);
    return { TableDescription: describe(table) };
  },
};

const describeTable: Operation = {
  name: 'DescribeTable',
  isWrite: false,
  members: { TableName: 'text' },
  required: ['TableName'],
  resource: arnIn,
  run: (members, store) => ({ Table: describe(tableOf(members, store)) }),
};

const listTables: Operation = {
  name: 'ListTables',
  isWrite: false,
  members: {},
  required: [],
  resource: () => '*',
  run: (_, { tables }) => ({ TableNames: [...tables.keys()] }),
};

const deleteTable: Operation = {
  name: 'DeleteTable',
  isWrite: true,
  members: { TableName: 'text' },
  required: ['TableName'],
  resource: arnIn,
  run: (members, store) => {
    const table = tableOf(members, store);
    store.tables.delete(table.name);
    return { TableDescription: describe(table) };
  },
};

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
    operations: [
      createTable,
      listTables,
      updateTable,
      describeTable,
      deleteTable,
      putItem,
      deleteItem,
    ],
    inventory: () => [...store.tables.keys()].map((name) => `table ${name}`),
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

function setStream(members: Members, table: Table, { clock }: TableStore): void {
  const given = members['StreamSpecification'];
  if (!isMembers(given)) return;
  table.isStreaming = given['StreamEnabled'] === true;
  if (!table.isStreaming) return;
  // A label is a time, and no two streams of a table have the same.
  const label = new Date(clock.now() + table.streams.length).toISOString().slice(0, -1);
  const view = textOf(given, 'StreamViewType') ?? 'NEW_AND_OLD_IMAGES';
  table.streams.push({ arn: `${table.arn}/stream/${label}`, view, records: [] });
}

function describe({ name, arn, streams, isStreaming }: Table): object {
  const latest = streams.at(-1);
  return {
    TableName: name,
    TableArn: arn,
    TableStatus: 'ACTIVE',
    ...(isStreaming && {
      StreamSpecification: { StreamEnabled: true, StreamViewType: latest?.view },
    }),
    ...(latest && {
      LatestStreamArn: latest.arn,
      LatestStreamLabel: latest.arn.split('/stream/')[1],
    }),
  };
}

function arnIn(members: Members, { region, account }: TableStore): string {
  const name = textOf(members, 'TableName') ?? '';
  return name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${account}:table/${name}`;
}

function tableOf(members: Members, store: TableStore): Table {
  const arn = arnIn(members, store);
  const found = [...store.tables.values()].find((one) => one.arn === arn);
  if (found) return found;
  const message = `Requested resource not found: Table: ${arn.split('/').at(-1) ?? ''} not found`;
  throw invalid(message, 'ResourceNotFoundException');
}

function structure(members: Members, name: string): Members {
  const value = members[name];
  return isMembers(value) ? value : {};
}
