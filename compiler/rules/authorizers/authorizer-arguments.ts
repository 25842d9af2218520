// The arguments of the authorizer classes and of the deprecated `defineAuthorizer` (spec 2.5): a name, then options.
import * as texts from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../../diagnostics/diagnostic.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { checkOptionKeys, hasUnknownKey } from '../option-keys.js';
import { checkAuthorizerUri } from './authorizer-uri.js';
import { madeAuthorizers } from './made-authorizers.js';
import { checkProviderArns } from './provider-arns.js';

/** What is made with a name and an object of options, in any of the ways there are. */
type Construction = {
  /** The class or method, as the source calls it. */
  readonly subject: 'UserPoolAuthorizer' | 'CustomAuthorizer' | 'defineAuthorizer';
  readonly name: StaticValue | undefined;
  readonly options: StaticValue | undefined;
  readonly at: SourceSpan;
};

const OPTIONS: Record<Construction['subject'], readonly string[]> = {
  UserPoolAuthorizer: ['header', 'providerArns'],
  CustomAuthorizer: ['header', 'authorizerUri'],
  defineAuthorizer: ['header', 'providerArns', 'authorizerUri'],
};

/** A token of RFC 9110 section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

export function checkAuthorizerArguments(facts: AppFacts): Diagnostic[] {
  return [
    ...madeAuthorizers(facts).flatMap(({ instance }) => checkInstance(instance)),
    ...facts.authorizers.flatMap((item) =>
      checkConstruction({ subject: 'defineAuthorizer', ...item }),
    ),
  ];
}

function checkInstance(
  instance: Extract<StaticValue, { readonly kind: 'instance' }>,
): Diagnostic[] {
  const { name: subject, arguments: given, at } = instance;
  if (subject === 'CORSConfig') return [];
  const extra = given[subject === 'IAMAuthorizer' ? 0 : 2];
  if (extra) return [diagnose(texts.authorizerArguments, { subject }, { at: extra.at })];
  const [name, options] = given;
  return subject === 'IAMAuthorizer' ? [] : checkConstruction({ subject, name, options, at });
}

function checkConstruction(made: Construction): Diagnostic[] {
  return [...checkName(made), ...checkOptions(made)];
}

function checkName({ subject, name, at }: Construction): Diagnostic[] {
  if (name?.kind === 'unknown') return [];
  if (!name || name.kind === 'undefined') {
    return [diagnose(texts.authorizerName, { subject, found: undefined }, { at })];
  }
  if (name.kind === 'string' && name.value.trim() !== '') return [];
  return [diagnose(texts.authorizerName, { subject, found: foundValue(name) }, { at: name.at })];
}

function checkOptions({ subject, name, options, at }: Construction): Diagnostic[] {
  if (options?.kind === 'unknown') return [];
  if (!options || options.kind === 'undefined') {
    const isNameTheMistake = name?.kind !== 'string' && name?.kind !== 'unknown';
    return isNameTheMistake
      ? []
      : [diagnose(texts.authorizerOptionsType, { subject, found: undefined }, { at })];
  }
  if (options.kind !== 'object') {
    const found = foundValue(options);
    return [diagnose(texts.authorizerOptionsType, { subject, found }, { at: options.at })];
  }
  const known = OPTIONS[subject];
  return [
    ...checkOptionKeys(options, known, unknownOptionOf(subject)),
    ...checkHeader(subject, options),
    ...checkIssuer(subject, options),
  ];
}

/** The entry for an unknown option, told which class it is on. */
function unknownOptionOf(subject: string): Parameters<typeof checkOptionKeys>[2] {
  const entry = texts.unknownAuthorizerOption;
  return {
    ...entry,
    message: (data) => entry.message({ subject, ...data }),
    hint: (data) => entry.hint?.({ subject, ...data }),
  };
}

function checkHeader(subject: Construction['subject'], options: StaticValue): Diagnostic[] {
  const header = entryOf(options, 'header')?.value;
  if (header?.kind === 'unknown') return [];
  if (!header) {
    return hasUnknownKey(options, OPTIONS[subject])
      ? []
      : [diagnose(texts.authorizerHeader, { subject, found: undefined }, options)];
  }
  if (header.kind === 'string' && HEADER_NAME.test(header.value)) return [];
  return [diagnose(texts.authorizerHeader, { subject, found: foundValue(header) }, header)];
}

/** Who says that a token is valid: user pools or a function. `defineAuthorizer` takes either. */
function checkIssuer(subject: Construction['subject'], options: StaticValue): Diagnostic[] {
  const known = OPTIONS[subject];
  const isGiven = known.some((name) => name !== 'header' && entryOf(options, name));
  if (!isGiven && hasUnknownKey(options, known)) return [];
  const isCustom =
    subject === 'CustomAuthorizer' ||
    (subject === 'defineAuthorizer' && entryOf(options, 'authorizerUri') !== undefined);
  return isCustom ? checkAuthorizerUri(options) : checkProviderArns(subject, options);
}
