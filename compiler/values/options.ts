// Reads options objects. A table has a row for each option: how to read it, what it means, its default, and its schema in the
// manifest. Values, findings, schema and reference are derived from the table.
import {
  about,
  type Diagnostic,
  type Fix,
  nearestName,
  type CatalogueEntry,
  diagnose,
  code,
  codeList,
} from '../diagnostics/diagnostic.js';
import { oncePer } from '../groups.js';
import { type Decoded, type JsonSchema, type Decoder, refuse, sound, flag } from './decoded.js';
import {
  entryOf,
  type StaticEntry,
  type StaticValue,
  replaceSource,
  replaceText,
} from './static-value.js';

export type Option<T> = Decoder<T> & {
  /** A one-sentence description, for the reference. */
  readonly meaning: string;
  /** The value if the option is absent. */
  readonly absent?: T;
  /** True if a value that is not static is allowed. It is decided at run time, and the manifest contains the default. */
  readonly mayBeUnknown?: true;
  /** Returns the finding if a required option is missing; absent if the option is not required. */
  readonly missing?: (options: StaticValue) => Diagnostic;
};

export type DefaultedOption<T> = Option<T> & { readonly absent: T };

export type RequiredOption<T> = Option<T> & Required<Pick<Option<T>, 'missing'>>;

/** One row for each property of `T`. If `T` always has the property, the option must be required or have a default. */
export type OptionTable<T> = {
  readonly [Name in keyof T]-?: undefined extends T[Name]
    ? Option<Exclude<T[Name], undefined>>
    : DefaultedOption<T[Name]> | RequiredOption<T[Name]>;
};

/** How to read an options object: its options, and the problems with the object itself. */
export type OptionsObject<T> = {
  readonly table: OptionTable<T>;
  readonly unknownOption: CatalogueEntry<UnknownOption>;
  readonly wrongType: (value: StaticValue) => Diagnostic;
};

export type UnknownOption = {
  readonly option: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
};

/** All options together, and each option separately for rules that concern a single option. */
export type DecodedOptions<T> = Decoded<T> & {
  readonly parts: { readonly [Name in keyof T]-?: Decoded<T[Name]> };
};

/** A value that is not an object is treated as an object without options, so that other rules can be checked. */
export function decodeOptions<T>(
  given: StaticValue | undefined,
  object: OptionsObject<T>,
): DecodedOptions<T>;
export function decodeOptions(
  given: StaticValue | undefined,
  { table, unknownOption, wrongType }: OptionsObject<Record<string, unknown>>,
): DecodedOptions<Record<string, unknown>> {
  const { rows, names } = rowsOf(table);
  const options = given?.kind === 'object' ? given : undefined;
  const unknown = options?.entries.filter(({ key }) => !names.includes(key.value)) ?? [];
  const isMistyped = given !== undefined && given.kind !== 'object' && given.kind !== 'undefined';
  const findings = [
    ...(isMistyped ? refuse(given, () => wrongType(given)).findings : []),
    ...checkNames(unknown, names, unknownOption),
  ];
  const parts: Record<string, Decoded<unknown>> = {};
  const values: Record<string, unknown> = {};
  let isWhole = !isMistyped;
  for (const { name, option, absent } of rows) {
    const value = entryOf(options, name)?.value;
    const part = value ? option.decode(value) : absent;
    parts[name] = part;
    for (const finding of part.findings) findings.push(finding);
    if (part.value !== undefined) values[name] = part.value;
    else if (value || option.missing) isWhole = false;
    // An unknown option is probably the missing one, misspelt, so only the unknown one is reported.
    if (!value && option.missing && options && unknown.length === 0) {
      findings.push(option.missing(options));
    }
  }
  return { value: isWhole ? values : undefined, findings, parts };
}

/** Returns the rows of a table. They are created once, because a table is read for every route. */
const rowsOf = oncePer((table: OptionTable<Record<string, unknown>>) => ({
  names: Object.keys(table),
  rows: Object.entries(table).map(([name, option]) => {
    return { name, option, absent: sound(option.absent) };
  }),
}));

function checkNames(
  unknown: readonly StaticEntry[],
  known: readonly string[],
  entry: CatalogueEntry<UnknownOption>,
): Diagnostic[] {
  return unknown.map(({ key, value }) => {
    const suggestion = nearestName(key.value, known);
    const fix = suggestion === undefined ? undefined : renameKey({ key, value }, suggestion);
    return diagnose(entry, { option: key.value, suggestion, known }, { at: key.at, fix });
  });
}

