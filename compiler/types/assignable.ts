// Tells whether TypeScript considers one type assignable to another; undefined if this file cannot decide it with certainty.
import { wordSet } from '../groups.js';
import { reduced } from './intersections.js';
import type { Meaning, MeaningOf } from './meaning.js';
import { matchesAll } from './templates.js';
import { holds, membersOf, withUndefined } from './unions.js';

export type Answer = boolean | undefined;
type Budget = { steps: number };

/** Compares two types. Each pair uses one step of the budget, because recursive types can create new types without end. */
export function isAssignable(source: Meaning, target: Meaning, budget: Budget): Answer {
  // Fast path: property names are compared most often.
  if (source.kind === 'literal' && target.kind === 'literal')
    return source.id === target.id || toLiteral(source, target);
  if (source.kind === 'literal' && target.kind === 'union') {
    // Fast path: if the union contains the type itself, no comparison is needed.
    if (target.of.some(({ id }) => id === source.id)) return true;
    const { of } = target;
    if (of.every((one) => one.kind === 'literal')) return some(of, (one) => toLiteral(source, one));
  }
  return relate({ open: new Set(), depth: 0, budget }, source, target);
}

/** `open` contains the pairs that are being compared. Such a pair counts as assignable until a difference is found. */
type Comparison = { readonly open: Set<string>; depth: number; readonly budget: Budget };

const DEEPEST = 40;

function relate(comparison: Comparison, from: Meaning, to: Meaning): Answer {
  if (comparison.budget.steps-- <= 0) return undefined;
  const source = reduced(from);
  const target = reduced(to);
  if (source.id === target.id) return true;
  if (source.kind === 'refused' || target.kind === 'refused') return undefined;
  if (target.kind === 'any' || target.kind === 'unknown' || source.kind === 'never') return true;
  if (source.kind === 'any') return target.kind !== 'never';
  if (target.kind === 'never' || source.kind === 'unknown') return false;
  // A literal contains no other types, so the comparison cannot lead back to itself.
  if (source.kind === 'literal' && comparison.depth < DEEPEST)
    return ofKnown(comparison, source, target);
  const key = `${String(source.id)}>${String(target.id)}`;
  if (comparison.open.has(key)) return true;
  if (comparison.depth >= DEEPEST) return undefined;
  comparison.open.add(key);
  comparison.depth++;
  const answer = ofKnown(comparison, source, target);
  comparison.depth--;
  comparison.open.delete(key);
  return answer;
}

function ofKnown(comparison: Comparison, source: Meaning, target: Meaning): Answer {
  if (source.kind === 'union')
    return every(source.of, (member) => relate(comparison, member, target));
  if (target.kind === 'union') {
    const answer = some(target.of, (member) => relate(comparison, source, member));
    // TypeScript may split an object type into several, one for each value of the property that distinguishes the members of a
    // union.
    return answer === false && mayBeSplit(source, target) ? undefined : answer;
  }
  return ofSingle(comparison, source, target);
}

