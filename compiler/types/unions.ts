// Creates unions that are flat, have no duplicates, and have no members that another member includes.
import {
  ANY,
  meaning,
  NEVER,
  UNDEFINED,
  UNKNOWN,
  type Meaning,
  type MeantItem,
} from './meaning.js';
import {
  type Property,
  type Type,
  typeBehind,
  type TypeDefinitions,
} from '../declarations/declared-type.js';

/** Returns the members of a union, or the type itself. */
export function membersOf(type: Meaning): readonly Meaning[] {
  if (type.kind === 'never') return [];
  return type.kind === 'union' ? type.of : [type];
}

export function unionOf(types: readonly Meaning[]): Meaning {
  const [only] = types;
  if (types.length === 1 && only) return only;
  const all = withoutDoubles(types);
  // `any` and `unknown` include every other member.
  if (all.some(({ kind }) => kind === 'any')) return ANY;
  if (all.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  const kept = withoutSwallowed(all);
  const [first] = kept;
  if (!first) return NEVER;
  if (kept.length === 1) return first;
  return wholeOf(types, kept) ?? meaning({ kind: 'union', of: kept });
}

/** Above this number of members, duplicates are found with a map. Nearly all unions are smaller. */
const FEW = 12;

function withoutDoubles(types: readonly Meaning[]): readonly Meaning[] {
  const all: Meaning[] = [];
  let hasDoubles = false;
  for (const type of types) {
    if (type.kind === 'never') continue;
    for (const member of type.kind === 'union' ? type.of : [type]) {
      hasDoubles ||= all.length >= FEW || all.some(({ id }) => id === member.id);
      all.push(member);
    }
  }
  return hasDoubles ? [...new Map(all.map((member) => [member.id, member])).values()] : all;
}

/** Returns the union in the list that already has all the members. It is reused, so that it keeps its declared name. */
function wholeOf(types: readonly Meaning[], kept: readonly Meaning[]): Meaning | undefined {
  const whole = types.filter((type) => type.kind === 'union' && type.of.length === kept.length);
  if (whole.length === 0) return undefined;
  const ids = new Set(kept.map(({ id }) => id));
  return whole.find((type) => membersOf(type).every(({ id }) => ids.has(id)));
}

/** Removes members that `string` or `number` includes, if it is a member too: `'a' | string` is `string`. */
function withoutSwallowed(all: readonly Meaning[]): readonly Meaning[] {
  const hasText = all.some((type) => type.kind === 'text' && !type.rules && !type.templates);
  const hasNumber = all.some((type) => type.kind === 'number' && !type.rules);
  if (!hasText && !hasNumber) return all;
  return all.filter((type) => {
    if (type.kind === 'text') return !hasText || (!type.rules && !type.templates);
    if (type.kind === 'number') return !hasNumber || !type.rules;
    if (type.kind !== 'literal') return true;
    return !(typeof type.value === 'string'
      ? hasText
      : hasNumber && typeof type.value === 'number');
  });
}

export function without(type: Meaning, ...kinds: readonly Meaning['kind'][]): Meaning {
  if (type.kind !== 'union') return kinds.includes(type.kind) ? NEVER : type;
  const kept = type.of.filter(({ kind }) => !kinds.includes(kind));
  return kept.length === type.of.length ? type : unionOf(kept);
}

export function holds(type: Meaning, kind: Meaning['kind']): boolean {
  if (type.kind !== 'union') return type.kind === kind && kind !== 'never';
  return type.of.some((member) => member.kind === kind);
}

/** Returns the type of a property or item, including `undefined` if it is optional. */
export function withUndefined({ type, isOptional }: MeantItem): Meaning {
  return isOptional ? unionOf([type(), UNDEFINED]) : type();
}

/** Tells whether a value of the type may be omitted. */
export function mayBeUndefined(meant: Meaning): boolean {
  return meant.kind === 'union' ? meant.of.some(isUndefined) : isUndefined(meant);
}

function isUndefined({ kind }: Meaning): boolean {
  return kind === 'undefined' || kind === 'void';
}

/** Returns the strings and numbers in a union of literals; undefined for any other type. */
export function literalsOf(type: Meaning): readonly (string | number)[] | undefined {
  const values: (string | number)[] = [];
  for (const member of membersOf(type)) {
    if (member.kind !== 'literal' || typeof member.value === 'boolean') return undefined;
    values.push(member.value);
  }
  return values;
}

type UnionTag = {
  readonly name: string;
  /** The key of the named type for each tag, if all tags are strings and all members are named types. */
  readonly keys: ReadonlyMap<string, string> | undefined;
};

type Literal = string | number | boolean;
type Member = { readonly key: string | undefined; readonly properties: readonly Property[] };

/** Returns the property that is required in all members of a union of objects and has a different literal in each. */
export function tagOf(
  members: readonly Type[],
  definitions: TypeDefinitions,
): UnionTag | undefined {
  const objects = members.map((member) => memberOf(member, definitions));
  if (!objects.every((member) => member !== undefined)) return undefined;
  const [first] = objects;
  for (const { name } of first?.properties ?? []) {
    const values = objects.map((member) => valuesOf(member, name, definitions));
    const all = values.flat();
    const isTag = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (isTag) return { name, keys: keysOf(objects, values) };
  }
  return undefined;
}

function memberOf(type: Type, definitions: TypeDefinitions): Member | undefined {
  const key = type.kind === 'named' ? type.key : undefined;
  const found = typeBehind(type, definitions);
  return found?.kind === 'object' ? { key, properties: found.properties } : undefined;
}

function valuesOf(
  { properties }: Member,
  name: string,
  definitions: TypeDefinitions,
): readonly Literal[] {
  const property = properties.find((candidate) => candidate.name === name);
  if (!property || property.isOptional) return [];
  const type = typeBehind(property.type, definitions);
  const parts = type?.kind === 'union' ? type.of : [type];
  const values = parts.map((part) => (part?.kind === 'literal' ? part.value : undefined));
  return values.every((value) => value !== undefined) ? values : [];
}

/** Returns the named type for each tag. OpenAPI's `mapping` accepts only tags that are strings and schemas that have names. */
function keysOf(
  members: readonly Member[],
  values: readonly (readonly Literal[])[],
): ReadonlyMap<string, string> | undefined {
  const keys = new Map<string, string>();
  for (const [index, { key }] of members.entries()) {
    for (const value of values[index] ?? []) {
      if (key === undefined || typeof value !== 'string') return undefined;
      keys.set(value, key);
    }
  }
  return keys;
}
