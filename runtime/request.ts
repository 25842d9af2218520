// `Request`: what a view reads of its request (specification 2.2). Everything is computed on first use, so that a view
// pays only for what it uses.
import { cookiesOf, type RequestCookies } from './cookies.js';
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { formDataOf } from './form-data.js';
import { lastValues, type QueryParams, queryParamsOf } from './query-params.js';
import { bytesOf, parseJson, textOf } from './request-body.js';
import { requestContextOf, type RequestContext } from './request-context.js';
import {
  headerValue,
  IGNORE_CASE,
  lowerCaseHeaders,
  type RequestHeaders,
} from './request-headers.js';
import { signalOf } from './time-limit.js';
import { uriParamsOf } from './uri-params.js';

/** A request as plain data, under the names of the specification; what {@link Request.toDict} returns. */
export type RequestDict = {
  /** The gateway context. */
  readonly context: RequestContext;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP method. */
  readonly method: string;
  /** Query string parameters; null when there are none. */
  readonly query_params: Readonly<Record<string, string>> | null;
  /** The body as text; null when there is none. */
  readonly raw_body: string | null;
  /** The variables of the gateway stage; null when there are none. */
  readonly stage_vars: Readonly<Record<string, string>> | null;
  /** Captured path parameters; null when the route has none. */
  readonly uri_params: Readonly<Record<string, string>> | null;
};

/**
 * The request being served: `app.currentRequest`.
 *
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
  /** Members that were read, by name. */
  readonly #known: Record<string, unknown> = {};

  /** Created by the handler; an application reads `app.currentRequest` instead. */
  constructor(event: ProxyEvent) {
    this.#event = event;
  }

  /**
   * The HTTP method, in upper case.
   *
   * @example
   * ```ts
   * if (app.currentRequest.method === 'PUT') save(app.currentRequest.jsonBody);
   * ```
   */
  declare readonly method: string;

  /**
   * The path as it was sent: not decoded, without the gateway stage and the query string.
   *
   * @example
   * ```ts
   * app.currentRequest.path; // '/cities/S%C3%A3o%20Paulo' for GET /api/cities/S%C3%A3o%20Paulo?full=1
   * ```
   */
  declare readonly path: string;

  /**
   * Request headers; names are read ignoring case. A header that is repeated reads as one value with commas between.
   *
   * @example
   * ```ts
   * app.currentRequest.headers['X-Api-Version'] === app.currentRequest.headers['x-api-version'];
   * ```
   */
  declare readonly headers: RequestHeaders;

  /**
   * Cookies, decoded. Of several with the same name the first is used, which has the most specific path.
   *
   * @example
   * ```ts
   * const session = app.currentRequest.cookies.session;
   * ```
   */
  declare readonly cookies: RequestCookies;

  /**
   * Query string parameters; null when there are none. A repeated one has its last value; `getAll` returns all of them.
   *
   * @example
   * ```ts
   * const page = Number(app.currentRequest.queryParams?.page ?? 1);
   * const tags = app.currentRequest.queryParams?.getAll('tag') ?? [];
   * ```
   */
  declare readonly queryParams: QueryParams | null;

  /**
   * Captured path parameters, percent-decoded; null when the route has none. A view receives them as arguments too.
   *
   * @example
   * ```ts
   * app.currentRequest.uriParams?.city; // 'São Paulo' for GET /cities/S%C3%A3o%20Paulo
   * ```
   */
  declare readonly uriParams: Readonly<Record<string, string>> | null;

  /**
   * The body as bytes; empty when there is none.
   *
   * @example
   * ```ts
   * await bucket.put('photo.png', app.currentRequest.rawBody);
   * ```
   */
  declare readonly rawBody: Buffer;

  /**
   * The parsed body when the Content-Type is `application/json`, otherwise null. It is parsed on first use; a body
   * that is not JSON throws a BadRequestError.
   *
   * @example
   * ```ts
   * const { name } = app.currentRequest.jsonBody as { name: string };
   * ```
   */
  declare readonly jsonBody: unknown;

  /**
   * The body as a form; its files are instances of `File`. The route lists `multipart/form-data` or
   * `application/x-www-form-urlencoded` in its `contentTypes`. A body that is not a form throws a BadRequestError.
   *
   * @example
   * ```ts
   * const form = await app.currentRequest.formData();
   * const photo = form.get('photo');
   * if (photo instanceof File) save(await photo.arrayBuffer());
   * ```
   */
  declare readonly formData: () => Promise<FormData>;

  /**
   * The id of the request, as in the gateway's logs and in the `x-amzn-RequestId` header of the response.
   *
   * @example
   * ```ts
   * app.log.info('charged', { request: app.currentRequest.id });
   * ```
   */
  declare readonly id: string;

  /**
   * Aborts one second before the function times out, or after half of the remaining time when that is less than two seconds.
   *
   * @example
   * ```ts
   * const { signal } = app.currentRequest;
   * const answer = await fetch('https://example.com/', { signal });
   * ```
   */
  declare readonly signal: AbortSignal;

  /**
   * The gateway context.
   *
   * @example
   * ```ts
   * app.log.info(app.currentRequest.context.identity.sourceIp);
   * ```
   */
  declare readonly context: RequestContext;

  /**
   * The variables of the gateway stage; null when there are none.
   *
   * @example
   * ```ts
   * const table = app.currentRequest.stageVars?.table ?? 'cities';
   * ```
   */
  declare readonly stageVars: Readonly<Record<string, string>> | null;

  /**
   * The request as plain data that can be returned or logged, under the names of the specification. `raw_body` is the
   * text of the body, null when there is none, and base64 when it is not UTF-8 text.
   *
   * @example
   * ```ts
   * export const introspect = app.route('/introspect')(() => app.currentRequest.toDict());
   * ```
   */
  declare readonly toDict: () => RequestDict;

  /**
   * The event as the gateway sent it.
   *
   * @example
   * ```ts
   * const { requestTimeEpoch } = app.currentRequest.toOriginalEvent().requestContext;
   * ```
   */
  declare readonly toOriginalEvent: () => ProxyEvent;

  /** Serializes a request that is returned from a view, or logged as JSON, like {@link Request.toDict}. */
  declare readonly toJSON: () => RequestDict;

  /** @internal Adds a member that is read from the event once. */
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
  ); // because nothing calls getAll
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
