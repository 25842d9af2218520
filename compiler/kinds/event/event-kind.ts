// Creates the kind of an event source. The kinds, such as `app.onSqsMessage(...)`, differ only in their options and manifest
// entries.
import type { AdapterName, EventSource } from '../../../runtime/contract/events.js';
import type { SourceOptions } from '../../../runtime/contract/binding.js';
import type { ViewDeclaration, ReadInput } from '../../declarations/app-facts.js';
import type {
  BindContext,
  BoundRow,
  EventReading,
  Rule,
  ViewKind,
} from '../../declarations/kind.js';
import type { SourceForm } from '../../declarations/source-forms.js';
import {
  type Diagnostic,
  about,
  type CatalogueEntry,
  diagnose,
} from '../../diagnostics/diagnostic.js';
import { oncePer } from '../../groups.js';
import { foundValue, type JsonSchema, objectSchema } from '../../values/decoded.js';
import {
  decodeOptions,
  type DecodedOptions,
  type Option,
  type OptionsObject,
  type OptionTable,
} from '../../values/options.js';
import type { StaticValue } from '../../values/static-value.js';
import { functionName, functionRow, givenName, NAME_OPTION } from '../function/function-name.js';
import { type Listed, middlewareOption } from '../middleware/middleware.js';
import * as texts from './catalogue.js';
import type { SourceIdentity } from './source-name.js';
import type { Type, TypeDefinitions } from '../../declarations/declared-type.js';

/** The options that every source accepts. */
export type CommonOptions = { readonly name?: string; readonly middleware: readonly Listed[] };

export type EventSpec<T, S extends EventSource> = {
  readonly member: AdapterName;
  /** The argument before the options. */
  readonly leading?: { readonly name: string; readonly schema: JsonSchema };
  /** The formats of the names in its manifest entry: first the source, then the destination for failed records. */
  readonly forms: readonly SourceForm[];
  /** An example: `app.onSqsMessage({ queue: 'orders' })`. */
  readonly example: string;
  /** Returns the exported types that are valid for the first parameter. */
  readonly eventTypes: (view: ViewDeclaration) => readonly string[];
  readonly plainPayload: PlainPayload;
  readonly reading?: (view: ViewDeclaration) => Pick<EventReading, 'isWhole'>;
  readonly table: OptionTable<T>;
  /** Reads the manifest entry. Its source is undefined if the options are invalid. */
  readonly read: (given: GivenSource<T>) => ReadSource<S>;
  readonly identity: (source: S) => SourceIdentity;
  /** Returns the text that tables show for an entry; defaults to the name of the source. */
  readonly entryText?: (source: S, now: Date) => string;
  readonly catalogue?: readonly CatalogueEntry<never>[];
  /** The exported functions that create values for its options. */
  readonly makers?: readonly string[];
  /** Rules that involve several declarations of this kind. */
  readonly rules?: readonly Rule[];
  readonly sourceKind: S['kind'];
  /** Schemas of the manifest properties that differ from the schemas of the options. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
};

export type GivenSource<T> = {
  readonly view: ViewDeclaration;
  readonly first: StaticValue | undefined;
  readonly options: DecodedOptions<T & CommonOptions>;
};

export type ReadSource<S extends EventSource = EventSource> = {
  readonly source: S | undefined;
  readonly findings: readonly Diagnostic[];
  /** Options that are not in the manifest because only the runtime uses them. */
  readonly runtime?: SourceOptions;
};

/** Returns the text that tables show for an entry of this kind. */
export type EntryText = (entry: EventSource, now: Date) => string;

type Given = 'member' | 'sourceKind' | 'forms' | 'eventTypes' | 'plainPayload';

export type EventKind = ViewKind & {
  /** Reads the source. The findings also include those for the options. */
  readonly read: (view: ViewDeclaration) => ReadSource;
  /** Returns the text that tables show for an entry; undefined to show the name of the source. */
  readonly entryText: EntryText | undefined;
  /** Returns undefined if the source is invalid. */
  readonly identityOf: (view: ViewDeclaration) => SourceIdentity | undefined;
} & Pick<EventSpec<unknown, EventSource>, Given>;

export function eventKind<T, S extends EventSource>(spec: EventSpec<T, S>): EventKind {
  const { member, example, leading, sourceKind, plainPayload, eventTypes } = spec;
  const object = optionsObject(spec);
  const read = oncePer((view: ViewDeclaration) => readSource(view, spec, object));
  return {
    member,
    noun: 'function',
    members: [member],
    classes: [],
    makers: spec.makers ?? [],
    leading: leading ? 1 : 0,
    example,
    sourceKind,
    forms: spec.forms,
    entryText: spec.entryText as never, // because it only receives entries of its own kind
    eventTypes,
    plainPayload,
    read,
    identityOf: (view) => {
      const { source } = read(view);
      return source && spec.identity(source);
    },
    isKnown: () => true,
    givenName,
    functionOf: (view) => functionName(view)?.value,
    readsEvent: (view) => ({ types: eventTypes(view), ...spec.reading?.(view) }),
    bind: (view, around) => bind(view, { read, member, plainPayload }, around),
    options: { [`app.${member}(${leading ? `${leading.name}, ` : ''}{ ... })`]: object.table },
    rules: spec.rules ?? [],
    catalogue: spec.catalogue ?? [],
    definitions: { [definitionOf(member)]: entrySchema(spec) },
  };
}

/** Options that are not in the manifest because only the runtime uses them. */
const OF_THE_RUNTIME: readonly string[] = ['onInvalid', 'concurrency'];

