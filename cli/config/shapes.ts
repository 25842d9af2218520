// Creates the schemas for values in .framework/config.json. The message of each check is the name of a problem in
// `shape-catalogue.ts`, which contains the text.
import { isMapping } from '../../compiler/json-values.js';
import * as v from 'valibot';
import { OWN_TAG, PATTERNS, TAGS } from './limits.js';
import type { ShapeProblem } from './shape-catalogue.js';

/** Types the message of a check as the name of a problem. */
export const as = (problem: ShapeProblem): ShapeProblem => problem;

type Shape<T> = v.GenericSchema<T>;

export const text: Shape<string> = v.string(as('type'));
export const flag: Shape<boolean> = v.boolean(as('type'));
export const whole: Shape<number> = v.pipe(v.number(as('type')), v.integer(as('type')));

export function range(
  { least, most }: { readonly least: number; readonly most: number },
  problem: ShapeProblem,
): Shape<number> {
  return v.pipe(whole, v.minValue(least, problem), v.maxValue(most, problem));
}

export function oneOf<const Option extends string>(
  options: readonly Option[],
  problem: ShapeProblem,
): Shape<Option> {
  return v.picklist(options, ({ input }) => (typeof input === 'string' ? problem : as('type')));
}

export function matching(pattern: RegExp, problem: ShapeProblem): Shape<string> {
  return v.pipe(text, v.regex(pattern, problem));
}

export function ids(pattern: RegExp, most: number): Shape<string[]> {
  return v.pipe(
    v.array(matching(pattern, 'vpc-id'), as('type')),
    v.maxLength(most, as('vpc-count')),
  );
}

/** Creates the schema for a mapping whose keys the user chooses. */
export function entries<In, Out>(
  name: Shape<string>,
  value: v.GenericSchema<In, Out>,
): v.GenericSchema<Record<string, In>, Record<string, Out>> {
  return mapping(v.record(name, value));
}

/** Creates the schema for a mapping with only these keys. `strictObject` would report only the first unknown key. */
export function closed<Rows extends v.ObjectEntries>(
  rows: Rows,
): v.GenericSchema<
  v.InferInput<v.ObjectSchema<Rows, undefined>>,
  v.InferOutput<v.ObjectSchema<Rows, undefined>>
> {
  return mapping(v.objectWithRest(rows, v.never(as('unknown-key')), as('missing-key')));
}

/** First checks that the value is a mapping, because an object schema also accepts a list. */
function mapping<Inner extends v.GenericSchema>(inner: Inner) {
  return v.pipe(v.custom<v.InferInput<Inner>>(isMapping, as('type')), inner);
}

/** The rows of a table of settings. A key without a default may be absent. */
export type Keys<Settings> = {
  readonly [Name in keyof Settings]-?: Row<
    Exclude<Settings[Name], undefined>,
    undefined extends Settings[Name] ? undefined : Exclude<Settings[Name], undefined>
  >;
};

type Row<T, Preset extends v.Default<Shape<T>, never>> = v.ExactOptionalSchema<Shape<T>, Preset> & {
  /** True if only a deploy reads the key: no other command needs the role or file that the key names. */
  readonly isForDeploy: boolean;
};

export function key<T, const Preset extends v.Default<Shape<T>, never>>(row: {
  readonly shape: Shape<T>;
  /** The default; undefined if the key has none. */
  readonly default: Preset;
  /** One or two sentences for editors and the reference. */
  readonly meaning: string;
  readonly isForDeploy?: true;
}): Row<T, Preset> {
  const shape = v.pipe(row.shape, v.description(row.meaning));
  const { isForDeploy = false } = row;
  return Object.assign(v.exactOptional(shape, row.default), { isForDeploy });
}

export const TAG_ENTRIES: v.GenericSchema<Record<string, string>> = entries(
  v.pipe(
    text,
    v.minLength(1, as('tag-key')),
    v.maxLength(TAGS.keyLength, as('tag-key')),
    v.regex(PATTERNS.tagText, as('tag-key')),
    v.regex(PATTERNS.freeTagKey, as('tag-reserved')),
    v.notValue(OWN_TAG, as('tag-reserved')),
  ),
  v.pipe(
    text,
    v.maxLength(TAGS.valueLength, as('tag-value')),
    v.regex(PATTERNS.tagText, as('tag-value')),
  ),
);
