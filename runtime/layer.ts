// Middleware as an application lists it, and the types of middleware, requests and events (docs/decisions/middleware.md).
import type { LambdaContext } from './contract/proxy-event.js';
import type { CorsHeaders, Exchange } from './exchange.js';
import type { Problem } from './input-error.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/** Continues with the next middleware or the view, and returns the response. It may be called once. */
export type Next = () => Promise<Response>;

/** The function of a view middleware: it returns the response of `next()`, changed or not, or its own. */
export type HttpStep = (request: Request, next: Next) => Response | Promise<Response>;

/** The function of an event middleware: it returns the function's result, or its own. */
export type EventStep = (
  event: unknown,
  next: () => Promise<unknown>,
  context: LambdaContext | undefined,
) => unknown;

/** The function of `middleware.answerHeaders`: it returns headers by name; null leaves one out. */
export type HeadersStep = (
  request: Request,
) => Readonly<Record<string, string | number | null | undefined>>;

/**
 * Runs around views, or as `Middleware<'event'>` around lambda functions. It is created by `middleware`; `run` is its
 * function, which a test can call.
 */
export type Middleware<Kind extends 'http' | 'event' = 'http'> = Kind extends 'http'
  ? HttpMiddleware
  : EventMiddleware;

type HttpMiddleware = {
  readonly kind: 'http';
  readonly run: HttpStep;
  /** @internal Adds the headers of `middleware.answerHeaders` to those of every response. */
  readonly $headersOver?: (request: Request, before: CorsHeaders) => CorsHeaders;
  /** @internal Calls a view. Each middleware brings this code, so that applications without middleware do not include it. */
  readonly $pass: (passage: Passage, view: () => unknown) => Promise<Response>;
};

type EventMiddleware = {
  readonly kind: 'event';
  readonly run: EventStep;
  /** @internal Calls a lambda function. */
  readonly $pass: (passage: EventPassage, call: () => unknown) => Promise<unknown>;
};

/** Middleware of any kind, as an application lists it. */
export type AnyMiddleware = Middleware | Middleware<'event'>;

/** An error response of the function: the parts of its default body. */
export type AnsweredError = {
  /** The status of the response. */
  readonly status: number;
  /** The name of the class; `UnsupportedMediaType` for a 415. */
  readonly code: string;
  readonly message: string;
  /** The details of an `HTTPError`; otherwise undefined. */
  readonly details: unknown;
  /** The problems of invalid input when no format has `invalid`; otherwise undefined. */
  readonly problems: readonly Problem[] | undefined;
  readonly request: Request;
};

/** The options of `errorFormat`. Each part is inherited separately from the format around it. */
export type ErrorFormatOptions<T> = {
  /** The status of responses to invalid input, from 400 to 499; defaults to 400. */
  readonly invalidStatus?: number;
  /** Returns the body for invalid input, given the list of problems. */
  readonly invalid?: (problems: readonly Problem[]) => T;
  /** Returns the body of every other error response of the function. */
  readonly error?: (error: AnsweredError) => T;
};

/** Error bodies, made by `errorFormat`: the option `errors` of the application, a blueprint or a route. */
export type ErrorFormat<T = unknown> = ErrorFormatOptions<T> & { readonly kind: 'errors' };

/** The items of lists: middleware, and an error format. */
export type Layer = AnyMiddleware | ErrorFormat;

/** A request inside the middleware of a view. */
export type Passage = {
  readonly chain: readonly Middleware[];
  readonly request: Request;
  /** The path of the route, for messages. */
  readonly path: string;
  /** For a view that streams. */
  readonly exchange?: Exchange | undefined;
};

/** An event inside the middleware of a lambda function. */
export type EventPassage = {
  readonly chain: readonly Middleware<'event'>[];
  readonly event: unknown;
  readonly context: LambdaContext | undefined;
};

/** The lists of routes and functions, by their keys. */
export type Listed = readonly [key: string, listed: readonly Layer[]];

/** What lists middleware: an application or blueprint, for all its views and functions or for single ones. */
export type LayeredApp = {
  readonly $middleware: readonly Layer[];
  readonly $registry: { readonly $listed: ReadonlyMap<string, readonly Layer[]> };
};

/** The middleware of one kind around a view or function, or its error formats, outermost first. */
export function layersOf<M extends Layer>(
  app: LayeredApp,
  key: string,
  kind: M['kind'],
): readonly M[] {
  const listed = [...app.$middleware, ...(app.$registry.$listed.get(key) ?? [])];
  return listed.filter((layer): layer is M => layer.kind === kind);
}
