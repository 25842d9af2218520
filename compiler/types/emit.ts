// Converts the meaning of a type to the type of its JSON representation.
import { once } from '../groups.js';
import { isAssignable } from './assignable.js';
import {
  addParts,
  addPattern,
  type Emission,
  noParts,
  type EmittedParts,
  type RefusedNode,
  declarationKey,
  definitionName,
  keyOf,
} from './emission.js';
import { namespacesOf } from './find-type.js';
import { intersection } from './intersections.js';
import type {
  Meaning,
  MeaningOf,
  MeantProperty,
  NodePlace,
  ForeignKind,
  Lazy,
  Origin,
} from './meaning.js';
import { PART_OF_SCHEMA, type Refusal, TOO_DEEP, TOO_LARGE, notInJson } from './refusals.js';
import { mergeTextRules } from './rules.js';
import type {
  CheckedPattern,
  Property,
  TextRules,
  TupleItem,
  Type,
  TypeDocumentation,
} from '../declarations/declared-type.js';
import { mayBeUndefined, without } from './unions.js';
import { commentBefore, readDocComment } from '../syntax/source-text.js';

export type Emitted = {
  readonly type: Type;
  readonly refused: readonly RefusedNode[];
  /** The regular expressions of rules, in the type and in the named types that it uses. */
  readonly patterns: readonly CheckedPattern[];
};

/** The annotation or named type that is being converted. */
export type Emitting = {
  readonly emission: Emission;
  readonly parts: EmittedParts;
  /** The location of the annotation. If a rejected part has no location, it is reported here. */
  readonly root: NodePlace;
  /** The named type that contains the part. */
  readonly owner?: Meaning;
};

export function emit(emission: Emission, meant: Meaning, root: NodePlace): Emitted {
  const parts = noParts();
  const isBytes = meant.kind === 'foreign' && meant.what === 'bytes';
  const type = isBytes ? { kind: 'bytes' as const } : typeOf({ emission, parts, root }, meant);
  for (let define = emission.later.pop(); define; define = emission.later.pop()) define();
  // The loop also visits keys that are added to `named` in the meantime.
  for (const key of parts.named ?? []) {
    const inner = emission.parts.get(key);
    if (inner) addParts(parts, inner);
  }
  return {
    type,
    refused: parts.refused ? onlyOnce(parts.refused) : [],
    patterns: [...(parts.patterns ?? [])].map(([pattern, maxLength]) => ({ pattern, maxLength })),
  };
}

/** Removes duplicate rejections: a node in a generic type may be rejected for several arguments. */
function onlyOnce(refused: Iterable<RefusedNode>): readonly RefusedNode[] {
  const nodes = new Map<string, RefusedNode>();
  for (const node of refused) {
    const { module, span } = node.at;
    const key = `${module.path} ${String(span.start)} ${String(span.end)} ${node.refusal.why}`;
    if (!nodes.has(key)) nodes.set(key, node);
  }
  return [...nodes.values()];
}

const DEEPEST = 100;

/** Declarations that are nested more deeply than this are converted after the others. */
const DEEPEST_CHAIN = 50;

function typeOf(emitting: Emitting, meant: Meaning): Type {
  const { budget } = emitting.emission;
  if (budget.steps-- <= 0) return refused(emitting, meant, TOO_LARGE);
  if (budget.depth >= DEEPEST) return refused(emitting, meant, TOO_DEEP);
  budget.depth++;
  const type =
    meant.origin && !mayBeUndefined(meant)
      ? namedType(emitting, meant, meant.origin)
      : unnamedType(emitting, meant);
  budget.depth--;
  return type;
}

function refused(
  { parts, root }: Emitting,
  { at = root, ...meant }: Pick<Meaning, 'at'> | MeaningOf<'refused'>,
  refusal: Refusal,
): Type {
  const all = (parts.refused ??= new Set<RefusedNode>());
  if (![...all].some((node) => node.at === at))
    all.add({ at, refusal, related: 'related' in meant ? meant.related : undefined });
  return { kind: 'unknown' };
}

/** The maximum number of types that one generic declaration may produce in one annotation. */
const MOST_OF_ONE = 100;

