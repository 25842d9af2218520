// The options of `app.route` (specification 4.1), and those rules for them that types can check.
import type { Authorizer } from '../authorizers.js';
import type { HttpMethod } from '../contract/http.js';
import type { CORSConfig } from '../cors-config.js';
import type { ErrorFormat, Middleware } from '../layer.js';

/** A media type such as `application/json`. */
export type MediaType = `${string}/${string}`;

/** The options of a route. They must be static values, because the compiler reads routes from the source. */
export type RouteOptions = {
  /** The HTTP methods that the view handles; defaults to GET. */
  readonly methods?: readonly [HttpMethod, ...HttpMethod[]];
  /**
   * The media types that requests may have, all binary or all non-binary; defaults to `application/json`.
   * @example
   * ```ts
   * export const photo = app.route('/photo', { methods: ['PUT'], contentTypes: ['image/png'] })(() => null);
   * ```
   */
  readonly contentTypes?: readonly [MediaType, ...MediaType[]];
  /** If true or a `CORSConfig`, adds CORS headers to every response and an OPTIONS method to the path. */
  readonly cors?: boolean | CORSConfig;
  /** If true, only requests with a valid `X-Api-Key` header are admitted. */
  readonly apiKeyRequired?: boolean;
  /**
   * The authorizer, which decides whether a request is admitted; null removes the authorizer that the blueprint sets.
   * @example
   * ```ts
   * export const report = app.route('/report', { authorizer: new IAMAuthorizer() })(() => []);
   * ```
   */
  readonly authorizer?: Authorizer | null;
  /**
   * OAuth scopes that replace those of the `UserPoolAuthorizer`. The access token must have at least one of them.
   * @example
   * ```ts
   * const members = new UserPoolAuthorizer('members', {
   *   header: 'Authorization',
   *   providerArns: ['arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_Members'],
   * });
   * export const order = app.route('/orders', { authorizer: members, scopes: ['orders/write'] })(() => []);
   * ```
   */
  readonly scopes?: readonly [string, ...string[]];
  /**
   * The name passed to `app.defineAuthorizer`.
   * @deprecated Pass the authorizer itself to `authorizer`.
   */
  readonly authorizerName?: string;
  /**
   * Middleware around the view. It runs inside the application's middleware.
   * @example
   * ```ts
   * const audit = middleware(async (request, next) => next());
   * export const orders = app.route('/orders', { middleware: [audit] })(() => []);
   * ```
   */
  readonly middleware?: readonly Middleware[];
  /**
   * True for a streaming view if its return type does not show that it streams, for example because the stream comes from an
   * untyped package.
   * @example
   * ```ts
   * export const log = app.route('/log', { streams: true })(() => process.stdin);
   * ```
   */
  readonly streams?: boolean;
  /**
   * The format of the view's error bodies. Members that are omitted come from the format of the blueprint or the application.
   * @example
   * ```ts
   * const failures = errorFormat<{ error: string }>({ error: ({ message }) => ({ error: message }) });
   * export const orders = app.route('/orders', { errors: failures })(() => []);
   * ```
   */
  readonly errors?: ErrorFormat;
};

/** The type of `options` if a route has none. */
export type NoOptions = object;

/** `unknown` if the options are valid, otherwise a type that does not accept them and contains the message. */
export type CheckOptions<O> = O extends { readonly methods: infer M extends readonly HttpMethod[] }
  ? 'OPTIONS' extends M[number]
    ? O extends { readonly cors: true | CORSConfig }
      ? { methods: 'OPTIONS is added by cors and must not be listed in methods' }
      : CheckRepeated<M>
    : CheckRepeated<M>
  : unknown;

type CheckRepeated<M extends readonly string[]> = [Repeated<M>] extends [never]
  ? unknown
  : { methods: `${Repeated<M>} is listed twice in methods` };

/** The members that a list contains more than once. */
type Repeated<List extends readonly string[]> = List extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First extends Rest[number]
    ? First
    : Repeated<Rest>
  : never;
