// The arguments of the authorizer classes and the deprecated `defineAuthorizer` (specification 2.5): a name, then options.
import { IAM_AUTHORIZER, type AuthorizerEntry } from '../../../runtime/contract/manifest.js';
import type { AuthorizerDeclaration } from '../../declarations/app-facts.js';
import { type Diagnostic, type SourceSpan, about, diagnose } from '../../diagnostics/diagnostic.js';
import {
  decodeItems,
  foundValue,
  notStatic,
  refuse,
  rejected,
  sound,
  text,
  wrongType,
  type Decoded,
  number,
  type Decoder,
} from '../../values/decoded.js';
import {
  decodeOptions,
  without,
  type OptionsObject,
  type RequiredOption,
  type Option,
} from '../../values/options.js';
import {
  entryOf,
  type StaticInstance,
  type StaticText,
  type StaticValue,
  replaceText,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';

type Pool = Extract<AuthorizerEntry, { readonly kind: 'userPool' }>;
type Custom = Extract<AuthorizerEntry, { readonly kind: 'custom' }>;
type PoolOptions = Pick<Pool, 'header' | 'providerArns' | 'scopes'>;
type CustomOptions = Pick<Custom, 'header' | 'authorizerUri' | 'ttl'>;

type Subject = 'UserPoolAuthorizer' | 'CustomAuthorizer' | 'defineAuthorizer';

/** A token of RFC 9110 section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Used if the header is missing, so that the other rules can still be checked. */
const COMMON_HEADER = 'Authorization';

function header(subject: Subject): RequiredOption<string> {
  const entry = about(texts.authorizerHeader, { subject });
  return {
    ...text(entry, (value) =>
      HEADER_NAME.test(value.value)
        ? []
        : [diagnose(entry, { found: foundValue(value) }, { at: value.at })],
    ),
    schema: { type: 'string', minLength: 1 },
    missing: ({ at }) => diagnose(entry, { found: undefined }, { at }),
    meaning: 'The header that contains the token, usually `Authorization`.',
  };
}

const USER_POOL_ARN = /^arn:aws[a-z-]*:cognito-idp:[a-z0-9-]+:\d{12}:userpool\/[\w-]+$/;

function providerArns(subject: Subject): RequiredOption<readonly string[]> {
  const entry = about(texts.providerArns, { subject });
  const decodeArn = (item: StaticValue): Decoded<string> => {
    if (item.kind !== 'string') {
      return refuse(item, (found) =>
        diagnose(entry, { found: `a list with ${found}` }, { at: item.at }),
      );
    }
    const { value, at } = item;
    const findings = USER_POOL_ARN.test(value)
      ? []
      : [diagnose(texts.providerArn, { arn: value }, { at })];
    return { value, findings };
  };
  return {
    decode: (value) => decodeFilled(value, entry, decodeArn),
    problems: [texts.providerArns, texts.providerArn],
    schema: { type: 'array', items: { type: 'string', pattern: '^arn:' }, minItems: 1 },
    missing: ({ at }) => diagnose(entry, { found: undefined }, { at }),
    meaning: 'The ARNs of the user pools whose tokens are accepted.',
  };
}

/** Decodes a list. An empty list is reported, but has a value, so that the other rules can be checked. */
function decodeFilled(
  value: StaticValue,
  entry: Parameters<typeof wrongType>[0],
  decode: (item: StaticValue) => Decoded<string>,
): Decoded<readonly string[]> {
  if (value.kind === 'list' && value.items.length > 0) return decodeItems(value, decode);
  return { ...wrongType(entry, value), ...(value.kind === 'list' && { value: [] }) };
}

// docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html, authorizerUri
const INVOCATION_URI =
  /^arn:aws[a-z-]*:apigateway:[a-z0-9-]+:lambda:path\/\d{4}-\d{2}-\d{2}\/functions\/arn:aws[a-z-]*:lambda:[^/]+\/invocations$/;
const FUNCTION_ARN = /^arn:(aws[a-z-]*):lambda:([a-z0-9-]+):\d{12}:function:[\w:$-]+$/;

const AUTHORIZER_URI: RequiredOption<string> = {
  ...text(about(texts.authorizerUri, { uri: undefined }), checkUri),
  schema: { type: 'string', pattern: '^arn:' },
  missing: ({ at }) => diagnose(texts.authorizerUri, { found: undefined, uri: undefined }, { at }),
  meaning: 'The invocation URI of the authorizer function.',
};

function checkUri(value: StaticText): readonly Diagnostic[] {
  if (INVOCATION_URI.test(value.value)) return [];
  const uri = uriOf(value.value);
  const fix = replaceText(value, uri, 'Write the invocation URI');
  return [diagnose(texts.authorizerUri, { found: foundValue(value), uri }, { at: value.at, fix })];
}

/** Returns the URI with which API Gateway calls a function; undefined if the text is not the ARN of a function. */
function uriOf(arn: string): string | undefined {
  const [, partition, region] = FUNCTION_ARN.exec(arn) ?? [];
  if (partition === undefined || region === undefined) return undefined;
  return `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${arn}/invocations`;
}

// The scopes of user pool tokens, and the time for which the result of a custom authorizer is cached.

/** A token of RFC 6749 section 3.3, optionally prefixed with the URL of a resource server. */
const SCOPE = /^[!#-[\]-~]+$/;

function scopesOf(subject: 'UserPoolAuthorizer' | 'route'): Decoder<readonly string[]> {
  const entry = about(texts.authorizerScopes, { subject });
  return {
    decode: (value) =>
      decodeFilled(value, entry, (item) =>
        item.kind === 'string' && SCOPE.test(item.value)
          ? sound(item.value)
          : wrongType(entry, item),
      ),
    problems: [texts.authorizerScopes],
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  };
}

const SCOPES: Option<readonly string[]> = {
  ...scopesOf('UserPoolAuthorizer'),
  meaning:
    'OAuth scopes: the access token must have at least one of them. If no scopes are given, the gateway accepts ID tokens.',
};

/** API Gateway stores scopes with each method, so routes with different scopes can share one authorizer. */
export const ROUTE_SCOPES: Option<readonly string[]> = {
  ...scopesOf('route'),
  problems: [texts.authorizerScopes, texts.scopesWithoutPool],
  meaning:
    'OAuth scopes that replace those of the `UserPoolAuthorizer`. The access token must have at least one of them.',
};

/** docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html, authorizerResultTtlInSeconds */
const LONGEST_TTL = 3600;

const TTL: Option<number> = {
  ...number(texts.authorizerTtl, (value) =>
    Number.isInteger(value.value) && value.value >= 0 && value.value <= LONGEST_TTL
      ? []
      : [diagnose(texts.authorizerTtl, { found: foundValue(value) }, { at: value.at })],
  ),
  schema: { description: 'Seconds.', type: 'integer', minimum: 0, maximum: LONGEST_TTL },
  meaning:
    "How many seconds the gateway caches the authorizer function's result, from 0 to 3600; defaults to 300.",
};

export const POOL: OptionsObject<PoolOptions> = {
  table: {
    header: { ...header('UserPoolAuthorizer'), absent: COMMON_HEADER },
    providerArns: providerArns('UserPoolAuthorizer'),
    scopes: SCOPES,
  },
  ...objectOf('UserPoolAuthorizer'),
};

export const CUSTOM: OptionsObject<CustomOptions> = {
  table: {
    header: {
      ...header('CustomAuthorizer'),
      absent: COMMON_HEADER,
      meaning: 'The header whose value the authorizer function validates.',
    },
    authorizerUri: AUTHORIZER_URI,
    ttl: TTL,
  },
  ...objectOf('CustomAuthorizer'),
};

/** `defineAuthorizer` accepts the options of both kinds. With `authorizerUri`, the other options have no effect. */
const DEFINED_POOL: OptionsObject<PoolOptions & Partial<CustomOptions>> = {
  table: {
    header: header('defineAuthorizer'),
    providerArns: providerArns('defineAuthorizer'),
    authorizerUri: without(AUTHORIZER_URI, 'missing'),
    scopes: SCOPES,
    ttl: TTL,
  },
  ...objectOf('defineAuthorizer'),
};

const DEFINED_CUSTOM: OptionsObject<CustomOptions & Partial<PoolOptions>> = {
  ...DEFINED_POOL,
  table: {
    ...DEFINED_POOL.table,
    providerArns: {
      ...without(providerArns('defineAuthorizer'), 'missing'),
      decode: decodeIgnored,
    },
    authorizerUri: AUTHORIZER_URI,
  },
};

/** Decodes an option that has no effect and only has to be static. */
function decodeIgnored(value: StaticValue): Decoded<readonly string[]> {
  const parts = value.kind === 'list' ? value.items : [value];
  const findings = parts.flatMap((part) =>
    part.kind === 'unknown' ? [notStatic(part.reason, part.at)] : [],
  );
  return { value: [], findings };
}

function objectOf(subject: Subject): Omit<OptionsObject<unknown>, 'table'> {
  return {
    unknownOption: about(texts.unknownAuthorizerOption, { subject }),
    wrongType: (value) =>
      diagnose(
        texts.authorizerOptionsType,
        { subject, found: foundValue(value) },
        { at: value.at },
      ),
  };
}

/** An authorizer that is constructed from a name and an options object. */
type Construction = {
  readonly subject: Subject;
  readonly name: StaticValue | undefined;
  readonly options: StaticValue | undefined;
  readonly at: SourceSpan;
};

/** Decodes the authorizer of a route; undefined if the object is not an authorizer. */
export function decodeInstance(made: StaticInstance): Decoded<AuthorizerEntry> | undefined {
  const { name: subject, arguments: given, at } = made;
  const [name, options] = given;
  switch (subject) {
    case 'IAMAuthorizer':
      return only(given[0], subject, sound({ kind: 'iam', name: IAM_AUTHORIZER }));
    case 'UserPoolAuthorizer':
      return only(given[2], subject, decodePool({ subject, name, options, at }, POOL));
    case 'CustomAuthorizer':
      return only(given[2], subject, decodeCustom({ subject, name, options, at }, CUSTOM));
    default:
      return undefined;
  }
}

/** If there is an extra argument, only that is reported, because it may have caused the other mistakes. */
function only(
  extra: StaticValue | undefined,
  subject: string,
  decoded: Decoded<AuthorizerEntry>,
): Decoded<AuthorizerEntry> {
  if (!extra) return decoded;
  const findings = [diagnose(texts.authorizerArguments, { subject }, { at: extra.at })];
  return { value: decoded.value, findings };
}

/** Decodes the deprecated `defineAuthorizer`. */
export function decodeDefinition(declaration: AuthorizerDeclaration): Decoded<AuthorizerEntry> {
  const made = { subject: 'defineAuthorizer', ...declaration } as const;
  const isCustom = entryOf(declaration.options, 'authorizerUri') !== undefined;
  return isCustom ? decodeCustom(made, DEFINED_CUSTOM) : decodePool(made, DEFINED_POOL);
}

function decodePool(
  made: Construction,
  object: OptionsObject<PoolOptions>,
): Decoded<AuthorizerEntry> {
  return decodeConstruction(made, object, (name, { header: own, providerArns: arns, scopes }) => ({
    kind: 'userPool',
    name,
    header: own,
    providerArns: arns,
    ...(scopes && { scopes }),
  }));
}

function decodeCustom(
  made: Construction,
  object: OptionsObject<CustomOptions>,
): Decoded<AuthorizerEntry> {
  return decodeConstruction(made, object, (name, { header: own, authorizerUri: uri, ttl }) => ({
    kind: 'custom',
    name,
    header: own,
    authorizerUri: uri,
    ...(ttl !== undefined && { ttl }),
  }));
}

function decodeConstruction<T>(
  made: Construction,
  object: OptionsObject<T>,
  entryFor: (name: string, options: T) => AuthorizerEntry,
): Decoded<AuthorizerEntry> {
  const name = decodeName(made);
  const options = decodeOptions(made.options, object);
  const findings = [...name.findings, ...options.findings, ...missingOptions(made)];
  const isWhole = name.value !== undefined && options.value !== undefined;
  return { value: isWhole ? entryFor(name.value, options.value) : undefined, findings };
}

function decodeName({ subject, name, at }: Construction): Decoded<string> {
  if (!name || name.kind === 'undefined')
    return rejected(diagnose(texts.authorizerName, { subject, found: undefined }, { at }));
  const entry = about(texts.authorizerName, { subject });
  if (name.kind !== 'string') return wrongType(entry, name);
  const isBlank = name.value.trim() === '';
  return { value: name.value, findings: isBlank ? wrongType(entry, name).findings : [] };
}

/** Reports missing options. Probably the options object was passed in place of the name. */
function missingOptions({ subject, name, options, at }: Construction): readonly Diagnostic[] {
  if (options && options.kind !== 'undefined') return [];
  if (name?.kind !== 'string' && name?.kind !== 'unknown') return [];
  return [diagnose(texts.authorizerOptionsType, { subject, found: undefined }, { at })];
}
