// The tables of a region as the service keeps them, and their streams.
import { invalid, isMembers, type Members, textOf } from '../json-service.js';
import type { PolledRecord } from '../polled-source.js';
import type { CloudClock } from '../service.js';

type TableStream = {
  readonly arn: string;
  readonly view: string;
  readonly records: PolledRecord[];
};

export type Index = {
  readonly name: string;
  /** As it was given. */
  readonly definition: Members;
  readonly readyAt: number;
  /** Undefined while nobody has deleted it. */
  goneAt: number | undefined;
};

export type Table = {
  readonly name: string;
  readonly arn: string;
  /** As it was given. */
  readonly schema: readonly Members[];
  /** Names of the attributes that make the key. */
  readonly keys: readonly string[];
  readonly items: Map<string, Members>;
  /** Oldest first; one that was switched off can be read for a day. */
  readonly streams: TableStream[];
  readonly tags: Map<string, string>;
  readonly createdUntil: number;
  indexes: readonly Index[];
  /** Types by name, of all keys. */
  types: ReadonlyMap<string, string>;
  billing: string;
  isStreaming: boolean;
  isProtected: boolean;
  /** Until when it is being changed. */
  busyUntil: number;
  /** Undefined while nobody has deleted it. */
  goneAt: number | undefined;
  expiry: { readonly name: string; readonly isOn: boolean; readonly at: number } | undefined;
};

export type TableStore = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly tables: Map<string, Table>;
};

export function arnIn(members: Members, { region, account }: TableStore): string {
  const name = textOf(members, 'TableName') ?? '';
  return name.startsWith('arn:') ? name : `arn:aws:dynamodb:${region}:${account}:table/${name}`;
}

export function tableOf(members: Members, store: TableStore): Table {
  return tableAt(arnIn(members, store), store);
}

export function tableAt(arn: string, store: TableStore): Table {
  const found = tablesIn(store).find((one) => one.arn === arn);
  if (found) return found;
  const message = `Requested resource not found: Table: ${arn.split('/').at(-1) ?? ''} not found`;
  throw invalid(message, 'ResourceNotFoundException');
}

/** Without those whose deletion has ended. */
export function tablesIn({ tables, clock }: TableStore): readonly Table[] {
  for (const { name, goneAt } of tables.values()) {
    if (goneAt !== undefined && goneAt <= clock.now()) tables.delete(name);
  }
  return [...tables.values()];
}

export function setStream(members: Members, table: Table, { clock }: TableStore): void {
  const given = members['StreamSpecification'];
  if (!isMembers(given)) return;
  table.isStreaming = given['StreamEnabled'] === true;
  if (!table.isStreaming) return;
  // A label is a time, and no two streams of a table have the same.
  const label = new Date(clock.now() + table.streams.length).toISOString().slice(0, -1);
  const view = textOf(given, 'StreamViewType') ?? 'NEW_AND_OLD_IMAGES';
  table.streams.push({ arn: `${table.arn}/stream/${label}`, view, records: [] });
}