function every<Item>(items: Iterable<Item>, test: (item: Item) => Answer): Answer {
  let answer: Answer = true;
  for (const item of items) {
    const one = test(item);
    if (one === false) return false;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function some<Item>(items: Iterable<Item>, test: (item: Item) => Answer): Answer {
  let answer: Answer = false;
  for (const item of items) {
    const one = test(item);
    if (one === true) return true;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function mayBeSplit(source: Meaning, target: MeaningOf<'union'>): boolean {
  return source.kind === 'object' && target.of.filter(({ kind }) => kind === 'object').length > 1;
}

function ofSingle(comparison: Comparison, source: Meaning, target: Meaning): Answer {
  switch (target.kind) {
    case 'null':
    case 'undefined':
      return false;
    case 'void':
      return source.kind === 'undefined';
    case 'literal':
      return toLiteral(source, target);
    case 'text':
      return toText(source, target);
    case 'number':
      return (
        source.kind === 'number' || (source.kind === 'literal' && typeof source.value === 'number')
      );
    case 'list':
    case 'tuple':
      return toList(comparison, source, target);
    case 'object':
      return toObject(comparison, source, target);
    case 'foreign':
      return toForeign(source, target);
    default:
      return undefined;
  }
}

function toLiteral(source: Meaning, target: MeaningOf<'literal'>): Answer {
  if (source.kind === 'number' && target.enum) return undefined;
  if (source.kind !== 'literal') return source.kind === 'schema' ? undefined : false;
  if (source.value !== target.value) return false;
  if (!target.enum) return true;
  return source.enum === target.enum ? true : undefined;
}

function toText(source: Meaning, target: MeaningOf<'text'>): Answer {
  if (source.kind === 'schema') return undefined;
  const { templates } = target;
  if (source.kind === 'literal')
    return typeof source.value === 'string' && matchesAll(source.value, templates);
  if (source.kind !== 'text') return false;
  if (!templates) return true;
  if (!source.templates) return false;
  return templates.every((template) => source.templates?.includes(template)) ? true : undefined;
}

type AnyList = MeaningOf<'list'> | MeaningOf<'tuple'>;

function toList(comparison: Comparison, source: Meaning, target: AnyList): Answer {
  if (source.kind !== 'list' && source.kind !== 'tuple')
    return source.kind === 'schema' || source.kind === 'foreign' ? undefined : false;
  if (source.isReadonly && !target.isReadonly) return false;
  if (target.kind === 'list') {
    const items =
      source.kind === 'list'
        ? [source.of()]
        : [...source.items.map(withUndefined), ...(source.rest ? [source.rest()] : [])];
    return every(items, (item) => relate(comparison, item, target.of()));
  }
  if (source.kind === 'list') {
    const { rest } = target;
    return target.items.length === 0 && rest ? relate(comparison, source.of(), rest()) : false;
  }
  return tupleToTuple(comparison, source, target);
}

function tupleToTuple(
  comparison: Comparison,
  source: MeaningOf<'tuple'>,
  target: MeaningOf<'tuple'>,
): Answer {
  if (source.rest && !target.rest) return false;
  if (source.items.length > target.items.length && !target.rest) return false;
  const length = Math.max(source.items.length, target.items.length);
  const places = Array.from({ length }, (_, index) => index);
  const items = every(places, (index) => {
    const from = source.items[index];
    const to = target.items[index];
    if (to && !to.isOptional && (!from || from.isOptional)) return false;
    const given = from ? from.type() : source.rest?.();
    const asked = to ? withUndefined(to) : target.rest?.();
    if (!given || !asked) return true;
    return relate(comparison, given, asked);
  });
  if (items !== true || !source.rest || !target.rest) return items;
  return relate(comparison, source.rest(), target.rest());
}

function toObject(comparison: Comparison, source: Meaning, target: MeaningOf<'object'>): Answer {
  const isEmpty = target.properties.size === 0 && target.indexes.length === 0;
  switch (source.kind) {
    case 'null':
    case 'undefined':
    case 'void':
      return false;
    case 'object':
      return objectToObject(comparison, source, target);
    case 'text':
    case 'number':
    case 'literal':
    case 'list':
    case 'tuple':
      if (isEmpty) return true;
      return lacksOne(target) ? false : undefined;
    default:
      return undefined;
  }
}

const SHARED: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  ...Object.getOwnPropertyNames(String.prototype),
  ...Object.getOwnPropertyNames(Number.prototype),
]);

/** Tells whether a string, number or list lacks a property that the object type requires. */
function lacksOne({ properties }: MeaningOf<'object'>): boolean {
  return [...properties].some(
    ([name, { isOptional }]) => !isOptional && !SHARED.has(name) && !/^\d+$/.test(name),
  );
}

function objectToObject(
  comparison: Comparison,
  source: MeaningOf<'object'>,
  target: MeaningOf<'object'>,
): Answer {
  const properties = [...target.properties];
  if ([...properties, ...source.properties].some(([name]) => name in Object.prototype))
    return undefined;
  if (isWeak(target) && source.properties.size > 0) {
    const isCommon = properties.some(([name]) => source.properties.has(name));
    if (!isCommon) return source.indexes.length > 0 ? undefined : false;
  }
  const named = every(properties, ([name, asked]) => {
    const given = source.properties.get(name);
    if (!given) {
      if (!asked.isOptional) return source.indexes.length > 0 ? undefined : false;
      return source.indexes.length > 0 ? undefined : true;
    }
    if (given.isOptional && !asked.isOptional) return false;
    return relate(comparison, withUndefined(given), withUndefined(asked));
  });
  if (named === false || target.indexes.length === 0) return named;
  const indexed = toIndexes(comparison, source, target);
  return indexed === true ? named : indexed;
}

/** Tells whether all properties are optional. TypeScript then requires that the source has at least one of them. */
function isWeak({ properties, indexes }: MeaningOf<'object'>): boolean {
  return (
    properties.size > 0 &&
    indexes.length === 0 &&
    [...properties.values()].every(({ isOptional }) => isOptional)
  );
}

function toIndexes(
  comparison: Comparison,
  source: MeaningOf<'object'>,
  target: MeaningOf<'object'>,
): Answer {
  return every(target.indexes, (asked) => {
    if (asked.pattern !== undefined) return undefined;
    const own = source.indexes.find(({ pattern }) => pattern === undefined);
    if (own) return relate(comparison, own.type(), asked.type());
    if (source.indexes.length > 0) return undefined;
    const type = asked.type();
    if (type.kind === 'any') return undefined;
    if (source.isInterface) return false;
    return every(source.properties.values(), (given) =>
      given.isOptional && !holds(type, 'undefined')
        ? undefined
        : relate(comparison, given.type(), type),
    );
  });
}

const NEVER_FUNCTIONS = wordSet('text number literal null undefined void list tuple object');

function toForeign(source: Meaning, target: MeaningOf<'foreign'>): Answer {
  if (source.kind !== 'foreign') {
    const isOther = source.kind !== 'object' && membersOf(source).length === 1;
    if (target.what === 'function' || target.what === 'bigint' || target.what === 'symbol')
      return NEVER_FUNCTIONS.has(source.kind) ? false : undefined;
    return isOther && NEVER_FUNCTIONS.has(source.kind) ? false : undefined;
  }
  if (target.what === 'function')
    return source.what === 'function' ? (target.name === 'Function' ? true : undefined) : undefined;
  return source.what === target.what && ['date', 'bigint', 'symbol'].includes(source.what)
    ? true
    : undefined;
}
