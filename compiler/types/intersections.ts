// Evaluates intersections: `A & B`.
import { once } from '../groups.js';
import {
  ANY,
  meaning,
  NEVER,
  refuse,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
  type MeantProperty,
  type NodePlace,
} from './meaning.js';
import { keysOfObject } from './object-keys.js';
import { BRANDED, MIXED, TOO_LARGE } from './refusals.js';
import { mergeNumberRules, mergeTextRules } from './rules.js';
import { matchesAll } from './templates.js';
import { membersOf, unionOf, withUndefined } from './unions.js';

/** The maximum number of union members that an intersection of unions may produce. */
const MOST_MEMBERS = 2000;

export function intersection(left: Meaning, right: Meaning, at: NodePlace): Meaning {
  if (left.id === right.id) return left;
  if (left.kind === 'refused') return left;
  if (right.kind === 'refused') return right;
  if (left.kind === 'never' || right.kind === 'never') return NEVER;
  if (left.kind === 'any' || right.kind === 'any') return ANY;
  if (left.kind === 'unknown') return right;
  if (right.kind === 'unknown') return left;
  if (left.kind === 'union' || right.kind === 'union') {
    const [lefts, rights] = [membersOf(left), membersOf(right)];
    if (lefts.length * rights.length > MOST_MEMBERS) return refuse(at, TOO_LARGE);
    return unionOf(lefts.flatMap((one) => rights.map((other) => intersection(one, other, at))));
  }
  return ofTwo(left, right, at) ?? ofTwo(right, left, at) ?? refuse(at, MIXED);
}

type Single = Exclude<Meaning, MeaningOf<'union'>>;

