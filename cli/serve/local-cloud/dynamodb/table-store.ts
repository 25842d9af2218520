// The stored tables of a region, as plain data. Writing or expiring an item adds a record to the table's stream.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../json-service.js';
import { isMembers, listOf, type Members, textOf } from '../members.js';
import { earliest, endOf, type Shard, type StreamSource, trim } from '../polled-source.js';
import type { Place } from '../service.js';

/** Has exactly one member. Numbers are strings, binary values are base64. */
export type AttributeValue = {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
  L?: AttributeValue[];
  M?: Item;
};

export type Item = Record<string, AttributeValue>;

export type TableStream = {
  readonly arn: string;
  readonly view: string;
  readonly records: Shard;
};

export type Index = {
  readonly name: string;
  /** As given in the request. */
  readonly definition: Members;
  readonly isLocal: boolean;
  readonly readyAt: number;
  /** When the deletion is complete; undefined before a deletion. */
  goneAt: number | undefined;
};

export type Table = {
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  /** As given in the request. */
  readonly schema: readonly Members[];
  readonly keys: readonly string[];
  /** By serialized key. */
  readonly items: Map<string, Item>;
  writes: number;
  /** Oldest first; a disabled stream can be read for a day. */
  readonly streams: TableStream[];
  readonly tags: Map<string, string>;
  readonly createdAt: number;
  readonly createdUntil: number;
  indexes: readonly Index[];
  /** The types of all key attributes, by name. */
  types: ReadonlyMap<string, string>;
  billing: string;
  /** As given in the request. */
  throughput: Members;
  isStreaming: boolean;
  isProtected: boolean;
  busyUntil: number;
  /** When the deletion is complete; undefined before a deletion. */
  goneAt: number | undefined;
  expiry: { readonly name: string; readonly isOn: boolean; readonly at: number } | undefined;
};

export type TableStore = Place & {
  readonly tables: Map<string, Table>;
  /** Transactions by client request token: the request, and the time until which a repetition is ignored. */
  readonly tokens: Map<string, { readonly asked: string; readonly until: number }>;
};

export function arnIn(members: Members, store: TableStore): string {
  return arnOf(textOf(members, 'TableName') ?? '', store);
}

