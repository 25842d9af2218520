// `Request`: the request data that a view can read (specification 2.2). Every member is computed on first use, so that a view
// pays only for what it uses.
import { cookiesOf, type RequestCookies } from './cookies.js';
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { bytesOf, parseJson, textOf, formDataOf } from './request-body.js';
import {
  headerValue,
  IGNORE_CASE,
  lowerCaseHeaders,
  type RequestHeaders,
} from './request-headers.js';
import { signalOf } from './time-limit.js';
import { uriParamsOf, lastValues, type QueryParams, queryParamsOf } from './uri-params.js';

/** The identity of the caller. A value that does not apply is null. */
export type RequestIdentity = {
  /** The access key that signed the request. */
  readonly accessKey: string | null;
  /** The account of the caller. */
  readonly accountId: string | null;
  /** The API key that was sent with the request. */
  readonly apiKey: string | null;
  /** The principal that signed the request. */
  readonly caller: string | null;
  /** The identity provider of a federated caller. */
  readonly userpoolAuthenticationProvider: string | null;
  /** `authenticated` or `unauthenticated`, for a federated caller. */
  readonly userpoolAuthenticationType: string | null;
  /** The identity of a federated caller. */
  readonly userpoolIdentityId: string | null;
  /** The identity pool of a federated caller. */
  readonly userpoolIdentityPoolId: string | null;
  /** The IP address of the caller. */
  readonly sourceIp: string | null;
  /** The User-Agent header. */
  readonly userAgent: string | null;
  /** The ARN of the user that signed the request. */
  readonly userArn: string | null;
};

/** Information from the gateway about a request. */
export type RequestContext = {
  /** The ID of the API. */
  readonly apiId: string | null;
  /** The method of the request. */
  readonly httpMethod: string | null;
  /** The identity of the caller. */
  readonly identity: RequestIdentity;
  /** The ID of the request, which is also in the gateway's logs. */
  readonly requestId: string | null;
  /** The ID of the route's resource in the gateway. */
  readonly resourceId: string | null;
  /** The route path with its captures in braces. */
  readonly resourcePath: string | null;
  /** The gateway stage. */
  readonly stage: string | null;
  /**
   * Information about the caller from the route's authorizer, for example the `claims` in a token; absent if the route has no
   * authorizer.
   */
  readonly authorizer?: Readonly<Record<string, unknown>>;
};

/** For some names, the specification uses `userpool` where the gateway uses `cognito`. */
const IDENTITY_KEYS =
  'accessKey accountId apiKey caller userpoolAuthenticationProvider userpoolAuthenticationType userpoolIdentityId userpoolIdentityPoolId sourceIp userAgent userArn';
const CONTEXT_KEYS = 'apiId httpMethod identity requestId resourceId resourcePath stage';

/** Returns the context in an event, limited to the members that the specification names. */
function requestContextOf(event: Partial<ProxyEvent>): RequestContext {
  const { authorizer, identity, ...given } = event.requestContext ?? {}; // a hand-made event may omit any of these members
  const context = pick(CONTEXT_KEYS, { ...given, identity: pick(IDENTITY_KEYS, identity) });
  return { ...context, ...(authorizer && { authorizer }) } as RequestContext; // because `pick` returns exactly these keys
}

/** Returns the values with the given names; null for a missing value. */
function pick(names: string, values: object = {}): object {
  const given = new Map(Object.entries(values));
  return Object.fromEntries(
    names.split(' ').map((name) => [name, given.get(name.replace('userpool', 'cognito')) ?? null]),
  );
}

/** A request as plain data, with the names that the specification uses; returned by {@link Request.toDict}. */
export type RequestDict = {
  /** The gateway context. */
  readonly context: RequestContext;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP method. */
  readonly method: string;
  /** The query string parameters; null if there are none. */
  readonly query_params: Readonly<Record<string, string>> | null;
  /** The body as text; null if there is none. */
  readonly raw_body: string | null;
  /** The variables of the gateway stage; null if there are none. */
  readonly stage_vars: Readonly<Record<string, string>> | null;
  /** The captured path parameters; null if the route has none. */
  readonly uri_params: Readonly<Record<string, string>> | null;
};

/**
 * The request being served: `app.currentRequest`.
 * @example
 * ```ts
 * class Views {
 *   @app.route('/cities/{city}', { methods: ['PUT'] })
 *   city(city: string) {
 *     const { queryParams, headers, jsonBody } = app.currentRequest;
 *     return { city, query: queryParams, agent: headers['User-Agent'], body: jsonBody };
 *   }
 * }
 * ```
 */
export class Request {
  readonly #event: ProxyEvent;
  /** The members that have been read, by name. */
  readonly #known: Record<string, unknown> = {};

  /** Created by the handler; an application reads `app.currentRequest` instead. */
  constructor(event: ProxyEvent) {
    this.#event = event;
  }

  /** The HTTP method, in upper case. */
  declare readonly method: string;

  /**
   * The path as the client sent it: not decoded, and without the gateway stage and the query string.
   * @example
   * ```ts
   * app.currentRequest.path; // '/cities/S%C3%A3o%20Paulo' for GET /api/cities/S%C3%A3o%20Paulo?full=1
   * ```
   */
  declare readonly path: string;

  /**
   * The request headers. Names are case-insensitive. A repeated header is read as one comma-separated value.
   * @example
   * ```ts
   * app.currentRequest.headers['X-Api-Version'] === app.currentRequest.headers['x-api-version'];
   * ```
   */
  declare readonly headers: RequestHeaders;

  /** The decoded cookies. If several cookies have the same name, the first one is used, which has the most specific path. */
  declare readonly cookies: RequestCookies;

