// `Request`: what a view reads of the request it serves (specification 2.2). Everything is worked out when it is first
// read, so that a view pays only for what it uses.
import { cookiesOf, type RequestCookies } from './cookies.js';
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import type { BoundView } from './contract/binding.js';
import { formDataOf } from './form-data.js';
import { Inputs, isPending } from './inputs.js';
import { addGetAll, lastValues, type QueryParams } from './query-params.js';
import { bytesOf, parseJson, textOf } from './request-body.js';
import { requestContextOf, type RequestContext } from './request-context.js';
import {
  headerValue,
  IGNORE_CASE,
  lowerCaseHeaders,
  type RequestHeaders,
} from './request-headers.js';
import { signalOf } from './time-limit.js';
import { captureOf, uriParamsOf } from './uri-params.js';

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
  #headers: RequestHeaders | undefined;
  #queryParams: QueryParams | null | undefined;
  #uriParams: Readonly<Record<string, string>> | null | undefined;
  #cookies: RequestCookies | undefined;
  #rawBody: Buffer | undefined;
  #formData: Promise<FormData> | undefined;
  #jsonBody: { readonly value: unknown } | undefined;
  #context: RequestContext | undefined;
  #inputs: Inputs | undefined;

  /** Made by the handler; an application reads `app.currentRequest` instead. */
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
  get method(): string {
    return this.#event.httpMethod;
  }

  /**
   * The path as it was sent: without the stage of the gateway and without the query string, not decoded.
   *
   * @example
   * ```ts
   * app.currentRequest.path; // '/cities/S%C3%A3o%20Paulo' for GET /api/cities/S%C3%A3o%20Paulo?full=1
   * ```
   */
  get path(): string {
    return this.#event.path;
  }

  /**
   * Request headers; names are read ignoring case. A header that is repeated reads as one value with commas between.
   *
   * @example
   * ```ts
   * app.currentRequest.headers['X-Api-Version'] === app.currentRequest.headers['x-api-version'];
   * ```
   */
  get headers(): RequestHeaders {
    return (this.#headers ??= new Proxy(lowerCaseHeaders(this.#event), IGNORE_CASE));
  }

  /**
   * Cookies, decoded; of several with one name the first counts, which is the one of the nearest path.
   *
   * @example
   * ```ts
   * const session = app.currentRequest.cookies.session;
   * ```
   */
  get cookies(): RequestCookies {
    return (this.#cookies ??= cookiesOf(this.#event));
  }

  /**
   * Query string parameters; null when there are none. A repeated one has its last value, `getAll` gives them all.
   *
   * @example
   * ```ts
   * const page = Number(app.currentRequest.queryParams?.page ?? 1);
   * const tags = app.currentRequest.queryParams?.getAll('tag') ?? [];
   * ```
   */
  get queryParams(): QueryParams | null {
    if (this.#queryParams === undefined) {
      const values = lastValues(this.#event);
      (this as CutRequest).$getAll?.(values); // because a bundle may have none
      this.#queryParams = values as QueryParams | null; // because getAll was added where it is called
    }
    return this.#queryParams;
  }

  /**
   * Captured path parameters, percent-decoded; null when the route has none. A view receives them as arguments too.
   *
   * @example
   * ```ts
   * app.currentRequest.uriParams?.city; // 'São Paulo' for GET /cities/S%C3%A3o%20Paulo
   * ```
   */
  get uriParams(): Readonly<Record<string, string>> | null {
    if (this.#uriParams === undefined) this.#uriParams = uriParamsOf(this.#event);
    return this.#uriParams;
  }

  /**
   * The body as bytes; empty when there is none.
   *
   * @example
   * ```ts
   * await bucket.put('photo.png', app.currentRequest.rawBody);
   * ```
   */
  get rawBody(): Buffer {
    return (this.#rawBody ??= bytesOf(this.#event));
  }

  /**
   * The parsed body when the Content-Type is `application/json`, otherwise null. It is parsed on first use; a body that
   * is not JSON raises a BadRequestError.
   *
   * @example
   * ```ts
   * const { name } = app.currentRequest.jsonBody as { name: string };
   * ```
   */
  get jsonBody(): unknown {
    if (mediaTypeOf(headerValue(this.#event, 'content-type') ?? '') !== JSON_TYPE) return null;
    return (this.#jsonBody ??= { value: parseJson(this.rawBody) }).value;
  }

  /**
   * The body as a form; its files are instances of `File`. The route lists `multipart/form-data` or
   * `application/x-www-form-urlencoded` in its `contentTypes`. A body that is no form raises a BadRequestError.
   *
   * @example
   * ```ts
   * const form = await app.currentRequest.formData();
   * const photo = form.get('photo');
   * if (photo instanceof File) save(await photo.arrayBuffer());
   * ```
   */
  formData(): Promise<FormData> {
    return (this.#formData ??= formDataOf(this.#event, this.rawBody));
  }

  /**
   * The id of the request, as in the gateway's logs and in the `x-amzn-RequestId` header of the answer.
   *
   * @example
   * ```ts
   * app.log.info('charged', { request: app.currentRequest.id });
   * ```
   */
  get id(): string {
    return this.#event.requestContext.requestId;
  }

  /**
   * Aborts a second before the time of the function is up, and at half of what is left when that is less than two
   * seconds.
   *
   * @example
   * ```ts
   * const { signal } = app.currentRequest;
   * const answer = await fetch('https://example.com/', { signal });
   * ```
   */
  get signal(): AbortSignal {
    return signalOf(this.#event);
  }

  /**
   * The gateway context.
   *
   * @example
   * ```ts
   * app.log.info(app.currentRequest.context.identity.sourceIp);
   * ```
   */
  get context(): RequestContext {
    return (this.#context ??= requestContextOf(this.#event));
  }

  /**
   * The variables of the gateway stage; null when there are none.
   *
   * @example
   * ```ts
   * const table = app.currentRequest.stageVars?.table ?? 'cities';
   * ```
   */
  get stageVars(): Readonly<Record<string, string>> | null {
    return this.#event.stageVariables ?? null;
  }

  /**
   * The request as plain data that can be returned or logged, under the names of the specification. `raw_body` is the
   * text of the body, null when there is none, and base64 when it is not UTF-8 text.
   *
   * @example
   * ```ts
   * export const introspect = app.route('/introspect')(() => app.currentRequest.toDict());
   * ```
   */
  toDict(): RequestDict {
    return {
      context: this.context,
      headers: lowerCaseHeaders(this.#event),
      method: this.method,
      query_params: lastValues(this.#event),
      raw_body: this.#event.body ? textOf(this.rawBody) : null,
      stage_vars: this.stageVars,
      uri_params: this.uriParams,
    };
  }

  /**
   * The event as the gateway sent it.
   *
   * @example
   * ```ts
   * const { requestTimeEpoch } = app.currentRequest.toOriginalEvent().requestContext;
   * ```
   */
  toOriginalEvent(): ProxyEvent {
    return this.#event;
  }

  /** @internal Adds `getAll` to query string parameters. */
  $getAll(values: Record<string, string> | null): void {
    addGetAll(values, this.#event);
  }

  /** @internal The captures in the order of a view's parameters: the row of the view holds their names. */
  $captures(names: readonly string[]): readonly (string | undefined)[] {
    return names.map((name) => captureOf(this.#event, name));
  }

  /** @internal The arguments of a view that takes inputs; undefined for another one. */
  $inputs(row: BoundView): unknown[] | undefined {
    const readInputs = row[7];
    if (!readInputs) return undefined;
    return new Inputs(this, this.#event).$read(readInputs);
  }

  /** @internal Whether a schema is still checking an input. The inputs are kept until it is done. */
  $isPending(values: readonly unknown[] | undefined, inputs?: Inputs): values is unknown[] {
    this.#inputs ??= inputs;
    return isPending(values);
  }

  /** @internal Waits for the schema. */
  async $settle(values: unknown[]): Promise<void> {
    await this.#inputs?.$settle(values);
  }

  /** Makes a request that is returned from a view, or logged as JSON, read like {@link Request.toDict}. */
  toJSON(): RequestDict {
    return this.toDict();
  }
}

/** A request as the handler finds it: in a bundle without captures it cannot tell any. */
export type CutRequest = Omit<Request, Optional> & Partial<Pick<Request, Optional>>;
type Optional = '$captures' | '$getAll' | '$inputs' | '$isPending' | '$settle';
