// The items in middleware lists, and the types for middleware, requests and events (docs/decisions/middleware.md).
import type { LambdaContext } from './contract/proxy-event.js';
import type { CorsHeaders, Exchange } from './exchange.js';
import type { Problem } from './input-error.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/** Continues with the next middleware or the view, and returns its response. May be called only once. */
export type Next = () => Promise<Response>;

/** The function of a view middleware. It returns the response from `next()`, modified or not, or a response of its own. */
export type HttpStep = (request: Request, next: Next) => Response | Promise<Response>;

/** The function of an event middleware. It returns the result from `next()` or a result of its own. */
export type EventStep = (
  event: unknown,
  next: () => Promise<unknown>,
  context: LambdaContext | undefined,
) => unknown;

/** The function of `middleware.answerHeaders`. It returns headers by name; null omits a header. */
export type HeadersStep = (
  request: Request,
) => Readonly<Record<string, string | number | null | undefined>>;

/**
 * A middleware that wraps views or, as `Middleware<'event'>`, lambda functions. It is created by `middleware`. `run` is the
 * function passed to `middleware`, which a test can call.
 */
export type Middleware<Kind extends 'http' | 'event' = 'http'> = Kind extends 'http'
  ? HttpMiddleware
  : EventMiddleware;

type HttpMiddleware = {
  readonly kind: 'http';
  readonly run: HttpStep;
  /** @internal Returns the headers for every response: `before`, with the headers that `middleware.answerHeaders` sets. */
  readonly $headersOver?: (request: Request, before: CorsHeaders) => CorsHeaders;
  /** @internal Calls a view. Each middleware refers to it, so that applications without middleware do not include it. */
  readonly $pass: (passage: ViewPass, view: () => unknown) => Promise<Response>;
};

type EventMiddleware = {
  readonly kind: 'event';
  readonly run: EventStep;
  /** @internal Calls a lambda function. */
  readonly $pass: (passage: EventPass, call: () => unknown) => Promise<unknown>;
};

/** Middleware of either kind, as an application lists it. */
export type AnyMiddleware = Middleware | Middleware<'event'>;

/** An error response: the values that form the default body. */
export type AnsweredError = {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The name of the error class; `UnsupportedMediaType` for status 415. */
  readonly code: string;
  readonly message: string;
  /** The details of an `HTTPError`; otherwise undefined. */
  readonly details: unknown;
  /** The problems with invalid input if no format defines `invalid`; otherwise undefined. */
  readonly problems: readonly Problem[] | undefined;
  readonly request: Request;
};

/** The options of `errorFormat`. Each option is inherited separately from the enclosing format. */
export type ErrorFormatOptions<T> = {
  /** The status for responses to invalid input, from 400 to 499; defaults to 400. */
  readonly invalidStatus?: number;
  /** Returns the body for invalid input from the list of problems. */
  readonly invalid?: (problems: readonly Problem[]) => T;
  /** Returns the body for all other error responses of the function. */
  readonly error?: (error: AnsweredError) => T;
};

/** A format for error bodies, created by `errorFormat`, for the `errors` option of the application, a blueprint or a route. */
export type ErrorFormat<T = unknown> = ErrorFormatOptions<T> & { readonly kind: 'errors' };

/** An item of a list: a middleware or an error format. */
export type Layer = AnyMiddleware | ErrorFormat;

/** A request on its way through a view's middleware. */
export type ViewPass = {
  readonly chain: readonly Middleware[];
  readonly request: Request;
  /** The path of the route, for messages. */
  readonly path: string;
  /** Set if the view streams. */
  readonly exchange?: Exchange | undefined;
};

/** An event on its way through a lambda function's middleware. */
export type EventPass = {
  readonly chain: readonly Middleware<'event'>[];
  readonly event: unknown;
  readonly context: LambdaContext | undefined;
};

/** The middleware lists of routes and functions, by key. */
export type Listed = readonly [key: string, listed: readonly Layer[]];

/** An object that holds middleware, for all its views and functions or for individual ones: an application or a blueprint. */
export type LayeredApp = {
  readonly $middleware: readonly Layer[];
  readonly $registry: { readonly $listed: ReadonlyMap<string, readonly Layer[]> };
};

/** Returns the middleware of one kind around a view or function, or the view's error formats, outermost first. */
export function layersOf<M extends Layer>(
  app: LayeredApp,
  key: string,
  kind: M['kind'],
): readonly M[] {
  const listed = [...app.$middleware, ...(app.$registry.$listed.get(key) ?? [])];
  return listed.filter((layer): layer is M => layer.kind === kind);
}
