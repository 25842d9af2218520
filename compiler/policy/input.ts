// Reads the known part of a call's input (sdk-use.ts): whether a member is present, its possible strings, its items.
import { changeable, type InputValue, type TextPattern } from './sdk-use.js';

const UNKNOWN: InputValue = { kind: 'unknown' };
const ABSENT: InputValue = { kind: 'absent' };

/** Returns the value at a path of an input, for example `Target.RoleArn`. */
export function valueAt(input: InputValue, path: string): InputValue {
  return path.split('.').reduce(entryOf, input);
}

function entryOf(input: InputValue, name: string): InputValue {
  if (input.kind === 'unknown') {
    const written = input.written ? entryOf(input.written, name) : ABSENT;
    return written.kind === 'absent' ? UNKNOWN : changeable(written);
  }
  if (input.kind !== 'object') return ABSENT;
  const entry = Object.hasOwn(input.entries, name) ? input.entries[name] : undefined;
  return entry ?? (input.isOpen ? UNKNOWN : ABSENT);
}

/**
 * Returns the values at a path in which `*` stands for every item of a list: `Targets.*.RoleArn`. One of the values is unknown
 * if there may be more items.
 */
export function valuesAt(input: InputValue, path: string): readonly InputValue[] {
  return path
    .split('.')
    .reduce<readonly InputValue[]>(
      (values, name) =>
        values.flatMap((value) => (name === '*' ? everyItem(value) : [entryOf(value, name)])),
      [input],
    );
}

function everyItem(value: InputValue): readonly InputValue[] {
  if (value.kind === 'unknown') {
    return [...(value.written ? everyItem(value.written).map(changeable) : []), UNKNOWN];
  }
  if (value.kind !== 'list') return [];
  return value.isOpen ? [...value.items, UNKNOWN] : value.items;
}

/**
 * Whether the code passes an entry: `yes`; `maybe` if the code names it but its value may be undefined; `unknown` if the code
 * does not show it; `no`.
 */
export type Presence = 'yes' | 'maybe' | 'unknown' | 'no';

export function presenceOf(owner: InputValue, name: string): Presence {
  const value = entryOf(owner, name);
  if (value.kind === 'absent') return 'no';
  if (value.kind === 'other' && value.value === null) return 'no';
  if (value.kind !== 'unknown') return 'yes';
  const written = owner.kind === 'unknown' ? owner.written : owner;
  const isNamed = written?.kind === 'object' && Object.hasOwn(written.entries, name);
  return isNamed && presenceOfWritten(value.written) ? 'maybe' : 'unknown';
}

function presenceOfWritten(written: InputValue | undefined): boolean {
  return written?.kind !== 'other' || written.value !== null;
}

/** Tells whether the code passes the member at a path. */
export function isGiven(input: InputValue, path: string): boolean {
  const cut = path.lastIndexOf('.');
  const owners = cut === -1 ? [input] : valuesAt(input, path.slice(0, cut));
  const name = path.slice(cut + 1);
  return owners.some((owner) => ['yes', 'maybe'].includes(presenceOf(owner, name)));
}

/** Returns the possible strings of a value; undefined if it may be something else. */
export function textsOf(value: InputValue): readonly TextPattern[] | undefined {
  return value.kind === 'text' && value.values.length > 0 ? value.values : undefined;
}

/** Returns the possible strings that the source writes, ignoring later changes. */
export function writtenTextsOf(value: InputValue): readonly TextPattern[] | undefined {
  return textsOf(value.kind === 'unknown' && value.written ? value.written : value);
}

/** Returns the items of a list; undefined if there may be others. */
export function itemsOf(value: InputValue): readonly InputValue[] | undefined {
  return value.kind === 'list' && !value.isOpen ? value.items : undefined;
}

/** Returns the names of the entries of an object; undefined if there may be others. */
export function namesIn(value: InputValue): readonly string[] | undefined {
  if (value.kind !== 'object' || value.isOpen) return undefined;
  return Object.keys(value.entries).filter((name) => presenceOf(value, name) !== 'no');
}

/** Returns an argument by its index, from an input that is a list of arguments. */
export function argumentAt(input: InputValue, index: number): InputValue {
  if (input.kind === 'unknown' && input.written)
    return changeable(argumentAt(input.written, index));
  if (input.kind !== 'list') return UNKNOWN;
  return input.items[index] ?? (input.isOpen ? UNKNOWN : ABSENT);
}

/** Creates an object input for a call that a library makes. */
export function objectOf(entries: Readonly<Record<string, InputValue>>): InputValue {
  return { kind: 'object', entries, isOpen: false };
}

/** Returns the string; undefined if a part of it is unknown. */
export function wholeText(pattern: TextPattern): string | undefined {
  return pattern.every((piece) => piece !== undefined) ? pattern.join('') : undefined;
}