/** Renames the key if a value follows it. In the shorthand `{ content_types }`, renaming would change the variable. */
function renameKey({ key, value }: StaticEntry, name: string): Fix | undefined {
  const isWrittenBehind = value.at.file === key.at.file && value.at.start >= key.at.end;
  return isWrittenBehind
    ? replaceSource(key.at, { title: `Rename to ${name}`, text: name })
    : undefined;
}

/** Returns the schema that each option has in the manifest, by name. */
export function schemasOf<T>(table: OptionTable<T>): { readonly [Name in keyof T]-?: JsonSchema } {
  const rows: readonly (readonly [string, Option<unknown>])[] = Object.entries(table);
  const schemas = Object.fromEntries(rows.map(([name, { schema }]) => [name, schema]));
  return schemas as { [Name in keyof T]-?: JsonSchema }; // because there is a row for each name
}

export function without<T extends object, Name extends keyof T>(
  object: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const isKept = (key: string): boolean => names.every((name) => name !== key);
  const rest = Object.fromEntries(Object.entries(object).filter(([key]) => isKept(key)));
  return rest as Omit<T, Name>; // because only these properties are removed
}

export type OptionValue = {
  readonly option: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string | undefined;
};

type Said = Omit<OptionValue, 'found'>;

type Range = {
  readonly from: number;
  readonly to: number;
  /** A number outside the range, such as -1, that has a special meaning. */
  readonly also?: number;
};

/** Decoders that reject values with the same catalogue entry. */
export type OptionReadings = {
  readonly refuseValue: (value: StaticValue, said: Said, fix?: Fix) => Decoded<never>;
  readonly flagOf: (option: string) => Decoder<boolean>;
  readonly wholeOf: (option: string, range: Range) => Decoder<number>;
  readonly choiceOf: <const T extends string>(option: string, known: readonly T[]) => Decoder<T>;
  /** Reads a string with a maximum length. */
  readonly textOf: (option: string, most: number) => Decoder<string>;
};

export function optionReadings(entry: CatalogueEntry<OptionValue>): OptionReadings {
  const refuseValue: OptionReadings['refuseValue'] = (value, said, fix) =>
    refuse(value, (found) => diagnose(entry, { ...said, found }, { at: value.at, fix }));
  const problems = [entry];
  return {
    refuseValue,
    flagOf: (option) => ({
      ...flag(about(entry, { option, expected: '`true` or `false`' })),
      problems,
    }),
    wholeOf: (option, { from, to, also }) => {
      const others = also === undefined ? '' : `, or ${String(also)}`;
      const expected = `a whole number from ${String(from)} to ${String(to)}${others}`;
      return {
        decode: (value) => {
          const isFine =
            value.kind === 'number' &&
            Number.isInteger(value.value) &&
            (value.value === also || (value.value >= from && value.value <= to));
          return isFine ? sound(value.value) : refuseValue(value, { option, expected });
        },
        problems,
        schema: { type: 'integer', minimum: Math.min(from, also ?? from), maximum: to },
      };
    },
    choiceOf: (option, known) => {
      const expected = codeList(
        known.map((name) => `'${name}'`),
        'or',
      );
      return {
        decode: (value) => {
          const found = known.find((name) => value.kind === 'string' && value.value === name);
          if (found !== undefined) return sound(found);
          const meant = value.kind === 'string' ? nearestName(value.value, known) : undefined;
          const fix = value.kind === 'string' ? replaceText(value, meant) : undefined;
          const hint = meant === undefined ? {} : { hint: `Did you mean ${code(meant)}?` };
          return refuseValue(value, { option, expected, ...hint }, fix);
        },
        problems,
        schema: { enum: known },
      };
    },
    textOf: (option, most) => {
      const expected = `a string of at most ${String(most)} characters`;
      return {
        decode: (value) => {
          if (value.kind !== 'string') return refuseValue(value, { option, expected });
          const { length } = value.value;
          if (length <= most) return sound(value.value);
          const data = { option, expected, found: `one of ${String(length)}` };
          return { value: undefined, findings: [diagnose(entry, data, { at: value.at })] };
        },
        problems,
        schema: { type: 'string', maxLength: most },
      };
    },
  };
}
