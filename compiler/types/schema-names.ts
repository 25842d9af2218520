// The names of types in documents and clients. Types of different modules may have the same name; then the last parts of
// their modules' paths come in front, as many as tell them apart: `CitiesPage` and `MembersPage`.
import { capitalized, numberedName } from '../free-names.js';
import { groupBy } from '../groups.js';
import { compareTexts } from '../text-order.js';
import type { TypeDefinitions } from '../declarations/declared-type.js';

/** A name for each key, which is both a component's name and an identifier of TypeScript. */
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
  // A type that is alone with its name keeps it.
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

/** The parts of the name from its end: the name itself, the file, its folders. */
function partsOf(key: string, definitions: TypeDefinitions): readonly string[] {
  const definition = definitions.get(key);
  if (!definition) return [identifier(key)];
  const file = definition.at.file.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  const folders = file.split('/').filter((part) => part !== '' && part !== '..');
  return [identifier(definition.name), ...folders.toReversed().map(pascalCase)];
}

/** The shortest form of a name that no other type of this name has. */
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

/** `city-list` as `CityList`. */
function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map(capitalized).join('');
}

/** Components are named by ASCII letters, digits and a few signs. */
function identifier(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_]/g, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
