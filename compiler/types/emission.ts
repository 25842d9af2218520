// The state of a conversion from meanings to JSON types, for inputs or for responses. Each named type is converted only once.
import type { NodePlace, Meaning, Origin } from './meaning.js';
import type { Refusal } from './refusals.js';
import type { CheckedPattern, TypeDefinition } from '../declarations/declared-type.js';
import { capitalized } from '../free-names.js';

/** A type node that has no JSON representation, or whose representation is unknown. */
export type RefusedNode = {
  readonly at: NodePlace;
  readonly refusal: Refusal;
  readonly related?: NodePlace | undefined;
};

/** Most types have none of these parts, so each collection is created when its first element is added. */
export type EmittedParts = {
  refused: Set<RefusedNode> | undefined;
  /** Each pattern with the maximum length of the strings it is applied to. */
  patterns: Map<string, number> | undefined;
  named: Set<string> | undefined;
};

export type Emission = {
  readonly use: 'input' | 'answer';
  readonly definitions: Map<string, TypeDefinition>;
  readonly budget: { steps: number; depth: number };
  /** The keys of named types, by the `id` of the meaning. */
  readonly keys: Map<number, string>;
  /** The `id` of the meaning that owns each key. A second meaning with the same name and arguments gets a numbered key. */
  readonly owners: Map<string, number>;
  /** The keys of recursive types without a name, by the `id` of the meaning. */
  readonly circles: Map<number, string>;
  /** The types without a name that are currently being read, by the `id` of the meaning. */
  readonly open: Set<number>;
  readonly parts: Map<string, EmittedParts>;
  /** Functions that create definitions for deeply nested types. */
  readonly later: (() => void)[];
  /** The number of types that each generic declaration has produced so far in the current annotation. */
  readonly counts: Map<string, number>;
};

export function createEmission(
  use: Emission['use'],
  shared: Pick<Emission, 'definitions' | 'budget' | 'owners' | 'circles'>,
): Emission {
  return {
    ...shared,
    use,
    keys: new Map(),
    open: new Set(),
    parts: new Map(),
    later: [],
    counts: new Map(),
  };
}

export function noParts(): EmittedParts {
  return { refused: undefined, patterns: undefined, named: undefined };
}

export function addPattern(parts: EmittedParts, { pattern, maxLength }: CheckedPattern): void {
  parts.patterns ??= new Map<string, number>();
  parts.patterns.set(pattern, Math.max(parts.patterns.get(pattern) ?? 0, maxLength));
}

export function addParts(parts: EmittedParts, used: EmittedParts): void {
  parts.refused = union(parts.refused, used.refused);
  used.patterns?.forEach((maxLength, pattern) => {
    addPattern(parts, { pattern, maxLength });
  });
  parts.named = union(parts.named, used.named);
}

/** Adds the elements of another set. If the first set exists, it is modified. */
function union<Item>(
  all: Set<Item> | undefined,
  added: ReadonlySet<Item> | undefined,
): Set<Item> | undefined {
  if (!added) return all;
  if (!all) return new Set(added);
  for (const item of added) all.add(item);
  return all;
}

export function declarationKey({ at, name }: Origin): string {
  return `${at.module.file}#${name}`;
}

/** Returns the key of a named type. It is the same for the same declaration with the same arguments. */
export function keyOf(emission: Emission, meant: Meaning): string {
  const known = emission.keys.get(meant.id);
  if (known !== undefined) return known;
  const { origin } = meant;
  if (!origin) return '';
  // A placeholder for a type that occurs in its own type arguments: `type Tree = Box<Tree>`.
  emission.keys.set(meant.id, UNKNOWN);
  const args = origin.args.map((argument) => shortened(textOf(emission, argument.get(), 0)));
  const wanted = declarationKey(origin) + (args.length > 0 ? `<${args.join(',')}>` : '');
  // If a part of an argument's text is unknown, different types may have the same key. Such a key gets a number if it is taken.
  let key = wanted;
  const isVague = args.some((text) => text.includes(UNKNOWN));
  for (let count = 2; isVague && isTaken(emission, key, meant); count++) {
    key = `${wanted}~${String(count)}`;
  }
  emission.owners.set(key, meant.id);
  emission.keys.set(meant.id, key);
  return key;
}

/** An argument of a generic type may itself be generic. Without a limit, the texts would double in length with every level. */
function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? UNKNOWN : text;
}

function isTaken({ owners }: Emission, key: string, { id }: Meaning): boolean {
  const owner = owners.get(key);
  return owner !== undefined && owner !== id;
}

const DEEPEST = 6;

/** The maximum number of characters for an argument in a key. */
const LONGEST_TEXT = 10_000;

/** The maximum number of characters for a name with arguments. If the name is longer, it is used without the arguments. */
const LONGEST_NAME = 120;

/** Stands for a part of a key that is too long, or that contains the key itself. */
const UNKNOWN = '?';

function textOf(emission: Emission, type: Meaning, depth: number): string {
  if (type.origin) return keyOf(emission, type);
  const inner = (part: Meaning): string => textOf(emission, part, depth + 1);
  if (depth > DEEPEST) return UNKNOWN;
  switch (type.kind) {
    case 'text':
      return type.templates || type.rules
        ? `string${JSON.stringify([type.rules, type.templates])}`
        : 'string';
    case 'number':
      return type.rules ? `number${JSON.stringify(type.rules)}` : 'number';
    case 'literal':
      return type.enum ? UNKNOWN : JSON.stringify(type.value);
    case 'list':
      return `${inner(type.of())}[]${type.rules ? JSON.stringify(type.rules) : ''}`;
    case 'union':
      return `(${type.of.map(inner).join('|')})`;
    case 'foreign':
      return type.of.length > 0 ? UNKNOWN : type.name;
    case 'object':
    case 'tuple':
    case 'schema':
    case 'refused':
      return UNKNOWN;
    default:
      return type.kind;
  }
}

/** Returns `PageOfCity` for `Page<City>`. `around` contains the types whose arguments are being named, to detect cycles. */
export function definitionName({ id, origin }: Meaning, around: readonly number[] = []): string {
  if (!origin) return '';
  if (origin.args.length === 0 || around.includes(id) || around.length > DEEPEST)
    return origin.name;
  let name = `${origin.name}Of`;
  for (const [index, { get }] of origin.args.entries()) {
    name += (index > 0 ? 'And' : '') + label(get(), { around: [...around, id], depth: 0 });
    if (name.length > LONGEST_NAME) return origin.name;
  }
  return name;
}

type LabelContext = { readonly around: readonly number[]; readonly depth: number };

function label(type: Meaning, { around, depth }: LabelContext): string {
  if (type.origin) return definitionName(type, around);
  switch (type.kind) {
    case 'literal':
      return capitalized(String(type.value).replaceAll(/[^A-Za-z0-9]+/g, '') || 'Literal');
    case 'list':
      return depth > DEEPEST ? 'List' : `${label(type.of(), { around, depth: depth + 1 })}List`;
    case 'union':
      return type.of.length === 2 && type.of.every(({ kind }) => kind === 'literal')
        ? 'Choice'
        : 'Union';
    default:
      return capitalized(type.kind === 'foreign' ? type.name : type.kind);
  }
}