function namedType(emitting: Emitting, meant: Meaning, origin: Origin): Type {
  const { emission } = emitting;
  const key = keyOf(emission, meant);
  if (!emission.parts.has(key)) {
    const declaration = declarationKey(origin);
    const count = (emission.counts.get(declaration) ?? 0) + 1;
    if (count > MOST_OF_ONE) return refused(emitting, { at: origin.at }, TOO_DEEP);
    emission.counts.set(declaration, count);
  }
  return definedType({ ...emitting, owner: meant, root: origin.at }, meant, key);
}

/**
 * Converts a type without a name. A recursive one, as in `interface Row { m: Partial<Row> }`, is named after the type that
 * contains it. If there is such a type, deeply nested types are also named, because they may contain each other.
 */
function unnamedType(emitting: Emitting, meant: Meaning): Type {
  const { emission, owner, root } = emitting;
  const { circles, open, budget } = emission;
  if (!('of' in meant || meant.kind === 'object' || meant.kind === 'tuple'))
    return plainType(emitting, meant);
  const isPart = open.has(meant.id) || (circles.size > 0 && budget.depth >= DEEPEST_CHAIN);
  const key = circles.get(meant.id);
  if (key !== undefined) return definedType(emitting, meant, key);
  if (isPart) {
    const name = `${owner?.origin?.name ?? ''}Part`;
    const made = `${root.module.file}#${name}~${String(circles.size + 1)}`;
    circles.set(meant.id, made);
    return definedType(emitting, meant, made);
  }
  open.add(meant.id);
  const type = plainType(emitting, meant);
  open.delete(meant.id);
  return type;
}

function definedType(emitting: Emitting, meant: Meaning, key: string): Type {
  const { emission, parts } = emitting;
  if (!emission.parts.has(key)) {
    emission.parts.set(key, noParts());
    // A long chain of declarations would be deeply nested, so the declarations are converted one after another instead.
    if (emission.budget.depth < DEEPEST_CHAIN) define(emitting, meant, key);
    else emission.later.push(() => define(emitting, meant, key));
  }
  (parts.named ??= new Set<string>()).add(key);
  return { kind: 'named', key };
}

function define({ emission, root, owner }: Emitting, meant: Meaning, key: string): void {
  const { origin } = meant;
  const own = emission.parts.get(key) ?? noParts();
  const around = origin ? { owner: meant } : owner && { owner };
  const type = plainType({ emission, parts: own, root, ...around }, meant);
  const name = origin ? definitionName(meant) : `${owner?.origin?.name ?? ''}Part`;
  if (emission.definitions.has(key) && own.refused) return;
  const at = root.module.record.source.spanOf(root.span);
  const namespaces = namespacesOf(root.module).map((one) => one.name);
  const definition = { name, type, at, ...(namespaces.length > 0 && { namespaces }) };
  emission.definitions.set(key, origin ? documentedAt(definition, root) : definition);
}

function plainType(emitting: Emitting, meant: Meaning): Type {
  switch (meant.kind) {
    case 'any':
    case 'unknown':
      return { kind: 'unknown' };
    case 'never':
    case 'null':
      return { kind: meant.kind };
    case 'undefined':
    case 'void':
      return { kind: 'undefined' };
    case 'literal':
      return { kind: 'literal', value: meant.value };
    case 'text':
      return textType(emitting, meant);
    case 'number':
      return { kind: 'number', ...(meant.rules && { rules: meant.rules }) };
    case 'list': {
      const of = partType(emitting, meant.of());
      return { kind: 'list', of, ...(meant.rules && { rules: meant.rules }) };
    }
    case 'tuple':
      return tupleType(emitting, meant);
    case 'object':
      return objectType(emitting, meant);
    case 'union':
      return unionType(emitting, meant);
    case 'schema':
      return emitting.emission.use === 'answer'
        ? typeOf(emitting, meant.document())
        : refused(emitting, meant, PART_OF_SCHEMA);
    case 'foreign':
      return foreignType(emitting, meant);
    case 'refused':
      return refused(emitting, meant, meant.refusal);
  }
}

function textType({ parts }: Emitting, { rules, templates }: MeaningOf<'text'>): Type {
  const all = templates ? mergeTextRules(rules, { patterns: templates }) : rules;
  const kept: TextRules | undefined = all === 'conflict' ? rules : all;
  const { maxLength = Infinity } = kept ?? {};
  for (const pattern of rules?.patterns ?? []) addPattern(parts, { pattern, maxLength });
  return { kind: 'text', ...(kept && { rules: kept }) };
}

