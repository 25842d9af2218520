// Names types in documents and clients. If different types in different modules have the same name, their namespaces and the
// last parts of their modules' paths are prepended, as many as are needed: `CitiesPage` and `MembersPage`.
import { capitalized, numberedName } from '../free-names.js';
import { compareTexts, groupBy } from '../groups.js';
import {
  namesIn,
  type Type,
  type TypeDefinition,
  type TypeDefinitions,
} from '../declarations/declared-type.js';
import { definitionSchema, type JsonSchema, type SchemaOptions } from './json-schema.js';

/** Returns a TypeScript identifier for each key. Equivalent types that are declared under the same name get the same result. */
export function schemaNames(
  keys: Iterable<string>,
  definitions: TypeDefinitions,
): ReadonlyMap<string, string> {
  const sorted = [...keys].toSorted(compareTexts);
  const named = sorted.map((key) => ({
    key,
    parts: nameParts(key, definitions),
    text: textOf(definitions.get(key)),
  }));
  const byName = groupBy(named, ({ parts: [name = ''] }) => name);
  const wished = named.map(({ key, parts, text }) => {
    const others = byName.get(parts[0] ?? '')?.filter((other) => other.text !== text) ?? [];
    const same = others.map((other) => other.parts);
    return { key, text, isPlain: same.length === 0, name: shortest(parts, same) };
  });
  // Types whose name is unique come first, so that they keep it.
  const ordered = wished.toSorted((left, right) => Number(right.isPlain) - Number(left.isPlain));
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  const shared = new Map<string, string>();
  for (const { key, text, name } of ordered) {
    const same = `${name} ${text}`;
    const free = shared.get(same) ?? numberedName(name, taken);
    taken.add(free);
    shared.set(same, free);
    chosen.set(key, free);
  }
  return chosen;
}

/** Returns a key that is the same for equivalent types. */
function textOf(definition: TypeDefinition | undefined): string {
  return JSON.stringify([definition?.type, definition?.documentation]);
}

/** Returns the names in the format that OpenAPI requires of components: ASCII letters, digits and `_`. */
export function componentNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...new Set(names.values())].toSorted(compareTexts)) {
    const free = numberedName(asciiName(name), taken);
    taken.add(free);
    chosen.set(name, free);
  }
  return new Map([...names].map(([key, name]) => [key, chosen.get(name) ?? name]));
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
};

/** Converts a name to ASCII: `Größe` becomes `Grosse`. A letter from another alphabet is replaced with its code. */
export function asciiName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(
      /[^A-Za-z0-9_]/gu,
      (letter) => LETTERS[letter] ?? `_${letter.codePointAt(0)?.toString(16) ?? ''}`,
    );
}

/** Returns the parts of the full name, last part first: the name itself, its namespaces, the file, its folders. */
function nameParts(key: string, definitions: TypeDefinitions): readonly string[] {
  const definition = definitions.get(key);
  if (!definition) return [identifier(key)];
  const file = definition.at.file.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  const folders = file.split('/').filter((part) => part !== '' && part !== '..');
  const around = [...folders.map(pascalCase), ...(definition.namespaces ?? []).map(identifier)];
  return [identifier(definition.name), ...around.toReversed()];
}

/** Returns the shortest form of a name that no other type shares. */
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

/** Converts `city-list` to `CityList`. */
function pascalCase(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words.map(capitalized).join('');
}

function identifier(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_]/gu, '_');
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

export type NamedSchemas = {
  readonly options: SchemaOptions;
  /** The schemas of the named types, sorted by name; undefined if there are none. */
  readonly named: Readonly<Record<string, JsonSchema>> | undefined;
};

export function namedSchemas(types: readonly Type[], definitions: TypeDefinitions): NamedSchemas {
  const names = componentNames(schemaNames(namedTypes(types, definitions), definitions));
  const options: SchemaOptions = {
    definitions,
    refOf: (key) => `#/schemas/${names.get(key) ?? key}`,
  };
  const named = [...names]
    .toSorted(([, left], [, right]) => compareTexts(left, right))
    .flatMap(([key, name]) => {
      const definition = definitions.get(key);
      return definition ? [[name, definitionSchema(definition, options)] as const] : [];
    });
  return { options, named: named.length > 0 ? Object.fromEntries(named) : undefined };
}

/** Returns the keys of the named types that the given types use, directly or indirectly. */
export function namedTypes(
  types: Iterable<Type>,
  definitions: TypeDefinitions,
): ReadonlySet<string> {
  const found = new Set([...types].flatMap(namesIn));
  // The loop also visits keys that are added to `found` in the meantime.
  for (const key of found) {
    const definition = definitions.get(key);
    for (const name of definition ? namesIn(definition.type) : []) found.add(name);
  }
  return found;
}
