// Types without a JSON form, such as `Date` and `Map`. Inputs refuse them; answers accept those that JSON.stringify turns
// into something else.
import type { ForeignKind, Lazy, Meaning, MeaningOf } from './meaning.js';
import { notInJson, type Refusal } from './refusals.js';
import type { Type } from '../declarations/declared-type.js';

type Parts = {
  readonly use: 'input' | 'answer';
  readonly part: (meant: Meaning) => Type;
  readonly refuse: (refusal: Refusal) => Type;
};

export function foreignType(
  { what, of }: MeaningOf<'foreign'>,
  { use, part, refuse }: Parts,
): Type {
  const partOf = (read: Lazy<Meaning> | undefined): Type =>
    read ? part(read()) : { kind: 'unknown' };
  if (use === 'input') return refuse(REFUSALS[what]);
  switch (what) {
    case 'date':
      return { kind: 'date' };
    case 'bytes':
      return { kind: 'bytes' };
    case 'map':
      return { kind: 'object', properties: [], indexes: [{ patterns: [], type: partOf(of[1]) }] };
    case 'set':
      return { kind: 'list', of: partOf(of[0]) };
    case 'promise':
      return partOf(of[0]);
    case 'function':
    case 'class':
    case 'bigint':
    case 'symbol':
      return refuse(REFUSALS[what]);
  }
}

const REFUSALS: Readonly<Record<ForeignKind, Refusal>> = {
  function: notInJson('functions', 'Leave it out, for example with `Omit`.'),
  class: notInJson('classes', 'Write an interface with the properties that are sent.'),
  bigint: notInJson(
    'bigints',
    'Write `Int`, or `Text<{ pattern: "^[0-9]+$" }>` and call `BigInt` in the view.',
  ),
  symbol: notInJson('symbols', 'Leave it out, for example with `Omit`.'),
  date: notInJson(
    'dates',
    'Write `Text<{ format: "date-time" }>`, and make a `Date` of it in the view.',
  ),
  bytes: {
    why: 'bytes can only be the whole body of a request',
    instead: 'Write `body: Buffer`, or a text in base64: `string`.',
  },
  map: notInJson('maps', 'Write `Record<string, T>`.'),
  set: notInJson('sets', 'Write `List<T, { uniqueItems: true }>`.'),
  promise: notInJson('promises', 'Write the type that it resolves to.'),
};