/** Returns the type of a property or item. JSON has no `undefined`, so it is removed from the type of a present value. */
function partType(
  emitting: Emitting,
  meant: Meaning,
  mayBeAbsent: boolean = mayBeUndefined(meant),
): Type {
  return typeOf(emitting, mayBeAbsent ? without(meant, 'undefined', 'void') : meant);
}

function tupleType(emitting: Emitting, { items, rest }: MeaningOf<'tuple'>): Type {
  const all = items.map(({ type, isOptional }): TupleItem => {
    return { type: partType(emitting, type()), isOptional };
  });
  return { kind: 'tuple', items: all, ...(rest && { rest: partType(emitting, rest()) }) };
}

/** The type of `{}`, and of an interface without members: all JSON values except `null`. */
const ANY_BUT_NULL: Type = {
  kind: 'union',
  of: [
    { kind: 'text' },
    { kind: 'number' },
    { kind: 'boolean' },
    { kind: 'list', of: { kind: 'unknown' } },
    { kind: 'object', properties: [] },
  ],
};

function objectType(emitting: Emitting, meant: MeaningOf<'object'>): Type {
  const { properties, indexes } = meant;
  const isInput = emitting.emission.use === 'input';
  if (properties.size === 0 && indexes.length === 0 && isInput) return ANY_BUT_NULL;
  const all: Property[] = [];
  properties.forEach((property, name) => {
    const type = withIndexes(emitting, meant, { name, property });
    // JSON.stringify omits functions.
    const isOmitted = !isInput && type.kind === 'foreign' && type.what === 'function';
    if (!isOmitted) all.push(propertyType(emitting, { name, property, type }));
  });
  return {
    kind: 'object',
    properties: all,
    ...(indexes.length > 0 && {
      indexes: indexes.map(({ pattern, type }) => ({
        patterns: pattern === undefined ? [] : [pattern],
        type: partType(emitting, type()),
      })),
    }),
  };
}

type NamedProperty = { readonly name: string; readonly property: MeantProperty };

/** Returns the type of a property. It must also satisfy the index signatures that match its name. */
function withIndexes(
  { emission }: Emitting,
  { indexes, at }: MeaningOf<'object'>,
  { name, property }: NamedProperty,
): Meaning {
  const own = property.type();
  return indexes.reduce((type, index) => {
    const isMeant = index.pattern === undefined || new RegExp(index.pattern, 'u').test(name);
    if (!isMeant || type.kind === 'refused') return type;
    const asked = index.type();
    const given = property.isOptional ? without(type, 'undefined') : type;
    if (isAssignable(given, asked, emission.budget) === true) return type;
    return intersection(given, asked, at ?? property.at);
  }, own);
}

function propertyType(
  emitting: Emitting,
  { name, property, type }: NamedProperty & { readonly type: Meaning },
): Property {
  const mayBeAbsent = mayBeUndefined(type);
  const isOptional = property.isOptional || mayBeAbsent;
  const part = partType(emitting, type, mayBeAbsent);
  return documentedAt({ name, type: part, isOptional }, property.at);
}

function unionType(emitting: Emitting, { of }: MeaningOf<'union'>): Type {
  const types = withoutDoubles(of.map((member) => typeOf(emitting, member)));
  const whole = types.find(({ kind }) => kind === 'unknown');
  if (whole) return whole;
  const all = joinBooleans(types);
  const [only] = all;
  return all.length === 1 && only ? only : { kind: 'union', of: all };
}

/** Removes duplicates. Of several equal types, the last is kept, at the position of the first. */
function withoutDoubles(types: readonly Type[]): readonly Type[] {
  const hasTwin = (type: Type, index: number): boolean =>
    types.some((one, location) => location < index && mayBeSame(one, type));
  if (types.length <= FEW && !types.some(hasTwin)) return types;
  return [...new Map(types.map((type) => [identityOf(type), type])).values()];
}

/** Above this number of members, duplicates are found with a map. */
const FEW = 12;

function mayBeSame(one: Type, other: Type): boolean {
  if (one.kind === 'literal') return other.kind === 'literal' && one.value === other.value;
  if (one.kind === 'named') return other.kind === 'named' && one.key === other.key;
  if (one.kind !== 'object' || other.kind !== 'object') return one.kind === other.kind;
  return (
    one.properties.length === other.properties.length &&
    one.properties.every(({ name }, index) => name === other.properties[index]?.name)
  );
}