  /**
   * The query string parameters; null if there are none. For a repeated parameter, the member is the last value; `getAll`
   * returns all values.
   * @example
   * ```ts
   * const page = Number(app.currentRequest.queryParams?.page ?? 1);
   * const tags = app.currentRequest.queryParams?.getAll('tag') ?? [];
   * ```
   */
  declare readonly queryParams: QueryParams | null;

  /**
   * The captured path parameters, percent-decoded; null if the route has none. A view also receives them as arguments.
   * @example
   * ```ts
   * app.currentRequest.uriParams?.city; // 'São Paulo' for GET /cities/S%C3%A3o%20Paulo
   * ```
   */
  declare readonly uriParams: Readonly<Record<string, string>> | null;

  /** The body as bytes; empty if there is no body. */
  declare readonly rawBody: Buffer;

  /**
   * The parsed body if the Content-Type is `application/json`, otherwise null. The body is parsed on first use. If it is not
   * valid JSON, reading this member throws a `BadRequestError`.
   * @example
   * ```ts
   * const { name } = app.currentRequest.jsonBody as { name: string };
   * ```
   */
  declare readonly jsonBody: unknown;

  /**
   * Parses the body as a form, in which files are instances of `File`. The route must list `multipart/form-data` or
   * `application/x-www-form-urlencoded` in its `contentTypes`. If the body is not a form, a `BadRequestError` is thrown.
   * @example
   * ```ts
   * const form = await app.currentRequest.formData();
   * const photo = form.get('photo');
   * if (photo instanceof File) save(await photo.arrayBuffer());
   * ```
   */
  declare readonly formData: () => Promise<FormData>;

  /** The ID of the request, which is also in the gateway's logs and in the `x-amzn-RequestId` header of the response. */
  declare readonly id: string;

  /**
   * Aborts one second before the function times out; if less than two seconds remain, after half of the remaining time.
   * @example
   * ```ts
   * const { signal } = app.currentRequest;
   * const answer = await fetch('https://example.com/', { signal });
   * ```
   */
  declare readonly signal: AbortSignal;

  /**
   * The gateway context.
   * @example
   * ```ts
   * app.log.info(app.currentRequest.context.identity.sourceIp);
   * ```
   */
  declare readonly context: RequestContext;

  /** The variables of the gateway stage; null if there are none. */
  declare readonly stageVars: Readonly<Record<string, string>> | null;

  /**
   * Returns the request as plain data that can be returned or logged, with the names that the specification uses. `raw_body` is
   * the body as text: null if there is no body, and base64 if it is not UTF-8 text.
   * @example
   * ```ts
   * export const introspect = app.route('/introspect')(() => app.currentRequest.toDict());
   * ```
   */
  declare readonly toDict: () => RequestDict;

  /**
   * Returns the event as the gateway sent it.
   * @example
   * ```ts
   * const { requestTimeEpoch } = app.currentRequest.toOriginalEvent().requestContext;
   * ```
   */
  declare readonly toOriginalEvent: () => ProxyEvent;

  /** Makes a request that a view returns or logs as JSON look like the result of {@link Request.toDict}. */
  declare readonly toJSON: () => RequestDict;

  /** @internal Adds a member that is computed once from the event. */
  static $member<Name extends keyof Request>(
    name: Name,
    read: (event: ProxyEvent) => Request[Name],
  ): void {
    Object.defineProperty(this.prototype, name, {
      configurable: true,
      get(this: Request) {
        return (this.#known[name] ??= read(this.#event));
      },
    });
  }
}

if ($uses.request.method) Request.$member('method', ({ httpMethod }) => httpMethod);
if ($uses.request.path) Request.$member('path', ({ path }) => path);
if ($uses.request.headers)
  Request.$member('headers', (event) => new Proxy(lowerCaseHeaders(event), IGNORE_CASE));
if ($uses.request.cookies) Request.$member('cookies', cookiesOf);
if ($uses.request.queryParams)
  Request.$member(
    'queryParams',
    $uses.request.getAll ? queryParamsOf : (lastValues as typeof queryParamsOf),
  ); // because no code calls `getAll`
if ($uses.request.uriParams) Request.$member('uriParams', uriParamsOf);
if ($uses.request.rawBody) Request.$member('rawBody', bytesOf);
if ($uses.request.jsonBody)
  Request.$member('jsonBody', (event) =>
    mediaTypeOf(headerValue(event, 'content-type') ?? '') === JSON_TYPE
      ? parseJson(bytesOf(event))
      : null,
  );
if ($uses.request.formData)
  Request.$member('formData', (event) => {
    let form: Promise<FormData> | undefined;
    return () => (form ??= formDataOf(event, bytesOf(event)));
  });
if ($uses.request.id) Request.$member('id', ({ requestContext }) => requestContext.requestId);
if ($uses.request.signal) Request.$member('signal', signalOf);
if ($uses.request.context) Request.$member('context', requestContextOf);
if ($uses.request.stageVars)
  Request.$member('stageVars', ({ stageVariables }) => stageVariables ?? null);
if ($uses.request.toDict) Request.$member('toDict', (event) => () => dictOf(event));
if ($uses.request.toOriginalEvent) Request.$member('toOriginalEvent', (event) => () => event);
if ($uses.request.toJSON) Request.$member('toJSON', (event) => () => dictOf(event));

function dictOf(event: ProxyEvent): RequestDict {
  return {
    context: requestContextOf(event),
    headers: lowerCaseHeaders(event),
    method: event.httpMethod,
    query_params: lastValues(event),
    raw_body: event.body ? textOf(bytesOf(event)) : null,
    stage_vars: event.stageVariables ?? null,
    uri_params: uriParamsOf(event),
  };
}
