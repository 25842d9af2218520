// Decodes the options of a route (spec 4.1, 2.4, 2.5) from their static values. It gives values or nothing: what is
// wrong with an option, and where, is the business of `compiler/rules/`.
import { ANY_ORIGIN } from '../../runtime/contract/cors.js';
import {
  IAM_AUTHORIZER,
  type AuthorizerEntry,
  type CorsEntry,
} from '../../runtime/contract/manifest.js';
import { JSON_TYPE, mediaTypeOf } from '../../runtime/contract/media-types.js';
import { DEFAULT_METHODS, isHttpMethod, type HttpMethod } from '../../runtime/contract/methods.js';
import { entryOf, type StaticValue } from '../values/static-value.js';

/** The options of a route with their defaults. */
export type RouteOptions = {
  readonly methods: readonly HttpMethod[];
  /** Lower case, without parameters. */
  readonly contentTypes: readonly string[];
  readonly cors: CorsEntry | false;
  readonly apiKeyRequired: boolean;
  readonly authorizer: AuthorizerEntry | undefined;
};

/** The header an authorizer reads unless it names another. */
const DEFAULT_AUTHORIZER_HEADER = 'Authorization';

const DEFAULTS: RouteOptions = {
  methods: DEFAULT_METHODS,
  contentTypes: [JSON_TYPE],
  cors: false,
  apiKeyRequired: false,
  authorizer: undefined,
};

/** All options of a route; undefined when one of them is not static or not well formed. */
export function readRouteOptions(options: StaticValue | undefined): RouteOptions | undefined {
  if (!options) return DEFAULTS;
  let decoded = DECODED.get(options);
  if (decoded === undefined) DECODED.set(options, (decoded = decodeRouteOptions(options) ?? null));
  return decoded ?? undefined;
}

/** What was decoded already, for the binder, the manifest and the rules; null when it is not well formed. */
const DECODED = new WeakMap<StaticValue, RouteOptions | null>();

function decodeRouteOptions(options: StaticValue): RouteOptions | undefined {
  if (options.kind !== 'object' && options.kind !== 'undefined') return undefined;
  const methods = readMethods(entryOf(options, 'methods')?.value);
  const contentTypes = readContentTypes(entryOf(options, 'contentTypes')?.value);
  const cors = readCors(entryOf(options, 'cors')?.value);
  const apiKeyRequired = readBoolean(entryOf(options, 'apiKeyRequired')?.value);
  const authorizerEntry = entryOf(options, 'authorizer');
  const authorizer = authorizerEntry && readAuthorizer(authorizerEntry.value);
  if (!methods || !contentTypes || cors === undefined || apiKeyRequired === undefined)
    return undefined;
  if (authorizerEntry && !authorizer) return undefined;
  return { methods, contentTypes, cors, apiKeyRequired, authorizer };
}

/** The `methods` option: a list of known methods in upper case; GET when it is absent. */
export function readMethods(value: StaticValue | undefined): readonly HttpMethod[] | undefined {
  if (!value) return DEFAULT_METHODS;
  const methods = readStrings(value);
  return methods?.every(isHttpMethod) === true ? methods : undefined;
}

/** The `contentTypes` option; JSON when it is absent. */
function readContentTypes(value: StaticValue | undefined): readonly string[] | undefined {
  if (!value) return [JSON_TYPE];
  return readStrings(value)?.map(mediaTypeOf);
}

/** The `cors` option: a boolean or `new CORSConfig(...)`. */
export function readCors(value: StaticValue | undefined): CorsEntry | false | undefined {
  if (!value) return false;
  if (value.kind === 'boolean') return value.value ? ANY_ORIGIN : false;
  if (value.kind !== 'instance' || value.name !== 'CORSConfig') return undefined;
  const [config] = value.arguments;
  if (config && config.kind !== 'object' && config.kind !== 'undefined') return undefined;
  const origin = readOptional(config, 'allowOrigin', readString);
  const allowHeaders = readOptional(config, 'allowHeaders', readStrings);
  const exposeHeaders = readOptional(config, 'exposeHeaders', readStrings);
  const maxAge = readOptional(config, 'maxAge', readNumber);
  const credentials = readOptional(config, 'allowCredentials', readBoolean);
  if (!origin || !allowHeaders || !exposeHeaders || !maxAge || !credentials) return undefined;
  return {
    allowOrigin: origin.value ?? ANY_ORIGIN.allowOrigin,
    ...(allowHeaders.value && { allowHeaders: allowHeaders.value }),
    ...(exposeHeaders.value && { exposeHeaders: exposeHeaders.value }),
    ...(maxAge.value !== undefined && { maxAge: maxAge.value }),
    ...(credentials.value !== undefined && { allowCredentials: credentials.value }),
  };
}

/** The `authorizer` option: an instance of one of the authorizer classes with well-formed arguments. */
export function readAuthorizer(value: StaticValue): AuthorizerEntry | undefined {
  if (value.kind !== 'instance') return undefined;
  if (value.name === 'IAMAuthorizer') return { kind: 'iam', name: IAM_AUTHORIZER };
  const [nameValue, options] = value.arguments;
  const name = readString(nameValue);
  if (name === undefined) return undefined;
  const header = readOptional(options, 'header', readString);
  if (!header) return undefined;
  const common = { name, header: header.value ?? DEFAULT_AUTHORIZER_HEADER };
  if (value.name === 'UserPoolAuthorizer') {
    const providerArns = readStrings(entryOf(options, 'providerArns')?.value);
    return providerArns && { kind: 'userPool', ...common, providerArns };
  }
  const authorizerUri = readString(entryOf(options, 'authorizerUri')?.value);
  if (value.name !== 'CustomAuthorizer' || authorizerUri === undefined) return undefined;
  return { kind: 'custom', ...common, authorizerUri };
}

/** A list that holds only strings. */
export function readStrings(value: StaticValue | undefined): readonly string[] | undefined {
  if (value?.kind !== 'list') return undefined;
  const strings: string[] = [];
  for (const item of value.items) {
    if (item.kind !== 'string') return undefined;
    strings.push(item.value);
  }
  return strings;
}

/** The `name` of `app.lambdaFunction({ name })`; `value` is undefined when the options do not say. */
export function readFunctionName(
  options: StaticValue | undefined,
): { readonly value: string | undefined } | undefined {
  if (options && options.kind !== 'object' && options.kind !== 'undefined') return undefined;
  return readOptional(options, 'name', readString);
}

/** Tells an absent property (`{ value: undefined }`) from one that is not well formed (undefined). */
function readOptional<T>(
  object: StaticValue | undefined,
  name: string,
  read: (value: StaticValue) => T | undefined,
): { readonly value: T | undefined } | undefined {
  const entry = entryOf(object, name);
  if (!entry) return { value: undefined };
  const value = read(entry.value);
  return value === undefined ? undefined : { value };
}

function readString(value: StaticValue | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined;
}

function readNumber(value: StaticValue): number | undefined {
  return value.kind === 'number' ? value.value : undefined;
}

/** An absent boolean option is false. */
function readBoolean(value: StaticValue | undefined): boolean | undefined {
  if (!value) return false;
  return value.kind === 'boolean' ? value.value : undefined;
}
