// Creates the kind of a resource. The kinds, such as `new Table(...)`, differ only in their options.
import type { ResourceEntry } from '../../../runtime/contract/manifest.js';
import { isFifoName, NAME_LIMITS, type ResourceType } from '../../../runtime/contract/resources.js';
import type { MadeConstant } from '../../declarations/app-facts.js';
import type { Kind } from '../../declarations/kind.js';
import { type Diagnostic, about, diagnose } from '../../diagnostics/diagnostic.js';
import { foundValue, type JsonSchema, notStatic, objectSchema } from '../../values/decoded.js';
import {
  decodeOptions,
  type DecodedOptions,
  type OptionsObject,
  type OptionTable,
  optionReadings,
  type OptionReadings,
} from '../../values/options.js';
import {
  entryOf,
  type StaticInstance,
  type StaticText,
  type StaticValue,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';

const readings = optionReadings(texts.resourceOptionValue);

export const refuseValue: OptionReadings['refuseValue'] = readings.refuseValue;
export const flagOf: OptionReadings['flagOf'] = readings.flagOf;
export const wholeOf: OptionReadings['wholeOf'] = readings.wholeOf;

/** The class that declares each type of resource. */
export const RESOURCE_MAKERS: Readonly<Record<ResourceType, string>> = {
  table: 'Table',
  queue: 'Queue',
  topic: 'Topic',
  bucket: 'Bucket',
};

/** The properties of a manifest entry, without its type, name, ARN and location. */
type Described<E extends ResourceEntry> = Omit<E, 'type' | 'name' | 'arn' | 'at'>;

type ResourceSpec<T, E extends ResourceEntry> = {
  readonly type: E['type'];
  /** An example: `new Table('cities', { key: 'id' })`. */
  readonly example: string;
  readonly table: OptionTable<T>;
  /** True if the resource cannot be declared without options. */
  readonly needsOptions?: true;
  readonly check?: (options: DecodedOptions<T>) => readonly Diagnostic[];
  readonly describe: (options: T) => Described<E>;
  /** Properties that every entry has. */
  readonly always?: readonly string[];
  /** Schemas of the manifest properties that differ from the schemas of the options. */
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
};

export type ReadResource = {
  readonly name: StaticText | undefined;
  /** The properties for the manifest; undefined if the options are invalid. */
  readonly described: object | undefined;
  readonly findings: readonly Diagnostic[];
};

export type ResourceKind = Kind & {
  readonly type: ResourceType;
  readonly maker: string;
  readonly example: string;
  readonly read: (declared: MadeConstant) => ReadResource;
};

export function resourceKind<T, E extends ResourceEntry>(spec: ResourceSpec<T, E>): ResourceKind {
  const { type, example, table } = spec;
  const maker = RESOURCE_MAKERS[type];
  const object: OptionsObject<T> = {
    table,
    unknownOption: about(texts.unknownResourceOption, { maker }),
    wrongType: (value) =>
      diagnose(
        texts.resourceOptionsType,
        { maker, example, found: foundValue(value) },
        { at: value.at },
      ),
  };
  return {
    type,
    maker,
    example,
    read: (declared) => readResource(declared, spec, object),
    members: [],
    classes: [maker],
    made: [maker],
    options: { [`new ${maker}(name, { ... })`]: table },
    rules: [],
    catalogue: [],
    definitions: { [definitionOf(type)]: entrySchema(spec) },
  };
}

function readResource<T, E extends ResourceEntry>(
  { arguments: given = [], at }: MadeConstant,
  { type, example, needsOptions, check, describe }: ResourceSpec<T, E>,
  object: OptionsObject<T>,
): ReadResource {
  const maker = RESOURCE_MAKERS[type];
  const [first = { kind: 'undefined', at } as const, options, extra] = given;
  const name = first.kind === 'string' ? first : undefined;
  const decoded = decodeOptions(options, object);
  const isMissing = needsOptions && (!options || options.kind === 'undefined');
  const findings = [
    ...(name
      ? checkName(type, name)
      : [
          diagnose(
            texts.resourceName,
            { maker, example, found: first.kind === 'unknown' ? 'computed' : foundValue(first) },
            { at: first.at },
          ),
        ]),
    ...(isMissing
      ? [diagnose(texts.resourceOptionsType, { maker, example, found: undefined }, { at })]
      : []),
    ...(extra
      ? [extra.kind === 'unknown' ? notStatic(extra.reason, extra.at) : object.wrongType(extra)]
      : []),
    ...decoded.findings,
    ...(check?.(decoded) ?? []),
    ...(name && options ? checkFifo({ type, name: name.value }, options) : []),
  ];
  const isWhole =
    decoded.value !== undefined && findings.every(({ severity }) => severity !== 'error');
  return { name, described: isWhole ? describe(decoded.value) : undefined, findings };
}

function checkName(type: ResourceType, { value: name, at }: StaticText): readonly Diagnostic[] {
  const { form, most } = NAME_LIMITS[type];
  if (form.test(name) && name.length <= most) return [];
  return [diagnose(texts.resourceNameForm, { type, name }, { at })];
}

function checkFifo(
  resource: { readonly type: ResourceType; readonly name: string },
  options: StaticValue,
): readonly Diagnostic[] {
  const option = 'deduplication';
  const given = entryOf(options, option);
  const isGiven = given?.value.kind === 'boolean' && given.value.value;
  if (!isGiven || isFifoName(resource.name)) return [];
  return [diagnose(texts.fifoOnly, { ...resource, option }, { at: given.key.at })];
}

/** Returns the name of the schema of the type's manifest entries. */
export function definitionOf(type: ResourceType): string {
  return `${type}Resource`;
}

/** Returns the schema of a manifest entry. A flag is present only if it is true. */
function entrySchema<T, E extends ResourceEntry>(spec: ResourceSpec<T, E>): JsonSchema {
  const { type, table, always = [], schemas } = spec;
  const rows = Object.entries<{ readonly schema: JsonSchema }>(table);
  return objectSchema(['type', 'name', ...always, 'at'], {
    type: { const: type },
    name: { type: 'string', pattern: NAME_LIMITS[type].form.source },
    ...Object.fromEntries(
      rows.map(([name, { schema }]) => [
        name,
        schema['type'] === 'boolean' ? { const: true } : schema,
      ]),
    ),
    ...schemas,
    ...(type !== 'topic' && { arn: { description: 'The program reads its ARN.', const: true } }),
    at: { $ref: '#/definitions/position' },
  });
}

/** Returns the type that an exported class declares; undefined for any other export. */
export function resourceTypeNamed(maker: string): ResourceType | undefined {
  const types = Object.keys(RESOURCE_MAKERS) as ResourceType[]; // because these are the keys of the object
  return types.find((type) => RESOURCE_MAKERS[type] === maker);
}

/** Returns the type of the resource that a value represents; undefined for any other value. */
export function resourceTypeOf(value: StaticInstance): ResourceType | undefined {
  return resourceTypeNamed(value.name);
}

/** Returns the name of the resource that a value represents; undefined if the name itself is invalid. */
export function nameOfInstance({ arguments: [name] }: StaticInstance): string | undefined {
  return name?.kind === 'string' ? name.value : undefined;
}
