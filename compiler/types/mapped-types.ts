// Evaluates mapped types: `{ [K in Keys]: T }`.
import { once } from '../groups.js';
import { intersection, reduced } from './intersections.js';
import { keysOfObject, mappedKeysOf } from './object-keys.js';
import {
  bound,
  literal,
  meaning,
  NEVER,
  NUMBER,
  refuse,
  UNDEFINED,
  type Bound,
  type Lazy,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
  type MeantProperty,
  type NodePlace,
} from './meaning.js';
import { indexesFor } from './members.js';
import { NO_KEYS, notKnown, type Refusal } from './refusals.js';
import { parameterName, placeInScope, refuseNode, type Scope, withNames } from './scope.js';
import type { IndexedNode, MappedNode, Modifier, TypeNode } from './type-node.js';
import { holds, membersOf, unionOf, without, withUndefined } from './unions.js';

export function mapped(node: MappedNode, scope: Scope): Meaning {
  const { constraint } = node.typeParam;
  if (!constraint) return refuseNode(scope, node, NO_KEYS);
  const source = mappedSource(constraint, scope);
  if (source?.isParameter) return mapParameter(node, source, scope);
  const keys = scope.world.evaluate(constraint, scope);
  return mapKeys(node, { keys, from: source?.type.get() }, scope);
}

/** Returns the only member that `{ [K in keyof T]: … }['name']` needs, without creating others; undefined if all are needed. */
export function mappedMember(
  { objectType: node, indexType }: IndexedNode,
  scope: Scope,
): Meaning | undefined {
  if (node.type !== 'TsMappedType' || node.nameType || !isOfKeys(node)) return undefined;
  const { constraint } = node.typeParam;
  const key = scope.world.evaluate(indexType, scope);
  const source = constraint && key.kind === 'literal' ? mappedSource(constraint, scope) : undefined;
  const from = source && reduced(source.type.get());
  if (from?.kind !== 'object' || key.kind !== 'literal') return undefined;
  const own = from.properties.get(String(key.value));
  if (!own || own.name || (own.isNumeric ?? false) !== (typeof key.value === 'number'))
    return undefined;
  const { isParameter } = source ?? {};
  const inner = isParameter ? withNames(scope, [[isParameter, bound(from)]]) : scope;
  const kept = takenOver(node, from, inner);
  return withUndefined(propertyOf(node, { key, from, at: placeInScope(scope, node), kept }, inner));
}

/** The type whose keys are mapped. It determines which properties are optional. */
type MappedSource = {
  readonly type: Bound;
  /** The name of the type parameter `T` in `keyof T`. If the argument is a list or union, TypeScript maps each part of it. */
  readonly isParameter?: string;
};

function mappedSource(constraint: TypeNode, scope: Scope): MappedSource | undefined {
  if (constraint.type === 'TsTypeOperator' && constraint.op === 'keyof') {
    const of = constraint.typeAnnotation;
    const name = parameterName(of, scope);
    const type = name === undefined ? undefined : scope.names.get(name);
    if (type && name !== undefined) return { type, isParameter: name };
    return { type: bound(reduced(scope.world.evaluate(of, scope))) };
  }
  const name = parameterName(constraint, scope);
  const keysOfType = name === undefined ? undefined : scope.names.get(name)?.keysOf;
  return keysOfType && { type: keysOfType };
}

function mapParameter(
  node: MappedNode,
  { type, isParameter = '' }: MappedSource,
  scope: Scope,
): Meaning {
  const one = (member: Meaning): Meaning => {
    const inner = withNames(scope, [[isParameter, bound(member)]]);
    const at = placeInScope(scope, node);
    switch (member.kind) {
      case 'refused':
      case 'text':
      case 'number':
      case 'literal':
      case 'null':
      case 'undefined':
      case 'void':
      case 'never':
        return member;
      case 'list':
      case 'tuple':
        return node.nameType
          ? refuseNode(scope, node, notKnown('lists in a mapped type with `as`'))
          : mapItems(node, member, inner);
      case 'unknown':
        return meaning({ kind: 'object', properties: new Map(), indexes: [], at });
      case 'object':
        return mapKeys(node, { keys: keysOf(member, at), from: member }, inner);
      default:
        return refuseNode(scope, node, NO_KEYS);
    }
  };
  return unionOf(membersOf(reduced(type.get())).map(one));
}

