// Local tables, and what tests send to their functions.
import type { Table } from '../../../../runtime/resources.js';
import { isMapping, mappingOf } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { dynamodbStream } from './dynamodb-stream.js';
import type { DynamodbStreamEvent, Item, StreamOptions, TableChange } from './dynamodb-stream.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly dynamodb: { kind: 'dynamodb'; called: [table?: string | Table]; methods: TestTable };
  }
  interface SampleEvents {
    /**
     * Changes of a table, from its stream: with both images a modification, with one an insertion or a removal.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.dynamodbStream([{ newImage: { id: 'oslo', population: 709037 } }], { keys: ['id'] });
     * ```
     */
    readonly dynamodbStream: (
      changes: readonly TableChange[],
      options?: StreamOptions,
    ) => DynamodbStreamEvent;
  }
}

/** A change: with a new image only an insertion, with an old one only a removal, with both a modification. */
export type ItemChange = { readonly newImage?: Item; readonly oldImage?: Item };

/** A table with a stream. */
export type TestTable = {
  /** One change, or several in their order. */
  readonly change: (
    changes: ItemChange | readonly ItemChange[],
    options?: {
      /** The key attributes; defaults to `id`, or the first attribute of each item. */
      readonly keys?: readonly string[];
    },
  ) => Promise<Delivered>;
};

type ChangeTraits = EventTraits & { readonly keys?: readonly string[] };

function tableEvent(
  { place, name }: LocalSourceOf<'dynamodb'>,
  changes: readonly ItemChange[],
  { keys = keysOf(changes), ...traits }: ChangeTraits = {},
): DynamodbStreamEvent {
  const table = name === undefined ? {} : { table: name };
  return dynamodbStream(changes, { ...place, ...traits, ...table, keys });
}

function keysOf(changes: readonly ItemChange[]): readonly string[] {
  const names = changes.flatMap(({ newImage, oldImage }) =>
    Object.keys(newImage ?? oldImage ?? {}),
  );
  return names.includes('id') ? ['id'] : names.slice(0, 1);
}

/** A schema produces JSON, of which every object can be an item. */
function isItem(value: unknown): value is Item {
  return isMapping(value);
}

export const DYNAMODB: LocalKind<'dynamodb'> = {
  noun: 'table',
  recordId: ({ dynamodb: record }) => mappingOf(record)['SequenceNumber'],
  isCounted: true,
  sample: (source, payload, traits) =>
    tableEvent(source, [{ newImage: isItem(payload) ? payload : { id: 'sample' } }], traits),
  member: 'dynamodb',
  methods: (source, deliver) => ({
    change: (changes, options) => deliver(tableEvent(source, [changes].flat(), options)),
  }),
};
