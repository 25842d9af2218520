// The sorted rows of tables and indexes, their projections, and the capacity that a call consumes.
import { isDeepStrictEqual } from 'node:util';
import db from 'dynalite/db/index.js';
import { isMembers, type Members, textOf, textsOf } from '../members.js';
import type { CheckedRequest } from './checked-request.js';
import type { Path } from './expressions.js';
import {
  changeItem,
  type Index,
  indexesOf,
  type Item,
  namesIn,
  readyTable,
  schemaOf,
  sizeOf,
  type Table,
  type TableStore,
} from './table-store.js';

/** A table with its definition in the format that dynalite expects. */
export type Shape = {
  readonly table: Table;
  readonly indexes: readonly Index[];
  readonly KeySchema: readonly Members[];
  readonly AttributeDefinitions: readonly object[];
  readonly GlobalSecondaryIndexes: readonly Members[];
  readonly LocalSecondaryIndexes: readonly Members[];
};

export function shapeOf(name: string, store: TableStore): Shape {
  const table = readyTable(name, store);
  const indexes = indexesOf(table, store.clock.now());
  const definitions = (isLocal: boolean): Members[] =>
    indexes.filter((one) => one.isLocal === isLocal).map(({ definition }) => definition);
  return {
    table,
    indexes,
    KeySchema: table.schema,
    AttributeDefinitions: [...table.types].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    GlobalSecondaryIndexes: definitions(false),
    LocalSecondaryIndexes: definitions(true),
  };
}

/** The sorted rows of a table or an index, each with its sort key. They are derived from the items. */
export type Row = { readonly at: string; readonly item: Item };
type View = { writes: number; readonly rows: Row[]; readonly index: Index | undefined };

const views = new WeakMap<Table, Map<string, View>>();

export function rowsOf(shape: Shape, index?: Index): readonly Row[] {
  const { table } = shape;
  const known = views.get(table) ?? new Map<string, View>();
  views.set(table, known);
  const name = index?.name ?? '';
  const view = known.get(name);
  if (view?.writes === table.writes && view.index === index) return view.rows;
  const rows = [...table.items.values()].flatMap((item) => rowFor(shape, item, index) ?? []);
  rows.sort((one, other) => (one.at < other.at ? -1 : 1));
  known.set(name, { writes: table.writes, rows, index });
  return rows;
}

/** Returns the row of an item; undefined if the index does not contain the item. */
function rowFor(shape: Shape, item: Item, index: Index | undefined): Row | undefined {
  if (!index) return { at: db.createKey(item, shape), item };
  const schema = schemaOf(index.definition);
  if (!namesIn(schema).every((name) => item[name])) return undefined;
  return { at: db.createKey(item, shape, schema) + db.createKey(item, shape), item };
}

/** Returns the index of the first row at or after a sort key. */
export function rowIndex(rows: readonly Row[], at: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.at ?? '') < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Write = {
  readonly shape: Shape;
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
};

export function apply({ shape, key, before, after }: Write, store: TableStore): void {
  const { table } = shape;
  const writes = table.writes;
  changeItem(store, table, { key, before, after });
  for (const view of views.get(table)?.values() ?? []) {
    if (view.writes !== writes) continue;
    view.writes = table.writes;
    const old = before && rowFor(shape, before, view.index);
    const next = after && rowFor(shape, after, view.index);
    if (old) view.rows.splice(rowIndex(view.rows, old.at), 1);
    if (next) view.rows.splice(rowIndex(view.rows, next.at), 0, next);
  }
}

export function projected(
  item: Item,
  { _projection, AttributesToGet }: Pick<CheckedRequest, '_projection' | 'AttributesToGet'>,
): object {
  const paths: readonly (Path | string)[] | undefined = _projection?.paths ?? AttributesToGet;
  return paths ? db.mapPaths(paths, item) : item;
}

export function projectedTo(index: Index, item: Item, shape: Shape): Item {
  const projection = index.definition['Projection'];
  if (!isMembers(projection) || textOf(projection, 'ProjectionType') === 'ALL') return item;
  const names = new Set([
    ...shape.table.keys,
    ...namesIn(schemaOf(index.definition)),
    ...textsOf(projection, 'NonKeyAttributes'),
  ]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

export type Usage = {
  readonly table: string;
  readonly units: number;
  readonly ofIndexes: readonly { readonly index: Index; readonly units: number }[];
};

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
export function unitsOfRead(size: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(size / 4096)) * (isConsistent ? 1 : 0.5);
}

export function usedByWrite({ shape, before, after }: Write, times = 1): Usage {
  const units = (item: object | undefined): number =>
    item ? times * Math.max(1, Math.ceil(sizeOf({ ...item }) / 1024)) : 0;
  const ofIndexes = shape.indexes.flatMap((index) => {
    const rows = [before, after].map((item) => item && rowFor(shape, item, index));
    const [old, next] = rows.map((row) => row && projectedTo(index, row.item, shape));
    if (isDeepStrictEqual(old, next)) return [];
    const isMoved = rows[0]?.at !== rows[1]?.at;
    const each = [units(old), units(next)] as const;
    return { index, units: isMoved ? each[0] + each[1] : Math.max(...each) };
  });
  return {
    table: shape.table.name,
    units: Math.max(times, units(before), units(after)),
    ofIndexes,
  };
}

/** Returns the response member for the consumed capacity: one entry, or one per table. */
export function consumed(
  kind: CheckedRequest['capacity'],
  count: () => readonly Usage[],
  isList = false,
): { readonly ConsumedCapacity?: object } {
  if (kind === 'NONE') return {};
  const usages = count();
  const entries = [...new Set(usages.map(({ table }) => table))].map((TableName) => {
    const parts = usages.filter(({ table }) => table === TableName);
    const ofIndexes = parts.flatMap((part) => part.ofIndexes);
    const perIndex = (member: string, isLocal: boolean): object => {
      const own = ofIndexes.filter(({ index }) => index.isLocal === isLocal);
      const units = new Map<string, { CapacityUnits: number }>();
      for (const { index, units: more } of own) {
        const CapacityUnits = (units.get(index.name)?.CapacityUnits ?? 0) + more;
        units.set(index.name, { CapacityUnits });
      }
      return units.size > 0 ? { [member]: Object.fromEntries(units) } : {};
    };
    return {
      TableName,
      CapacityUnits: totalOf(parts) + totalOf(ofIndexes),
      ...(kind === 'INDEXES' && {
        Table: { CapacityUnits: totalOf(parts) },
        ...perIndex('GlobalSecondaryIndexes', false),
        ...perIndex('LocalSecondaryIndexes', true),
      }),
    };
  });
  return { ConsumedCapacity: isList ? entries : { ...entries[0] } };
}

function totalOf(parts: readonly { readonly units: number }[]): number {
  return parts.reduce((sum, { units }) => sum + units, 0);
}
