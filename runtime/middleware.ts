// Middleware: code that wraps views and lambda functions, in list order (docs/decisions/middleware.md).
import { passFunction, passView } from './chain.js';
import { $uses } from './contract/uses.js';
import type { CorsHeaders } from './exchange.js';
import type { EventStep, HeadersStep, HttpStep, Middleware } from './layer.js';
import { Provider, type Provided } from './provider.js';
import type { Request } from './request.js';
import type { Response } from './response.js';
import { mergeHeaders } from './response-headers.js';

/** An OpenAPI security scheme (spec.openapis.org/oas/v3.1.1#security-scheme-object). */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | {
      readonly type: 'apiKey';
      readonly name: string;
      readonly in: 'header' | 'query' | 'cookie';
    }
  | {
      readonly type: 'oauth2';
      readonly flows: {
        readonly implicit?: OAuthFlow<'authorizationUrl'>;
        readonly password?: OAuthFlow<'tokenUrl'>;
        readonly clientCredentials?: OAuthFlow<'tokenUrl'>;
        readonly authorizationCode?: OAuthFlow<'authorizationUrl' | 'tokenUrl'>;
      };
    }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
);

/** An OAuth 2 flow. `scopes` describes what each scope permits. */
type OAuthFlow<Url extends string> = Readonly<Record<Url, string>> & {
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
};

/**
 * Describes a provider in OpenAPI documents and clients. The options have no effect at run time: the provider itself admits or
 * rejects a request.
 */
export type ProviderOptions = {
  /**
   * The credentials that a caller must send: an OpenAPI security scheme of type `http`, `apiKey`, `oauth2` or `openIdConnect`.
   */
  readonly security: SecurityScheme;
  /** True if requests without credentials are admitted as well. */
  readonly optional?: boolean;
};

/** The type of `middleware`: a function with members. */
export type MiddlewareMaker = {
  /** Creates a view middleware: `middleware(async (request, next) => next())`. */
  (run: HttpStep): Middleware;
  /**
   * Creates a provider: a middleware whose `value` can be read during the request. With `security`, the OpenAPI document and
   * the client describe the required credentials for each route that lists the provider.
   * @example
   * ```ts
   * export const page = middleware.provide((request, next) => next(Number(request.queryParams?.page ?? 1)));
   * ```
   */
  readonly provide: <T>(
    run: (
      request: Request,
      next: <V>(value: V) => Promise<Provided<V>>,
    ) => Provided<T> | Response | Promise<Provided<T> | Response>,
    options?: ProviderOptions,
  ) => Provider<T>;
  /**
   * Creates a middleware for lambda functions.
   * @example
   * ```ts
   * export const counted = middleware.event(async (event, next) => {
   *   app.log.info('called', event);
   *   return next();
   * });
   * ```
   */
  readonly event: (run: EventStep) => Middleware<'event'>;
  /**
   * Adds headers to every response, including errors, 415 responses and responses to invalid input. Headers that a view or a
   * middleware sets take precedence.
   * @example
   * ```ts
   * export const release = middleware.answerHeaders(() => ({ 'X-Release': '42' }));
   * ```
   */
  readonly answerHeaders: (headers: HeadersStep) => Middleware;
};

function answerHeaders(headersOf: HeadersStep): Middleware {
  const $headersOver = (request: Request, before: CorsHeaders): CorsHeaders => {
    const given = headersOf(request);
    if (Object.keys(given).some((name) => name.toLowerCase() === 'content-type'))
      throw new TypeError(
        '`middleware.answerHeaders` cannot set Content-Type, because the body of a response determines it: set it in a Response.',
      );
    return mergeHeaders(before ?? {}, given).headers;
  };
  return { kind: 'http', run: (_request, next) => next(), $pass: passView, $headersOver };
}

function provide(run: never): unknown {
  return new Provider(run);
}

function eventMiddleware(run: EventStep): Middleware<'event'> {
  return { kind: 'event', run, $pass: passFunction };
}

const maker: unknown = /* @__PURE__ */ Object.assign(
  (run: HttpStep): Middleware => ({ kind: 'http', run, $pass: passView }),
  {
    provide: $uses.parts.provide ? provide : undefined,
    event: $uses.parts.event ? eventMiddleware : undefined,
    answerHeaders: $uses.parts.answerHeaders ? answerHeaders : undefined,
  },
);

/**
 * Creates a view middleware. Add it to the `middleware` option of the application or of a route.
 * @example
 * ```ts
 * import { Framework, middleware } from 'framework';
 *
 * export const poweredBy = middleware(async (request, next) => {
 *   const response = await next();
 *   response.headers['X-Powered-By'] = 'tea';
 *   return response;
 * });
 * export const app = new Framework({ appName: 'helloworld', middleware: [poweredBy] });
 * export const index = app.route('/')(() => ({ hello: 'world' }));
 * ```
 */
export const middleware: MiddlewareMaker = maker as MiddlewareMaker; // because a bundle contains all members that its code calls
