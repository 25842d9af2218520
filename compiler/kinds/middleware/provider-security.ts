// The security of a provider: `middleware.provide(run, { security: { type: 'http', scheme: 'bearer' }, optional: true })`. The
// scheme is an OpenAPI scheme (spec.openapis.org/oas/v3.1.1#security-scheme-object), named after the provider's variable.
import type { AppFacts } from '../../declarations/app-facts.js';
import { type Diagnostic, code, diagnose } from '../../diagnostics/diagnostic.js';
import { flag, foundValue, notStatic, sound, type Decoded } from '../../values/decoded.js';
import { decodeOptions, type OptionsObject } from '../../values/options.js';
import {
  entryOf,
  type ProviderOptionsValue,
  type StaticObject,
  type StaticValue,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';

/** A security scheme, as in the OpenAPI document. */
export type SecurityScheme = { readonly type: string } & Readonly<Record<string, unknown>>;

type ProviderSecurity = {
  readonly name: string;
  readonly scheme: SecurityScheme;
  /** True if requests without credentials are also accepted. */
  readonly isOptional: boolean;
};

type Options = { readonly security: SecurityScheme; readonly optional: boolean };

export const PROVIDER: OptionsObject<Options> = {
  table: {
    security: {
      decode: decodeScheme,
      problems: [texts.securityScheme, texts.schemeName],
      schema: { type: 'object' },
      missing: ({ at }) => diagnose(texts.securityScheme, { why: 'is missing here' }, { at }),
      meaning:
        'The credentials that a caller must send: an OpenAPI security scheme of type `http`, `apiKey`, `oauth2` or `openIdConnect`.',
    },
    optional: {
      ...flag(texts.optionalType),
      absent: false,
      meaning: 'True if requests without credentials are admitted as well.',
    },
  },
  unknownOption: texts.unknownProviderOption,
  wrongType: (value) =>
    diagnose(
      texts.securityScheme,
      { why: `is expected here, but this is ${foundValue(value)}` },
      { at: value.at },
    ),
};

/** Returns the security of a listed provider; undefined if the provider has none, or if it is invalid. */
export function securityOf(
  provider: ProviderOptionsValue | undefined,
): ProviderSecurity | undefined {
  if (provider?.name === undefined) return undefined;
  const { value } = decodeOptions(provider.options, PROVIDER);
  return value && { name: provider.name, scheme: value.security, isOptional: value.optional };
}

/** The properties of each type of scheme: the required ones, then the optional ones. */
const FIELDS: Readonly<
  Record<string, readonly [required: readonly string[], others: readonly string[]]>
> = {
  http: [['scheme'], ['bearerFormat']],
  apiKey: [['name', 'in'], []],
  oauth2: [['flows'], []],
  openIdConnect: [['openIdConnectUrl'], []],
};

const PLACES: readonly string[] = ['header', 'query', 'cookie'];

const FLOWS: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl', 'scopes'],
  password: ['tokenUrl', 'scopes'],
  clientCredentials: ['tokenUrl', 'scopes'],
  authorizationCode: ['authorizationUrl', 'tokenUrl', 'scopes'],
};

function decodeScheme(value: StaticValue): Decoded<SecurityScheme> {
  const findings = schemeFindings(value);
  if (findings.length > 0) return { value: undefined, findings };
  return sound(plainValue(value) as SecurityScheme); // because there are no findings
}

function schemeFindings(value: StaticValue): readonly Diagnostic[] {
  if (value.kind !== 'object')
    return [wrong(value, `must be an object, but this is ${foundValue(value)}`)];
  const type = entryOf(value, 'type')?.value;
  const fields = type?.kind === 'string' ? FIELDS[type.value] : undefined;
  if (type?.kind !== 'string' || !fields) {
    const known = Object.keys(FIELDS).map((name) => `'${name}'`);
    return [wrong(type ?? value, `must have a \`type\` of ${known.join(', ')}`)];
  }
  const [required, others] = fields;
  return [
    ...fieldFindings(value, {
      subject: `the type ${code(type.value)}`,
      required,
      others: ['type', 'description', ...others],
    }),
    ...value.entries.flatMap((entry) => {
      const { value: given } = entry;
      if (entry.key.value === 'flows') return flowFindings(given);
      if (given.kind !== 'string')
        return [wrong(given, `must have a string in ${code(entry.key.value)}`)];
      if (entry.key.value === 'in' && !PLACES.includes(given.value))
        return [wrong(given, `must have 'header', 'query' or 'cookie' in \`in\``)];
      return [];
    }),
  ];
}

