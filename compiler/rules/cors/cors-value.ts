// `cors` is a boolean or a `CORSConfig` with the arguments of spec 2.4.
import * as texts from '../../diagnostics/catalogue/cors.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { replaceInText } from '../../values/literal-place.js';
import { checkOptionKeys } from '../option-keys.js';

type Instance = Extract<StaticValue, { readonly kind: 'instance' }>;

/** How each argument must be, as its message says it. */
const ARGUMENTS: Readonly<
  Record<string, { readonly expected: string; readonly isOne: (value: StaticValue) => boolean }>
> = {
  allowOrigin: { expected: 'a text', isOne: isText },
  allowHeaders: { expected: 'a list of texts', isOne: isTextList },
  exposeHeaders: { expected: 'a list of texts', isOne: isTextList },
  maxAge: { expected: 'a number of seconds', isOne: ({ kind }) => kind === 'number' },
  allowCredentials: { expected: '`true` or `false`', isOne: ({ kind }) => kind === 'boolean' },
};

/** Whether `cors` is as it may be, so that views can be compared by it. */
export function isSoundCors(cors: StaticValue | undefined): boolean {
  return !cors || checkCors(cors).every(({ severity }) => severity === 'warning');
}

export function checkCorsValues(facts: AppFacts): Diagnostic[] {
  return facts.routes.flatMap(({ options }) => {
    const cors = entryOf(options, 'cors')?.value;
    return cors ? checkCors(cors) : [];
  });
}

function checkCors(cors: StaticValue): Diagnostic[] {
  if (cors.kind === 'boolean' || cors.kind === 'unknown') return [];
  if (cors.kind === 'instance' && cors.name === 'CORSConfig') return checkConfig(cors);
  return [diagnose(texts.corsType, { found: foundValue(cors) }, { at: cors.at })];
}

function checkConfig({ arguments: [config, extra] }: Instance): Diagnostic[] {
  if (!config || config.kind === 'undefined' || config.kind === 'unknown') return [];
  if (config.kind !== 'object' || extra) {
    return [diagnose(texts.corsArguments, {}, { at: (extra ?? config).at })];
  }
  const types = Object.keys(ARGUMENTS).flatMap((name) => checkArgument(name, config));
  return [
    ...checkOptionKeys(config, Object.keys(ARGUMENTS), texts.unknownCorsArgument),
    ...types,
    ...checkMaxAge(config),
    ...checkOrigin(config),
  ];
}

function checkArgument(name: string, config: StaticValue): Diagnostic[] {
  const value = entryOf(config, name)?.value;
  const rule = ARGUMENTS[name];
  if (!value || !rule || value.kind === 'unknown' || rule.isOne(value)) return [];
  const item = value.kind === 'list' ? value.items.find((part) => !isText(part)) : undefined;
  const wrong = item ?? value;
  return [
    diagnose(
      texts.corsArgumentType,
      { argument: name, expected: rule.expected, found: foundValue(wrong) },
      { at: wrong.at },
    ),
  ];
}

function isText({ kind }: StaticValue): boolean {
  return kind === 'string' || kind === 'unknown';
}

function isTextList(value: StaticValue): boolean {
  return value.kind === 'list' && value.items.every(isText);
}

function checkMaxAge(config: StaticValue): Diagnostic[] {
  const value = entryOf(config, 'maxAge')?.value;
  if (value?.kind !== 'number' || (Number.isInteger(value.value) && value.value >= 0)) return [];
  return [diagnose(texts.maxAgeRange, { value: value.value }, { at: value.at })];
}

function checkOrigin(config: StaticValue): Diagnostic[] {
  const origin = entryOf(config, 'allowOrigin')?.value;
  const credentials = entryOf(config, 'allowCredentials')?.value;
  if (origin && origin.kind !== 'string') return [];
  const text = origin?.value ?? '*';
  if (origin && /[\s,]/.test(text.trim())) {
    return [diagnose(texts.severalOrigins, { origin: text }, { at: origin.at })];
  }
  if (origin && !ORIGIN.test(text)) return [reportOdd(origin)];
  if (text !== '*' || credentials?.kind !== 'boolean' || !credentials.value) return [];
  return [diagnose(texts.anyOriginWithCredentials, {}, { at: credentials.at })];
}

/** What the header may hold (Fetch standard): any, none, or a scheme with a host. */
const ORIGIN = /^(\*|null|[a-z][a-z0-9+.-]*:\/\/[^/\s,?#A-Z]+)$/;

function reportOdd(origin: Extract<StaticValue, { readonly kind: 'string' }>): Diagnostic {
  const corrected = originIn(origin.value);
  const fix =
    corrected === undefined
      ? undefined
      : replaceInText(origin, [0, origin.value.length], {
          title: 'Write the origin alone',
          text: corrected,
        });
  return diagnose(texts.oddOrigin, { origin: origin.value, corrected }, { at: origin.at, fix });
}

/** The origin of an address: `https://example.com/` has one, `example.com` has none. */
function originIn(address: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*:\/\/[^/\s?#]+)(?:[/?#]|$)/i.exec(address)?.[1]?.toLowerCase();
}