function mapItems(
  node: MappedNode,
  list: MeaningOf<'list'> | MeaningOf<'tuple'>,
  scope: Scope,
): Meaning {
  const item = (key: Meaning, isOptional: boolean): Lazy<Meaning> =>
    once(() => {
      const type = valueOf(node, key, scope);
      if (isRemoved(node.optional) && isOptional) return without(type, 'undefined');
      return isAdded(node.optional) ? unionOf([type, UNDEFINED]) : type;
    });
  const isReadonly = isAdded(node.readonly) || (list.isReadonly && !isRemoved(node.readonly));
  const at = placeInScope(scope, node);
  if (list.kind === 'list')
    return meaning({ kind: 'list', of: item(NUMBER, false), isReadonly, at });
  return meaning({
    kind: 'tuple',
    items: list.items.map(({ isOptional }, index) => ({
      type: item(literal(String(index)), isOptional),
      isOptional: isAdded(node.optional) || (isOptional && !isRemoved(node.optional)),
    })),
    ...(list.rest && { rest: item(NUMBER, false) }),
    isReadonly,
    at,
  });
}

function valueOf(node: MappedNode, key: Meaning, scope: Scope): Meaning {
  if (!node.typeAnnotation) return refuseNode(scope, node, notKnown('such mapped types'));
  const inner = withNames(scope, [[node.typeParam.name.value, bound(key)]]);
  return scope.world.evaluate(node.typeAnnotation, inner);
}

function isAdded(modifier: Modifier | undefined): boolean {
  return modifier === true || modifier === '+';
}

function isRemoved(modifier: Modifier | undefined): boolean {
  return modifier === '-';
}

type Keys = { readonly keys: Meaning; readonly from: Meaning | undefined };

function mapKeys(node: MappedNode, { keys, from }: Keys, scope: Scope): Meaning {
  const at = placeInScope(scope, node);
  if (keys.kind === 'refused') return keys;
  if (from?.kind === 'refused') return from;
  if (keys.kind === 'any') return refuseNode(scope, node, NO_KEYS);
  const isText = holds(keys, 'text');
  const properties = new Map<string, MeantProperty>();
  const indexes: MeantIndex[] = [];
  const names: Meaning[] = [];
  const kept = takenOver(node, from, scope);
  for (const key of isOfKeys(node) && from?.kind === 'object'
    ? mappedKeysOf(from)
    : membersOf(keys)) {
    // `keyof` of a string index signature also contains `number`. Property names are strings, so `string` already covers it.
    if (key.kind === 'number' && isText && !key.rules) continue;
    const renamed = rename(node, key, scope);
    if ('kind' in renamed) return renamed;
    names.push(...renamed);
    for (const name of renamed) {
      if (name.kind === 'literal' && typeof name.value !== 'boolean') {
        const text = String(name.value);
        if (properties.has(text)) return refuseNode(scope, node, SAME_NAME);
        properties.set(text, propertyOf(node, { key, from, at, kept }, scope));
        continue;
      }
      const type = once(() => valueOf(node, key, scope));
      const added = indexesFor(name, type);
      if (!added) return refuseNode(scope, node, NO_KEYS);
      indexes.push(...added.map((index) => withOptional(node, index)));
    }
  }
  const all = node.nameType ? unionOf(names) : keys;
  return meaning({ kind: 'object', properties, indexes, keys: all, at });
}

function isOfKeys({ typeParam: { constraint } }: MappedNode): boolean {
  return constraint?.type === 'TsTypeOperator' && constraint.op === 'keyof';
}

const SAME_NAME: Refusal = {
  why: 'two of its keys get the same name',
  instead: 'Write the properties explicitly.',
};

function withOptional(node: MappedNode, index: MeantIndex): MeantIndex {
  return isAdded(node.optional)
    ? { ...index, type: once(() => unionOf([index.type(), UNDEFINED])) }
    : index;
}

