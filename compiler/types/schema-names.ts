// The names of types in documents and clients. When types of different modules have the same name, their namespaces and the
// last parts of their modules' paths are put before it, as many as needed: `CitiesPage` and `MembersPage`.
import { capitalized, numberedName } from '../free-names.js';
import { groupBy } from '../groups.js';
import { compareTexts } from '../text-order.js';
import type { TypeDefinitions } from '../declarations/declared-type.js';

/** A name for each key that is valid as the name of a component and as an identifier of TypeScript. */
export function schemaNames(
  keys: Iterable<string>,
  definitions: TypeDefinitions,
): ReadonlyMap<string, string> {
  const sorted = [...keys].toSorted(compareTexts);
  const named = sorted.map((key) => ({ key, parts: partsOf(key, definitions) }));
  const byName = groupBy(named, ({ parts: [name = ''] }) => name);
  const wished = named.map(({ key, parts }) => {
    const others = byName.get(parts[0] ?? '')?.filter((other) => other.key !== key) ?? [];
    const same = others.map((other) => other.parts);
    return { key, isPlain: same.length === 0, name: shortest(parts, same) };
  });
  // A type whose name no other type has keeps it.
  const ordered = wished.toSorted((left, right) => Number(right.isPlain) - Number(left.isPlain));
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  for (const { key, name } of ordered) {
    const free = numberedName(name, taken);
    taken.add(free);
    chosen.set(key, free);
  }
  return chosen;
}

/** The parts of the name, the last one first: the name itself, its namespaces, the file, its folders. */
function partsOf(key: string, definitions: TypeDefinitions): readonly string[] {
  const definition = definitions.get(key);
  if (!definition) return [identifier(key)];
  const file = definition.at.file.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  const folders = file.split('/').filter((part) => part !== '' && part !== '..');
  const around = [...folders.map(pascalCase), ...(definition.namespaces ?? []).map(identifier)];
  return [identifier(definition.name), ...around.toReversed()];
}

/** The shortest form of a name that no other type has. */
function shortest(parts: readonly string[], others: readonly (readonly string[])[]): string {
  for (let length = 1; length < parts.length; length += 1) {
    const name = joined(parts, length);
    if (others.every((other) => joined(other, length) !== name)) return name;
  }
  return joined(parts, parts.length);
}

function joined(parts: readonly string[], length: number): string {
  return parts.slice(0, length).toReversed().join('');
}

/** Turns `city-list` into `CityList`. */
function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map(capitalized).join('');
}

/** Names of components in OpenAPI allow only ASCII letters, digits and `.`, `-`, `_`. */
function identifier(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