/** Returns the intersection of two types; undefined if the caller must try again with the types swapped. */
function ofTwo(left: Single, right: Single, at: NodePlace): Meaning | undefined {
  if (right.kind === 'object' && isEmpty(right)) return withoutNothing(left, at);
  switch (left.kind) {
    case 'null':
    case 'undefined':
      return left.kind === right.kind ? left : isJson(right) || isHolder(right) ? NEVER : undefined;
    case 'literal':
      return ofLiteral(left, right, at);
    case 'text':
      return ofText(left, right, at);
    case 'number':
      if (right.kind === 'number') return bothNumbers(left, right);
      if (right.kind === 'object') return refuse(at, BRANDED);
      return isJson(right) && right.kind !== 'literal' ? NEVER : undefined;
    case 'object':
      return right.kind === 'object' ? bothObjects(left, right, at) : undefined;
    case 'list':
      return right.kind === 'list' ? bothLists(left, right, at) : undefined;
    case 'foreign': {
      const isSame = right.kind === 'foreign' && left.name === right.name;
      return isSame && left.what === 'date' ? left : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the intersection of two lists: each item must have both item types; undefined if both lists have rules. */
function bothLists(
  left: MeaningOf<'list'>,
  right: MeaningOf<'list'>,
  at: NodePlace,
): Meaning | undefined {
  if (left.rules && right.rules) return undefined;
  const rules = left.rules ?? right.rules;
  const isReadonly = left.isReadonly && right.isReadonly;
  const of = once(() => intersection(left.of(), right.of(), at));
  return meaning({ kind: 'list', of, isReadonly, ...(rules && { rules }), at });
}

/** Tells whether a type is `{}`: every value except `null` and `undefined`. */
function isEmpty(type: Single): boolean {
  return type.kind === 'object' && type.properties.size === 0 && type.indexes.length === 0;
}

function withoutNothing(type: Single, at: NodePlace): Meaning {
  switch (type.kind) {
    case 'null':
    case 'undefined':
      return NEVER;
    case 'void':
      return refuse(at, MIXED);
    default:
      return type;
  }
}

function isJson({ kind }: Single): boolean {
  return /^(?:text|number|literal|null|undefined)$/.test(kind);
}

function isHolder({ kind }: Single): boolean {
  return kind === 'object' || kind === 'list' || kind === 'tuple';
}

function ofLiteral(left: MeaningOf<'literal'>, right: Single, at: NodePlace): Meaning | undefined {
  switch (right.kind) {
    case 'literal':
      // An enum member and a literal with the same value are different types.
      return left.value === right.value && left.enum === right.enum ? left : NEVER;
    case 'text':
      if (typeof left.value !== 'string') return NEVER;
      if (right.rules) return undefined;
      return matchesAll(left.value, right.templates) ? left : NEVER;
    case 'number':
      if (typeof left.value !== 'number') return NEVER;
      return right.rules ? undefined : left;
    case 'null':
    case 'undefined':
      return NEVER;
    case 'object':
      return refuse(at, BRANDED);
    default:
      return undefined;
  }
}

function ofText(left: MeaningOf<'text'>, right: Single, at: NodePlace): Meaning | undefined {
  if (right.kind === 'object') return refuse(at, BRANDED);
  if (right.kind !== 'text') return isJson(right) && right.kind !== 'literal' ? NEVER : undefined;
  const rules = mergeTextRules(left.rules, right.rules);
  if (rules === 'conflict') return undefined;
  const templates = [...new Set([...(left.templates ?? []), ...(right.templates ?? [])])];
  if (!rules && templates.length === 0) return left;
  return meaning({
    kind: 'text',
    ...(rules && { rules }),
    ...(templates.length > 0 && { templates }),
  });
}

function bothNumbers(left: MeaningOf<'number'>, right: MeaningOf<'number'>): Meaning | undefined {
  const rules = mergeNumberRules(left.rules, right.rules);
  if (rules === 'conflict') return undefined;
  return rules ? meaning({ kind: 'number', rules }) : left;
}

function bothObjects(
  left: MeaningOf<'object'>,
  right: MeaningOf<'object'>,
  at: NodePlace,
): Meaning {
  const properties = new Map<string, MeantProperty>(left.properties);
  const shared: (readonly [MeantProperty, MeantProperty])[] = [];
  for (const [name, property] of right.properties) {
    const other = properties.get(name);
    properties.set(name, other ? bothProperties(other, property, at) : property);
    if (other) shared.push([other, property]);
  }
  const isImpossible = once(
    () =>
      left.isImpossible?.() === true ||
      right.isImpossible?.() === true ||
      shared.some(([one, other]) => tellsApart(one, other, at)),
  );
  return meaning({
    kind: 'object',
    properties,
    indexes: bothIndexes(left.indexes, right.indexes, at),
    isInterface: left.isInterface || right.isInterface,
    isImpossible,
    ...((left.keys ?? right.keys) && { keys: unionOf([keysOfObject(left), keysOfObject(right)]) }),
    at,
  });
}

/** As in TypeScript, a property rules out all objects if one of its types is a literal and no value matches both types. */
function tellsApart(left: MeantProperty, right: MeantProperty, at: NodePlace): boolean {
  const [one, other] = [left, right].map(withUndefined);
  if (!one || !other || one.kind === 'never' || other.kind === 'never') return false;
  if (!isUnit(one) && !isUnit(other)) return false;
  return intersection(one, other, at).kind === 'never';
}

function isUnit(type: Meaning): boolean {
  return membersOf(type).every(
    (member) =>
      member.kind === 'literal' ||
      member.kind === 'null' ||
      member.kind === 'undefined' ||
      (member.kind === 'text' && member.templates !== undefined),
  );
}

/** Returns the type, or `never` if it has no values. TypeScript reduces such an object only when its contents are needed. */
export function reduced(type: Meaning): Meaning {
  if (type.kind === 'object') return type.isImpossible?.() === true ? NEVER : type;
  if (type.kind !== 'union' || !type.of.some(({ kind }) => kind === 'object')) return type;
  const members = type.of.map(reduced);
  return members.every((member, index) => member === type.of[index]) ? type : unionOf(members);
}

function bothProperties(left: MeantProperty, right: MeantProperty, at: NodePlace): MeantProperty {
  return {
    ...left,
    isOptional: left.isOptional && right.isOptional,
    type: once(() => intersection(left.type(), right.type(), at)),
  };
}

function bothIndexes(
  left: readonly MeantIndex[],
  right: readonly MeantIndex[],
  at: NodePlace,
): readonly MeantIndex[] {
  const both = (index: MeantIndex, others: readonly MeantIndex[]): MeantIndex => {
    // An index signature for all names also applies to names that match a pattern.
    const more = others.filter(({ pattern }) => pattern === undefined || pattern === index.pattern);
    if (more.length === 0) return index;
    const type = once(() =>
      more.reduce((all, other) => intersection(all, other.type(), at), index.type()),
    );
    return { ...index, type };
  };
  const added = right.filter(({ pattern }) => !left.some((one) => one.pattern === pattern));
  const general = left.filter(({ pattern }) => pattern === undefined);
  return [...left.map((index) => both(index, right)), ...added.map((one) => both(one, general))];
}
