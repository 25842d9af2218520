// Finds the named types that get a function of their own: those that contain themselves, whose code would be endless, and
// objects and unions that are used more than once.
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { isScalar } from './scalar-code.js';

export type TypeUse = { readonly isFunction: boolean; readonly isRecursive: boolean };

/** The named types that some types use, at any depth, by key. */
export function usedTypes(
  roots: readonly Type[],
  definitions: TypeDefinitions,
): ReadonlyMap<string, TypeUse> {
  const counts = new Map<string, number>();
  const inside = new Map<string, readonly string[]>();
  const open = roots.flatMap(namesIn);
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const type = definitions.get(key)?.type;
    if (inside.has(key) || !type) continue;
    const names = namesIn(type);
    inside.set(key, names);
    open.push(...names);
  }
  return new Map(
    [...counts].map(([key, count]) => {
      const isRecursive = reaches(key, inside);
      const type = definitions.get(key)?.type;
      const isSmall = !type || isScalar(type) || isOnlyScalars(type);
      return [key, { isRecursive, isFunction: isRecursive || (count > 1 && !isSmall) }] as const;
    }),
  );
}

function isOnlyScalars(type: Type): boolean {
  return type.kind === 'union' && type.of.every((member) => isScalar(member));
}

/** The named types that a type uses directly. */
function namesIn(type: Type): readonly string[] {
  switch (type.kind) {
    case 'named':
      return [type.key];
    case 'list':
      return namesIn(type.of);
    case 'tuple':
      return [...type.items.map((item) => item.type), ...(type.rest ? [type.rest] : [])].flatMap(
        namesIn,
      );
    case 'object':
      return [...type.properties, ...(type.indexes ?? [])].flatMap((part) => namesIn(part.type));
    case 'union':
      return type.of.flatMap(namesIn);
    default:
      return [];
  }
}

/** Whether a type contains itself. */
function reaches(start: string, inside: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [...(inside.get(start) ?? [])];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (key === start) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...(inside.get(key) ?? []));
  }
  return false;
}
