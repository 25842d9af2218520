// Middleware as an application lists it, and the types of middleware and of requests and events inside them (docs/decisions/middleware.md).
import type { LambdaContext } from './contract/proxy-event.js';
import type { CorsHeaders } from './exchange.js';
import type { Problem } from './input-error.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

/** Goes on to the next middleware, or to the view, and gives its finished answer. It may be called once. */
export type Next = () => Promise<Response>;

/** What a middleware of views does: it gives what `next()` gave, changed or not, or an answer of its own. */
export type HttpStep = (request: Request, next: Next) => Response | Promise<Response>;

/** What a middleware of lambda functions does: it gives what the function gave, or a result of its own. */
export type EventStep = (
  event: unknown,
  next: () => Promise<unknown>,
  context: LambdaContext | undefined,
) => unknown;

/** What `middleware.answerHeaders` does: it gives headers by their names; null leaves one out. */
export type HeadersStep = (
  request: Request,
) => Readonly<Record<string, string | number | null | undefined>>;

/**
 * Something that runs around views, or with `Middleware<'event'>` around lambda functions. It is made by
 * `middleware`; `run` is the function it was made of, which a test can call.
 */
export type Middleware<Kind extends 'http' | 'event' = 'http'> = Kind extends 'http'
  ? HttpMiddleware
  : EventMiddleware;

type HttpMiddleware = {
  readonly kind: 'http';
  readonly run: HttpStep;
  /** @internal Puts the headers of `middleware.answerHeaders` over those that every answer has already. */
  readonly $headersOver?: (request: Request, before: CorsHeaders) => CorsHeaders;
  /** @internal Calls a view; each middleware brings the way, so that other applications do not carry it. */
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

/** An error that the function answers: the parts of its default body. */
export type AnsweredError = {
  /** The status of the answer. */
  readonly status: number;
  /** The name of the class; `UnsupportedMediaType` for a 415. */
  readonly code: string;
  readonly message: string;
  /** The details of an `HTTPError`; otherwise undefined. */
  readonly details: unknown;
  /** What is wrong with input, where no format has `invalid`; otherwise undefined. */
  readonly problems: readonly Problem[] | undefined;
  readonly request: Request;
};

/** What `errorFormat` takes. Each part is inherited by itself from the format further out. */
export type ErrorFormatOptions<T> = {
  /** The status of bad input, from 400 to 499; defaults to 400. */
  readonly invalidStatus?: number;
  /** Gives the body for input that does not fit the types of a view, from the list of problems. */
  readonly invalid?: (problems: readonly Problem[]) => T;
  /** Gives the body of every other error that the function answers. */
  readonly error?: (error: AnsweredError) => T;
};

/** Bodies of errors, made by `errorFormat`. It is the option `errors` of the application, a blueprint or a route. */
export type ErrorFormat<T = unknown> = ErrorFormatOptions<T> & { readonly kind: 'errors' };

/** What lists hold: middleware, and the error format that is beside it. */
export type Layer = AnyMiddleware | ErrorFormat;

/** A request on its way through the middleware of a view. */
export type Passage = {
  readonly chain: readonly Middleware[];
  readonly request: Request;
  /** The path of the route, for messages. */
  readonly path: string;
};

/** An event on its way through the middleware of a lambda function. */
export type EventPassage = {
  readonly chain: readonly Middleware<'event'>[];
  readonly event: unknown;
  readonly context: LambdaContext | undefined;
};

/** What a route or a function lists, by the key of its list. */
export type Listed = readonly [key: string, listed: readonly Layer[]];

/** What lists middleware, for all views and functions and for single ones. */
export type LayeredApp = {
  readonly $middleware: readonly Layer[];
  readonly $registry: { readonly $listed: ReadonlyMap<string, readonly Layer[]> };
};

/** The middleware of one kind around a view or function, or its error formats, from the outside in. */
export function layersOf<M extends Layer>(
  app: LayeredApp,
  key: string,
  kind: M['kind'],
): readonly M[] {
  const listed = [...app.$middleware, ...(app.$registry.$listed.get(key) ?? [])];
  return listed.filter((layer): layer is M => layer.kind === kind);
}
