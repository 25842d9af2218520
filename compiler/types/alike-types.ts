// The members of a union that are written alike, and booleans whose two values are members.
import type { Type } from '../declarations/declared-type.js';

/** Of types that are written alike, the last one where the first one stood. */
export function withoutDoubles(types: readonly Type[]): readonly Type[] {
  const isFew = types.length <= FEW;
  if (isFew && !types.some((type, index) => hasTwin(types, { type, index }))) return types;
  return [...new Map(types.map((type) => [identityOf(type), type])).values()];
}

type Place = { readonly type: Type; readonly index: number };

/** More members than this are told apart by a map. */
const FEW = 12;

function hasTwin(types: readonly Type[], { type, index }: Place): boolean {
  return types.some((one, place) => place < index && mayBeSame(one, type));
}

function mayBeSame(one: Type, other: Type): boolean {
  if (one.kind === 'literal') return other.kind === 'literal' && one.value === other.value;
  if (one.kind === 'named') return other.kind === 'named' && one.key === other.key;
  if (one.kind !== 'object' || other.kind !== 'object') return one.kind === other.kind;
  return (
    one.properties.length === other.properties.length &&
    one.properties.every(({ name }, index) => name === other.properties[index]?.name)
  );
}

/** A text that is the same for types that are written alike. */
function identityOf(type: Type): string {
  if (type.kind === 'named') return `named ${type.key}`;
  if (type.kind === 'literal') return `${typeof type.value} ${String(type.value)}`;
  return JSON.stringify(type);
}

export function joinBooleans(types: readonly Type[]): readonly Type[] {
  const isBoolean = (type: Type): boolean =>
    type.kind === 'literal' && typeof type.value === 'boolean';
  if (types.filter(isBoolean).length < 2) return types;
  const first = types.findIndex(isBoolean);
  return types.flatMap((type, index): readonly Type[] =>
    index === first ? [{ kind: 'boolean' }] : isBoolean(type) ? [] : [type],
  );
}