type Fields = {
  readonly subject: string;
  readonly required: readonly string[];
  readonly others: readonly string[];
};

function fieldFindings(
  object: StaticObject,
  { subject, required, others }: Fields,
): readonly Diagnostic[] {
  const known = [...required, ...others];
  return [
    ...required
      .filter((name) => entryOf(object, name) === undefined)
      .map((name) => wrong(object, `of ${subject} needs ${code(name)}`)),
    ...object.entries
      .filter(({ key }) => !known.includes(key.value))
      .map(({ key }) =>
        diagnose(
          texts.securityScheme,
          { why: `of ${subject} has no ${code(key.value)}` },
          { at: key.at },
        ),
      ),
  ];
}

function flowFindings(flows: StaticValue): readonly Diagnostic[] {
  if (flows.kind !== 'object') return [wrong(flows, 'must have an object in `flows`')];
  return flows.entries.flatMap(({ key, value }) => {
    const required = FLOWS[key.value];
    if (!required)
      return [
        wrong(
          { ...value, at: key.at },
          `must have the flows ${Object.keys(FLOWS).map(code).join(', ')}`,
        ),
      ];
    if (value.kind !== 'object') return [wrong(value, `must have an object in ${code(key.value)}`)];
    return [
      ...fieldFindings(value, {
        subject: `the flow ${code(key.value)}`,
        required,
        others: ['refreshUrl'],
      }),
      ...value.entries.flatMap((entry) =>
        entry.key.value === 'scopes' ? scopeFindings(entry.value) : textFindings(entry),
      ),
    ];
  });
}

function scopeFindings(scopes: StaticValue): readonly Diagnostic[] {
  if (scopes.kind !== 'object')
    return [wrong(scopes, 'must have an object of strings in `scopes`')];
  return scopes.entries.flatMap(textFindings);
}

function textFindings({ key, value }: StaticObject['entries'][number]): readonly Diagnostic[] {
  return value.kind === 'string' ? [] : [wrong(value, `must have a string in ${code(key.value)}`)];
}

function wrong(value: StaticValue, why: string): Diagnostic {
  if (value.kind === 'unknown') return notStatic(value.reason, value.at);
  return diagnose(texts.securityScheme, { why }, { at: value.at });
}

function plainValue(value: StaticValue): unknown {
  if (value.kind === 'string') return value.value;
  if (value.kind !== 'object') return undefined;
  return Object.fromEntries(
    value.entries.map((entry) => [entry.key.value, plainValue(entry.value)]),
  );
}

/** Reports mistakes in the options of listed providers, each only once, and schemes without a name. */
export function checkSecurity({ apps, views }: AppFacts): readonly Diagnostic[] {
  const providers = new Map<string, ProviderOptionsValue>();
  for (const options of [
    ...apps.map(({ arguments: [first] }) => first),
    ...views.map((view) => view.options),
  ]) {
    const list = entryOf(options, 'middleware')?.value;
    if (list?.kind !== 'list') continue;
    for (const item of list.items) {
      const provider = 'provider' in item ? item.provider : undefined;
      if (provider) providers.set(`${provider.at.file}:${String(provider.at.start)}`, provider);
    }
  }
  const firsts = new Map<string, ProviderOptionsValue>();
  return [...providers.values()].flatMap((provider) => {
    const { name, options, at } = provider;
    const { findings } = decodeOptions(options, PROVIDER);
    if (name === undefined) return [...findings, diagnose(texts.schemeName, { name }, { at })];
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, provider);
      return findings;
    }
    const related = [
      { message: 'The other provider with that name is created here.', at: first.at },
    ];
    return [...findings, diagnose(texts.schemeName, { name }, { at, related })];
  });
}