/** Returns the names to which `as` maps a key. */
function rename(node: MappedNode, key: Meaning, scope: Scope): readonly Meaning[] | Meaning {
  if (!node.nameType) return [key];
  const inner = withNames(scope, [[node.typeParam.name.value, bound(key)]]);
  const name = scope.world.evaluate(node.nameType, inner);
  return name.kind === 'refused' ? name : membersOf(name);
}

type Key = {
  readonly key: Meaning;
  readonly from: Meaning | undefined;
  readonly at: NodePlace;
  readonly kept: TakenOver;
};

function ownProperty({ key, from }: Pick<Key, 'key' | 'from'>): MeantProperty | undefined {
  if (!from || key.kind !== 'literal') return undefined;
  const name = String(key.value);
  if (from.kind === 'object') return from.properties.get(name);
  if (from.kind !== 'union') return undefined;
  // In a union, a property is optional if it is optional in one of the members.
  const all = from.of.map((member) => ownProperty({ key, from: member }));
  return all.reduce(
    (left, right) => left && right && { ...left, isOptional: left.isOptional || right.isOptional },
  );
}

function propertyOf(node: MappedNode, key: Key, scope: Scope): MeantProperty {
  const own = ownProperty(key);
  const isRequired = isRemoved(node.optional);
  const isOptional = isAdded(node.optional) || (!isRequired && own?.isOptional === true);
  const isNumeric = key.key.kind === 'literal' && typeof key.key.value === 'number';
  // `Pick` leaves most properties unchanged.
  const isSameName = isNumeric === (own?.isNumeric ?? false);
  if (own && key.kept.isSure && isSameName && isOptional === own.isOptional && !isRequired)
    return own;
  const type = once(() => {
    const isSame = key.kept.isKept();
    const value = isSame && own ? own.type() : valueOf(node, key.key, scope);
    if (!own?.isOptional) return value;
    if (isRequired && isSame && holds(value, 'undefined'))
      return refuse(placeInScope(scope, node), MAYBE_UNDEFINED, own.at);
    return isRequired ? without(value, 'undefined') : value;
  });
  return { type, isOptional, at: own?.at ?? key.at, ...(isNumeric && { isNumeric }) };
}

const MAYBE_UNDEFINED: Refusal = {
  why: 'whether a property `a?: T | undefined` becomes required depends on `exactOptionalPropertyTypes`',
  instead: 'Write `a?: T` in the type that is mapped.',
};

type TakenOver = {
  /** True if the names alone show that each property is copied. */
  readonly isSure: boolean;
  readonly isKept: Lazy<boolean>;
};

/** Tells whether the type is `{ [K in keyof T]: T[K] }`, which copies each property. */
function takenOver(
  { typeAnnotation, typeParam }: MappedNode,
  from: Meaning | undefined,
  scope: Scope,
): TakenOver {
  if (typeAnnotation?.type !== 'TsIndexedAccessType' || from?.kind !== 'object') return CHANGED;
  const { objectType, indexType } = typeAnnotation;
  const name = parameterName(objectType, scope);
  const isOfKey =
    indexType.type === 'TsTypeReference' &&
    indexType.typeName.type === 'Identifier' &&
    indexType.typeName.value === typeParam.name.value;
  if (name === undefined || name === typeParam.name.value || !isOfKey) return CHANGED;
  if (scope.names.get(name)?.id === bound(from).id) return KEPT;
  const isKept = once(() => scope.world.evaluate(objectType, scope).id === from.id);
  return { isSure: false, isKept };
}

const KEPT: TakenOver = { isSure: true, isKept: () => true };
const CHANGED: TakenOver = { isSure: false, isKept: () => false };

export function keysOf(written: Meaning, at: NodePlace): Meaning {
  const type = reduced(written);
  switch (type.kind) {
    case 'refused':
      return type;
    case 'unknown':
    case 'null':
    case 'undefined':
    case 'void':
      return NEVER;
    case 'object':
      return keysOfObject(type);
    case 'union':
      return type.of
        .map((member) => keysOf(member, at))
        .reduce((left, right) => intersection(left, right, at));
    default:
      return refuse(at, NO_KEYS);
  }
}
