// The CORS configuration of a route: the option `cors` and the arguments of `CORSConfig` (specification 2.4).
import { ANY_ORIGIN } from '../../../runtime/contract/cors.js';
import type { CorsEntry } from '../../../runtime/contract/manifest.js';
import type { Kind } from '../../declarations/kind.js';
import {
  type Diagnostic,
  about,
  type CatalogueEntry,
  diagnose,
} from '../../diagnostics/diagnostic.js';
import {
  flag,
  number,
  sound,
  text,
  textList,
  wrongType,
  type Decoded,
  type FoundText,
  objectSchema,
} from '../../values/decoded.js';
import {
  decodeOptions,
  schemasOf,
  type DecodedOptions,
  type DefaultedOption,
  type OptionsObject,
} from '../../values/options.js';
import {
  entryOf,
  type StaticInstance,
  type StaticText,
  type StaticValue,
  replaceText,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';

const ORIGIN_OF_A_PAGE = about(texts.corsArgumentType, {
  argument: 'allowOrigin',
  expected: 'a text',
});

const CONFIG: OptionsObject<CorsEntry> = {
  table: {
    allowOrigin: {
      ...text(ORIGIN_OF_A_PAGE, checkOrigin),
      problems: [texts.corsArgumentType, texts.severalOrigins, texts.oddOrigin],
      absent: ANY_ORIGIN.allowOrigin,
      meaning: '`Access-Control-Allow-Origin`: a single origin; defaults to `*`.',
    },
    allowHeaders: {
      ...textList(listEntry('allowHeaders')),
      meaning: '`Access-Control-Allow-Headers`: the request headers that a browser may send.',
    },
    exposeHeaders: {
      ...textList(listEntry('exposeHeaders')),
      meaning: '`Access-Control-Expose-Headers`: the response headers that a script may read.',
    },
    maxAge: {
      ...number(
        about(texts.corsArgumentType, { argument: 'maxAge', expected: 'a number of seconds' }),
        ({ value, at }) =>
          Number.isInteger(value) && value >= 0
            ? []
            : [diagnose(texts.maxAgeRange, { value }, { at })],
      ),
      problems: [texts.corsArgumentType, texts.maxAgeRange],
      schema: { description: 'Seconds.', type: 'integer', minimum: 0 },
      meaning:
        '`Access-Control-Max-Age`: how many seconds a browser may cache a preflight response.',
    },
    allowCredentials: {
      ...flag(
        about(texts.corsArgumentType, {
          argument: 'allowCredentials',
          expected: '`true` or `false`',
        }),
      ),
      problems: [texts.corsArgumentType, texts.anyOriginWithCredentials],
      meaning: '`Access-Control-Allow-Credentials`: if true, a browser may send cookies.',
    },
  },
  unknownOption: texts.unknownCorsArgument,
  wrongType: ({ at }) => diagnose(texts.corsArguments, {}, { at }),
};

function listEntry(argument: string): CatalogueEntry<FoundText> {
  return about(texts.corsArgumentType, { argument, expected: 'a list of strings' });
}

/** The option of a route: a boolean or a `CORSConfig`. */
export const CORS_OPTION: DefaultedOption<CorsEntry | false> = {
  decode: (value) => {
    if (value.kind === 'boolean') return sound(value.value && ANY_ORIGIN);
    const isConfig = value.kind === 'instance' && value.name === 'CORSConfig';
    return isConfig ? decodeConfig(value) : wrongType(texts.corsType, value);
  },
  problems: [texts.corsType],
  schema: { anyOf: [{ const: false }, { $ref: '#/definitions/cors' }] },
  absent: false,
  meaning:
    'If true or a `CORSConfig`, adds CORS headers to every response and an OPTIONS method to the path.',
};

function decodeConfig({ arguments: [config, extra] }: StaticInstance): Decoded<CorsEntry> {
  const decoded = decodeOptions(config, CONFIG);
  if (!config || config.kind === 'undefined' || config.kind === 'unknown') return decoded;
  const findings = extra
    ? [diagnose(texts.corsArguments, {}, { at: extra.at })]
    : [...decoded.findings, ...checkCredentials(decoded.parts, config)];
  return { value: decoded.value, findings };
}

function checkCredentials(
  { allowOrigin, allowCredentials }: DecodedOptions<CorsEntry>['parts'],
  config: StaticValue,
): readonly Diagnostic[] {
  if (allowOrigin.value !== '*' || allowCredentials.value !== true) return [];
  const at = entryOf(config, 'allowCredentials')?.value.at;
  return [diagnose(texts.anyOriginWithCredentials, {}, { at })];
}

/** The valid values of `Access-Control-Allow-Origin` (Fetch standard): `*`, `null`, or a scheme with a host. */
const ORIGIN = /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^/\s,?#A-Z]+)$/;

function checkOrigin(origin: StaticText): readonly Diagnostic[] {
  const { value, at } = origin;
  if (/[\s,]/.test(value.trim()))
    return [diagnose(texts.severalOrigins, { origin: value }, { at })];
  if (ORIGIN.test(value)) return [];
  const corrected = originIn(value);
  const fix = replaceText(origin, corrected, 'Write only the origin');
  return [diagnose(texts.oddOrigin, { origin: value, corrected }, { at, fix })];
}

/** Returns the origin of a URL; undefined for any other text: `https://example.com/` has one, `example.com` has none. */
function originIn(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*:\/\/[^/\s?#]+)(?:[/?#]|$)/i.exec(address)?.[1]?.toLowerCase();
}

export const CORS: Kind = {
  members: [],
  classes: ['CORSConfig'],
  options: { 'new CORSConfig({ ... })': CONFIG.table },
  rules: [],
  catalogue: Object.values(texts),
  definitions: {
    cors: objectSchema(['allowOrigin'], schemasOf(CONFIG.table)),
  },
};