export function arnOf(name: string, { region, account }: TableStore): string {
  return name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${account}:table/${name}`;
}

export function tableOf(members: Members, store: TableStore): Table {
  return tableAt(arnIn(members, store), store);
}

export function tableAt(arn: string, store: TableStore): Table {
  const found = tablesIn(store).find((one) => one.arn === arn);
  if (found) return found;
  throw notFound(`: Table: ${arn.split('/').at(-1) ?? ''} not found`);
}

export function readyTable(name: string, store: TableStore): Table {
  const arn = arnOf(name, store);
  const found = tablesIn(store).find((one) => one.arn === arn);
  if (!found || found.goneAt !== undefined || found.createdUntil > store.clock.now())
    throw notFound();
  removeExpired(store, found);
  return found;
}

export function notFound(what = ''): Error {
  return invalid(`Requested resource not found${what}`, 'ResourceNotFoundException');
}

/** Returns the tables, except those whose deletion is complete. */
export function tablesIn({ tables, clock }: TableStore): readonly Table[] {
  for (const { name, goneAt } of tables.values()) {
    if (goneAt !== undefined && goneAt <= clock.now()) tables.delete(name);
  }
  return [...tables.values()];
}

/** Returns the indexes, except those whose deletion is complete. */
export function indexesOf(table: Table, now: number): readonly Index[] {
  return table.indexes.filter(({ goneAt }) => goneAt === undefined || goneAt > now);
}

export function schemaOf(index: Members): readonly Members[] {
  return listOf(index, 'KeySchema');
}

export function namesIn(schema: readonly Members[]): readonly string[] {
  return schema.map((key) => textOf(key, 'AttributeName') ?? '');
}

export function setStream(members: Members, table: Table, { clock }: TableStore): void {
  const given = members['StreamSpecification'];
  if (!isMembers(given)) return;
  table.isStreaming = given['StreamEnabled'] === true;
  if (!table.isStreaming) return;
  // A label is a timestamp that is unique among the streams of a table.
  const label = new Date(clock.now() + table.streams.length).toISOString().slice(0, -1);
  const view = textOf(given, 'StreamViewType') ?? 'NEW_AND_OLD_IMAGES';
  table.streams.push({ arn: `${table.arn}/stream/${label}`, view, records: [] });
}

export function tableSources(store: TableStore): readonly StreamSource[] {
  return livingTables(store).flatMap(({ streams }) =>
    streams.map(({ arn, records }): StreamSource => {
      return { kind: 'stream', arn, service: 'dynamodb', shards: [records] };
    }),
  );
}

export function livingTables(store: TableStore): readonly Table[] {
  const tables = tablesIn(store);
  for (const table of tables) removeExpired(store, table);
  return tables;
}

export type ItemChange = {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  readonly isExpired?: true;
};

export function changeItem(store: TableStore, table: Table, change: ItemChange): void {
  const { key, before, after, isExpired } = change;
  if (after) table.items.set(key, after);
  else table.items.delete(key);
  table.writes += 1;
  const stream = table.isStreaming ? table.streams.at(-1) : undefined;
  const known = after ?? before;
  // A write that changes nothing creates no stream record.
  if (!stream || !known || isDeepStrictEqual(before, after)) return;
  const now = store.clock.now();
  trim(stream.records, now);
  const sequence = sequenceOf(endOf(stream.records) + 1);
  const Keys = Object.fromEntries(table.keys.map((name) => [name, known[name]]));
  const images = {
    ...(after && /NEW/.test(stream.view) && { NewImage: after }),
    ...(before && /OLD/.test(stream.view) && { OldImage: before }),
  };
  const event = {
    eventID: randomUUID().replaceAll('-', ''),
    eventName: after ? (before ? 'MODIFY' : 'INSERT') : 'REMOVE',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: store.region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now / 1000),
      Keys,
      ...images,
      SequenceNumber: sequence,
      SizeBytes: [Keys, ...Object.values(images)].reduce((sum, one) => sum + sizeOf(one), 0),
      StreamViewType: stream.view,
    },
    // docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
    ...(isExpired && {
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    }),
    eventSourceARN: stream.arn,
  };
  stream.records.push({ id: sequence, at: now, event, filtered: event });
}

/** Returns the sequence number of a record, counted from 1. */
export function sequenceOf(index: number): string {
  return String(index).padStart(21, '0');
}

/** Milliseconds. The real service deletes expired items "within a few days"; until then, they can still be read. */
const EXPIRED_FOR = 10_000;
const FIVE_YEARS = 5 * 365 * 86_400_000;

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html */
function removeExpired(store: TableStore, table: Table): void {
  const now = store.clock.now();
  for (const { key, before, at } of expiringIn(table, store)) {
    if (at <= now) changeItem(store, table, { key, before, after: undefined, isExpired: true });
  }
}

/** Returns when the next expiring item of a table with a stream is deleted. */
export function nextExpiry(store: TableStore): number | undefined {
  const streaming = tablesIn(store).filter(({ isStreaming }) => isStreaming);
  const times = streaming.flatMap((table) => expiringIn(table, store).map(({ at }) => at));
  return earliest(times, -Infinity);
}

/** Returns the expiring items with their deletion times. Items that expired more than five years ago are kept. */
function expiringIn({ expiry, goneAt, items }: Table, { clock }: TableStore) {
  if (!expiry?.isOn || goneAt !== undefined) return [];
  return [...items].flatMap(([key, before]) => {
    const expires = Number(before[expiry.name]?.N) * 1000;
    const at = expires + clock.scaled(EXPIRED_FOR);
    return expires > clock.now() - FIVE_YEARS ? { key, before, at } : [];
  });
}

/** Returns the size in bytes: docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function sizeOf(item: Readonly<Record<string, AttributeValue | undefined>>): number {
  const sizes = Object.entries(item).map(
    ([name, value]) => Buffer.byteLength(name) + (value ? sizeOfValue(value) : 0),
  );
  return sumOf(sizes);
}

function sizeOfValue(value: AttributeValue): number {
  const { S, N, B, SS, NS, BS, L, M } = value;
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return sizeOfNumber(N);
  if (B !== undefined) return Buffer.byteLength(B, 'base64');
  if (SS) return sumOf(SS.map((one) => Buffer.byteLength(one)));
  if (NS) return sumOf(NS.map(sizeOfNumber));
  if (BS) return sumOf(BS.map((one) => Buffer.byteLength(one, 'base64')));
  if (L) return 3 + sumOf(L.map((one) => 1 + sizeOfValue(one)));
  if (M) return 3 + Object.keys(M).length + sizeOf(M);
  return 1;
}

function sizeOfNumber(text: string): number {
  const digits = text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
  return 1 + Math.ceil(digits.length / 2) + (text.startsWith('-') ? 1 : 0);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0);
}