function identityOf(type: Type): string {
  if (type.kind === 'named') return `named ${type.key}`;
  if (type.kind === 'literal') return `${typeof type.value} ${String(type.value)}`;
  return JSON.stringify(type);
}

function joinBooleans(types: readonly Type[]): readonly Type[] {
  const isBoolean = (type: Type): boolean =>
    type.kind === 'literal' && typeof type.value === 'boolean';
  if (types.filter(isBoolean).length < 2) return types;
  const first = types.findIndex(isBoolean);
  return types.flatMap((type, index): readonly Type[] =>
    index === first ? [{ kind: 'boolean' }] : isBoolean(type) ? [] : [type],
  );
}

// Reads the TSDoc comments of types and properties.

type Documented<Described> = Described & { readonly documentation?: TypeDocumentation | undefined };

/** Adds the documentation from the comment above the declaration. It is parsed when a document is created, not by checks. */
function documentedAt<Described extends object>(
  described: Described,
  { module, span }: NodePlace,
): Documented<Described> {
  const written = commentBefore(module.record.source, span.start);
  if (!written) return described;
  const read = once(() => readDocumentation(written.comment));
  return {
    ...described,
    get documentation() {
      return read();
    },
  };
}

function readDocumentation(comment: string): TypeDocumentation | undefined {
  const { documentation: plain, tagged } = readDocComment(comment);
  const examples = tagged('example').flatMap(readJson);
  const [initial] = [...tagged('default'), ...tagged('defaultValue')].flatMap(readJson);
  const [message] = tagged('message');
  const documentation: TypeDocumentation = {
    ...plain,
    ...(examples.length > 0 && { examples: examples.map(({ value }) => value) }),
    ...(initial && { default: initial.value }),
    ...(message !== undefined && message !== '' && { message }),
  };
  return Object.keys(documentation).length > 0 ? documentation : undefined;
}

/** Returns the value of an example, which may be in a fenced code block; empty if it is not JSON. */
function readJson(text: string): readonly { readonly value: unknown }[] {
  const [, fenced] = /^```\w*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(fenced ?? text);
    return [{ value }];
  } catch {
    return [];
  }
}

// Types without a JSON representation, such as `Date` and `Map`. They are rejected in inputs; in responses, those that
// JSON.stringify converts are accepted.

function foreignType(emitting: Emitting, meant: MeaningOf<'foreign'>): Type {
  const { what, of } = meant;
  const partOf = (read: Lazy<Meaning> | undefined): Type =>
    read ? partType(emitting, read()) : { kind: 'unknown' };
  switch (emitting.emission.use === 'answer' && what) {
    case 'date':
      return { kind: 'date' };
    case 'bytes':
      return { kind: 'bytes' };
    case 'map':
      return { kind: 'object', properties: [], indexes: [{ patterns: [], type: partOf(of[1]) }] };
    case 'set':
      return { kind: 'list', of: partOf(of[0]) };
    case 'promise':
      return partOf(of[0]);
    default:
      return refused(emitting, meant, REFUSALS[what]);
  }
}

const REFUSALS: Readonly<Record<ForeignKind, Refusal>> = {
  function: notInJson('functions', 'Omit it, for example with `Omit`.'),
  class: notInJson('classes', 'Write an interface with the properties that are sent.'),
  bigint: notInJson(
    'bigints',
    'Write `Int`, or `Text<{ pattern: "^[0-9]+$" }>` and call `BigInt` in the view.',
  ),
  symbol: notInJson('symbols', 'Omit it, for example with `Omit`.'),
  date: notInJson(
    'dates',
    'Write `Text<{ format: "date-time" }>`, and create a `Date` from it in the view.',
  ),
  bytes: {
    why: 'bytes can only be the whole body of a request',
    instead: 'Write `body: Buffer`, or a string in base64: `string`.',
  },
  map: notInJson('maps', 'Write `Record<string, T>`.'),
  set: notInJson('sets', 'Write `List<T, { uniqueItems: true }>`.'),
  promise: notInJson('promises', 'Write the type that it resolves to.'),
  stream: notInJson('streams', 'Write a list of the items, or return the stream itself.'),
  event: notInJson('server-sent events', 'Write the type of its data.'),
  response: notInJson('responses', 'Write the type of its body.'),
};
