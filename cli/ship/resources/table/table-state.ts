// DynamoDB tables as data: the desired ones, and how an existing table differs.
import type { TableEntry } from '../../../../runtime/contract/manifest.js';
import type {
  TableChange,
  TableIndex,
  TableKey,
  WholeTable,
} from '../../../cloud/services/dynamodb.js';
import type { Tags } from '../../../cloud/cloud.js';
import { changedFields, type FieldChange } from '../../stage/plan-rows.js';
import type { DeclaredResource } from '../declared/declared-resources.js';

export type DesiredTable = DeclaredResource &
  Pick<TableEntry, 'key' | 'indexes'> & {
    readonly hasStream: boolean;
    readonly expires: string | undefined;
  };

export type ObservedTable = WholeTable & {
  readonly expires: string | undefined;
  /** Undefined if the record already says that the table is managed by this stage. */
  readonly tags: Tags | undefined;
};

/** Which images of a changed item a stream contains. */
export const STREAM_VIEW = 'NEW_AND_OLD_IMAGES';

/** A table as stored in the record. */
export type TablePlace = {
  readonly name: string;
  /** True if its items expire, so that the next deploy reads the attribute of the expiry. */
  readonly expires?: true;
};

/** `country (string), name (number)` */
export function keyText(key: TableKey): string {
  return key.map(({ name, type }) => `${name} (${type})`).join(', ');
}

/** True if the key differs. DynamoDB cannot change the key of a table. */
export function hasOtherKey({ key }: DesiredTable, existing: ObservedTable): boolean {
  return keyText(key) !== keyText(existing.key);
}

export function compareTable(one: DesiredTable, existing: ObservedTable): readonly FieldChange[] {
  const textOf = (index: TableIndex | undefined): string | undefined => index && keyText(index.key);
  const names = [...one.indexes, ...existing.indexes].map(({ name }) => name);
  const rows = [...new Set(names)].toSorted().map((name) => {
    const [from, to] = [existing.indexes, one.indexes].map((list) =>
      textOf(list.find((index) => index.name === name)),
    );
    return [`index ${name}`, from, to] as const;
  });
  const view = one.hasStream ? STREAM_VIEW : undefined;
  return changedFields([
    ...rows,
    ['stream', existing.streamView, view],
    ['expires', existing.expires, one.expires],
    ['deletion protection', existing.isProtected ? 'on' : 'off', 'on'],
    ['billing', existing.isOnDemand ? 'by request' : 'by capacity', 'by request'],
  ]);
}

/** Returns the changes of the table in order. DynamoDB accepts only one of them at a time. */
export function changesOf(one: DesiredTable, existing: WholeTable): readonly TableChange[] {
  const { key } = one;
  const isSame = (index: TableIndex, list: readonly TableIndex[]): boolean =>
    list.some(
      ({ name, key: other }) => name === index.name && keyText(other) === keyText(index.key),
    );
  const streams = [existing.streamView !== undefined, one.hasStream];
  const isOtherView = one.hasStream && existing.streamView !== STREAM_VIEW;
  return [
    ...(existing.isProtected ? [] : [{ kind: 'protection', isOn: true } as const]),
    ...(existing.isOnDemand ? [] : [{ kind: 'on-demand' } as const]),
    ...(streams[0] && (isOtherView || !one.hasStream)
      ? [{ kind: 'stream', isOn: false } as const]
      : []),
    ...(isOtherView ? [{ kind: 'stream', isOn: true } as const] : []),
    // The old index is deleted first: an index whose key changes keeps its name.
    ...existing.indexes
      .filter((index) => !isSame(index, one.indexes))
      .map(({ name }) => ({ kind: 'delete-index', name }) as const),
    ...one.indexes
      .filter((index) => !isSame(index, existing.indexes))
      .map((index) => ({ kind: 'create-index', index, key }) as const),
  ];
}
