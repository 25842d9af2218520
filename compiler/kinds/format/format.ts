// Error formats: the option `errors` of the application, of blueprints and of routes, and the arguments of `errorFormat`
// (docs/guide/errors.md).
import type { AppFacts, ViewDeclaration } from '../../declarations/app-facts.js';
import type { Kind } from '../../declarations/kind.js';
import { type SourceSpan, about, diagnose } from '../../diagnostics/diagnostic.js';
import {
  type Decoded,
  rejected,
  number,
  type Decoder,
  sound,
  wrongType,
} from '../../values/decoded.js';
import { decodeOptions, type Option, type OptionsObject } from '../../values/options.js';
import { entryOf, type StaticInstance } from '../../values/static-value.js';
import * as texts from './catalogue.js';

/** The exported function that creates a format. */
export const ERROR_FORMAT = 'errorFormat';

export type DeclaredFormat = {
  /** The location of the call to `errorFormat`. */
  readonly origin: SourceSpan;
  readonly invalidStatus?: number;
  readonly hasInvalid: boolean;
  readonly hasError: boolean;
};

type FormatOptions = {
  readonly invalidStatus?: number;
  readonly invalid?: true;
  readonly error?: true;
};

const FORMAT: OptionsObject<FormatOptions> = {
  table: {
    invalidStatus: {
      ...number(texts.invalidStatus, ({ value, at }) =>
        Number.isInteger(value) && value >= 400 && value <= 499
          ? []
          : [diagnose(texts.invalidStatus, { found: `the number \`${String(value)}\`` }, { at })],
      ),
      meaning: 'The status for responses to invalid input, from 400 to 499; defaults to 400.',
    },
    invalid: {
      ...functionOption('invalid'),
      meaning: 'Returns the body for invalid input from the list of problems.',
    },
    error: {
      ...functionOption('error'),
      meaning: 'Returns the body for all other error responses of the function.',
    },
  },
  unknownOption: texts.unknownFormatOption,
  wrongType: ({ at }) => diagnose(texts.formatArguments, {}, { at }),
};

/** Functions are not evaluated, so only the presence of the function is known. TypeScript checks its type. */
function functionOption(option: string): Decoder<true> {
  const entry = about(texts.formatFunction, { option });
  return {
    decode: (value) => (value.kind === 'unknown' ? sound(true) : wrongType(entry, value)),
    problems: [texts.formatFunction],
    schema: { const: true },
  };
}

export function formatOption(meaning: string): Option<DeclaredFormat> {
  return {
    decode: (value) =>
      value.kind === 'instance' && value.name === ERROR_FORMAT
        ? decodeFormat(value)
        : wrongType(texts.formatType, value),
    problems: [texts.formatType],
    schema: { type: 'object' },
    meaning,
  };
}

function decodeFormat(format: StaticInstance): Decoded<DeclaredFormat> {
  const { at, origin = at } = format;
  const [options, extra] = format.arguments;
  const isMissing = !options || options.kind === 'undefined';
  const isFunction =
    options?.kind === 'unknown' &&
    options.reason.kind === 'expression' &&
    options.reason.isFunction === true;
  const found = extra ?? (isMissing ? format : isFunction ? options : undefined);
  if (found) return rejected(diagnose(texts.formatArguments, {}, { at: found.at }));
  const { value, findings } = decodeOptions(options, FORMAT);
  if (!value) return { value, findings };
  const { invalidStatus, invalid, error } = value;
  return {
    value: {
      origin,
      ...(invalidStatus !== undefined && { invalidStatus }),
      hasInvalid: invalid === true,
      hasError: error === true,
    },
    findings,
  };
}

/** How errors on a route are formatted. Each property comes from the innermost format that sets it. */
export type RouteFormat = {
  /** The status of responses to invalid input. */
  readonly invalidStatus: number | undefined;
  /** The format that creates the body of responses to invalid input; undefined for the default body. */
  readonly invalid: DeclaredFormat | undefined;
  /** The format that creates the body of every other error; undefined for the default body. */
  readonly error: DeclaredFormat | undefined;
};

const OPTION = formatOption('');

/** Combines the formats of the application, the blueprints around a view, and the view itself, as the runtime does. */
export function formatOf(
  { apps, blueprints }: AppFacts,
  { app, chain = [], options }: Pick<ViewDeclaration, 'app' | 'chain' | 'options'>,
): RouteFormat {
  const around = [
    apps[app]?.arguments[0],
    ...chain.map((index) => blueprints[index]?.arguments[0]),
    options,
  ];
  const formats = around.flatMap((given) => {
    const value = entryOf(given, 'errors')?.value;
    return (value && OPTION.decode(value).value) ?? [];
  });
  const error = formats.findLast(({ hasError }) => hasError);
  return {
    invalidStatus: formats.findLast((format) => format.invalidStatus !== undefined)?.invalidStatus,
    invalid: formats.findLast(({ hasInvalid }) => hasInvalid) ?? error,
    error,
  };
}

export const FORMAT_KIND: Kind = {
  members: [],
  classes: [],
  makers: [ERROR_FORMAT],
  options: { 'errorFormat({ ... })': FORMAT.table },
  rules: [],
  catalogue: Object.values(texts),
  definitions: {},
};
