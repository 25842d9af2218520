// Unions: flat, without doubles, and nothing beside a type that holds it.
import { ANY, meaning, NEVER, UNKNOWN, type Meaning } from './meaning.js';

/** The members of a union, or the type itself. */
export function membersOf(type: Meaning): readonly Meaning[] {
  if (type.kind === 'never') return [];
  return type.kind === 'union' ? type.of : [type];
}

export function unionOf(types: readonly Meaning[]): Meaning {
  const [only] = types;
  if (types.length === 1 && only) return only;
  const members = new Map<number, Meaning>();
  for (const type of types) for (const member of membersOf(type)) members.set(member.id, member);
  const all = [...members.values()];
  // A member that is not read might swallow the others or be swallowed, so that it speaks for the whole.
  if (all.some(({ kind }) => kind === 'any')) return ANY;
  if (all.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  const kept = withoutSwallowed(all);
  const [first] = kept;
  if (!first) return NEVER;
  if (kept.length === 1) return first;
  // The union under its own name is the union.
  const ids = new Set(kept.map(({ id }) => id));
  const whole = types.find(
    (type) =>
      type.kind === 'union' &&
      type.of.length === kept.length &&
      type.of.every(({ id }) => ids.has(id)),
  );
  return whole ?? meaning({ kind: 'union', of: kept });
}

/** Without literals beside the type of all of them. */
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

/** A union without the members of some kinds. */
export function without(type: Meaning, ...kinds: readonly Meaning['kind'][]): Meaning {
  const kept = membersOf(type).filter(({ kind }) => !kinds.includes(kind));
  if (kept.length === membersOf(type).length) return type;
  return unionOf(kept);
}

export function holds(type: Meaning, kind: Meaning['kind']): boolean {
  return membersOf(type).some((member) => member.kind === kind);
}

/** The texts and numbers of a union of literals; undefined for any other type. */
export function literalsOf(type: Meaning): readonly (string | number)[] | undefined {
  const values: (string | number)[] = [];
  for (const member of membersOf(type)) {
    if (member.kind !== 'literal' || typeof member.value === 'boolean') return undefined;
    values.push(member.value);
  }
  return values;
}