/** Returns the schema of a manifest entry. An option is always present if it is required or has a default. */
function entrySchema<T, S extends EventSource>(spec: EventSpec<T, S>): JsonSchema {
  const { member, leading, sourceKind, schemas } = spec;
  const table = Object.entries<Option<unknown>>(spec.table);
  const rows = table.filter(([name]) => !OF_THE_RUNTIME.includes(name));
  const always = rows.filter(([, row]) => row.missing ?? row.absent !== undefined);
  const before = leading ? [leading.name] : [];
  return objectSchema(
    ['kind', ...before, ...always.map(([name]) => name), 'function', 'member', 'at'],
    {
      kind: { const: sourceKind },
      ...(leading && { [leading.name]: leading.schema }),
      ...Object.fromEntries(rows.map(([name, { schema }]) => [name, schema])),
      ...schemas,
      function: { description: 'The name of an entry of `functions`.', ...NAME_OPTION.schema },
      member: { const: member },
      at: { $ref: '#/definitions/position' },
    },
  );
}

/** Returns the name of the schema of the member's manifest entries. */
export function definitionOf(member: AdapterName): string {
  return `${member}Source`;
}

function optionsObject<T, S extends EventSource>(
  spec: EventSpec<T, S>,
): OptionsObject<T & CommonOptions> {
  const { member, example, table, leading } = spec;
  const common: OptionTable<CommonOptions> = {
    name: NAME_OPTION,
    middleware: middlewareOption(
      'event',
      "Middleware around the function. It runs inside the application's middleware.",
    ),
  };
  return {
    table: { ...table, ...common } as OptionTable<T & CommonOptions>, // because the two parts contain all its rows
    unknownOption: about(texts.unknownSourceOption, { member }),
    wrongType: (value) =>
      diagnose(
        texts.sourceOptionsType,
        { member, example, found: foundValue(value), isOptional: leading !== undefined },
        { at: value.at },
      ),
  };
}

function readSource<T, S extends EventSource>(
  view: ViewDeclaration,
  spec: EventSpec<T, S>,
  object: OptionsObject<T & CommonOptions>,
): ReadSource<S> {
  const { member, example, leading } = spec;
  const isGiven = view.options !== undefined && view.options.kind !== 'undefined';
  if (!leading && !isGiven) {
    const data = { member, example, found: undefined, isOptional: false };
    const at = view.options?.at ?? view.at;
    return { source: undefined, findings: [diagnose(texts.sourceOptionsType, data, { at })] };
  }
  const options = decodeOptions(view.options, object);
  const [first] = view.leading;
  const found = spec.read({ view, first, options });
  return { ...found, findings: [...options.findings, ...found.findings] };
}

function bind(
  view: ViewDeclaration,
  { read, member, plainPayload }: Pick<EventKind, 'read' | 'member' | 'plainPayload'>,
  { types }: BindContext,
): BoundRow | undefined {
  const row = functionRow(view);
  const { source, runtime } = read(view);
  if (!row || !source) return undefined;
  const { type, ...payload } = payloadOf(view, plainPayload, types);
  const options = { ...runtime, ...payload };
  return {
    function: row,
    source: {
      name: row[1],
      adapter: member,
      options: Object.keys(options).length === 0 ? 0 : options,
      ...(type && { payload: { type, definitions: types } }),
    },
  };
}

// Determines the payload from the type of a parameter: whether it is JSON, and which type is validated.

/** The format of a payload without a declared type; undefined if AWS passes a JSON value. */
type PlainPayload = 'text' | 'bytes' | undefined;

type Payload = Pick<SourceOptions, 'payload'> & {
  /** The type that generated code validates; absent if every payload is valid. */
  readonly type?: Type;
};

/** Returns the payload that the first parameter declares; undefined if it does not declare one. */
export function declaredPayload({ target }: ViewDeclaration): ReadInput | undefined {
  const event = target.parameters[0]?.event;
  return event?.name === undefined ? undefined : event.payload;
}

function payloadOf(
  view: ViewDeclaration,
  plain: PlainPayload,
  definitions: TypeDefinitions,
): Payload {
  const declared = declaredPayload(view);
  if (!declared) return {};
  const { type } = declared;
  const shown = type.kind === 'schema' ? type.document : type;
  const members = membersOf(shown, definitions);
  const form = plain === undefined ? undefined : formOf(members);
  const isPlain =
    form !== 'json' &&
    members.every((one) => one.kind === 'bytes' || (one.kind === 'text' && !one.rules));
  const isAnything = members.some(({ kind }) => kind === 'unknown' || kind === 'bytes');
  const isChecked = type.kind === 'schema' || !(isPlain || isAnything);
  return {
    ...(form !== undefined && form !== plain && { payload: form }),
    ...(isChecked && { type }),
  };
}

function formOf(members: readonly Type[]): 'json' | 'text' | 'bytes' {
  if (members.every(({ kind }) => kind === 'bytes')) return 'bytes';
  const areTexts = members.every(
    (one) => one.kind === 'text' || (one.kind === 'literal' && typeof one.value === 'string'),
  );
  return areTexts ? 'text' : 'json';
}

/** Returns the members of a union after resolving aliases. Any other type is the only item of the list. */
export function membersOf(type: Type, definitions: TypeDefinitions): readonly Type[] {
  const found: Type[] = [];
  const seen = new Set<string>();
  const open: Type[] = [type];
  for (let next = open.shift(); next; next = open.shift()) {
    if (next.kind === 'union') open.unshift(...next.of);
    else if (next.kind !== 'named') found.push(next);
    else if (!seen.has(next.key)) {
      seen.add(next.key);
      open.unshift(definitions.get(next.key)?.type ?? { kind: 'unknown' });
    }
  }
  return found;
}
