// The application object as a bundle needs it (specification 2.1): rows stand in for decorators.
import type { AsyncLocalStorage } from 'node:async_hooks';
import { addAnswerHeaders } from './answer-headers.js';
import type { Api, FrameworkOptions } from './api.js';
import type { DefineAuthorizerOptions } from './authorizers.js';
import { type BoundFunction, type BoundView, listKey } from './contract/binding.js';
import { BinaryTypes } from './binary-types.js';
import { DEFAULT_BINARY_TYPES, JSON_TYPE } from './contract/media-types.js';
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { deliver } from './delivery.js';
import { answerText } from './error-answer.js';
import type { Captures, CorsHeaders, Cut, Exchange, OptionalMember } from './exchange.js';
import type { Source } from './events/adapter.js';
import { Adapters } from './events/adapters.js';
import { receiveEvent } from './events/receive.js';
import { isJson, writeServed } from './json-log.js';
import { Logger } from './logger.js';
import type { AnyMiddleware, Listed } from './layer.js';
import type { RegisterOptions } from './mount.js';
import type { Part } from './part.js';
import type { Request } from './request.js';
import type { Response } from './response.js';
import { keepUnread, readRoute, type UnreadViews } from './unread-views.js';
import { keepView, receiverOf, ViewRegistry, type Views } from './view-registry.js';
import type { FunctionEntry, Route, ViewClass, ViewFunction, ViewOwner } from './view-registry.js';

/** What serves a request of an application. */
type Serve<T> = (app: CutApplication, request: Request, event: unknown) => T;

type Called = Promise<unknown> | undefined;

/** An application as the handler finds it: in a bundle, some members are there only for applications that need them. */
export type CutApplication = Cut<Application, OptionalMember>;

/** Every application of this process, so that an entry need not export its own. */
export const applications: Application[] = [];

export class Application {
  /**
   * The name of the application.
   *
   * @example
   * ```ts
   * app.appName; // 'helloworld'
   * ```
   */
  readonly appName: string;

  /**
   * When true, an unhandled error answers with its stack trace; false by default.
   *
   * @example
   * ```ts
   * app.debug = true;
   * ```
   */
  debug = false;

  /**
   * Settings of the API.
   *
   * @example
   * ```ts
   * app.api.binaryTypes.push('application/x-custom');
   * ```
   */
  readonly api: Api = { binaryTypes: [...DEFAULT_BINARY_TYPES] };

  /**
   * The logger of the application: lines like `helloworld - DEBUG - text` on standard output, from level ERROR on.
   *
   * @example
   * ```ts
   * app.log.level = 'DEBUG';
   * app.log.debug('cities', 3);
   * ```
   */
  get log(): Logger {
    return (this.#log ??= new Logger(this.appName));
  }

  #log: Logger | undefined;
  #begun: Request | undefined;
  /** @internal */ readonly $binaryTypes: BinaryTypes = new BinaryTypes();
  /** @internal */ $middleware: readonly AnyMiddleware[] = [];
  /** @internal */ readonly $views: Views = new Map();
  /** @internal */ readonly $unread: UnreadViews[] = [];
  /** @internal */ readonly $late: typeof keepUnread = keepUnread;
  /** @internal */ readonly $read: typeof readRoute = readRoute;
  /** @internal */ readonly $registry: ViewRegistry = new ViewRegistry();
  /** @internal Not by an import: Node.js makes a module of all that `node:async_hooks` exports for one. */
  readonly $requests: AsyncLocalStorage<Request> = new (process.getBuiltinModule(
    'node:async_hooks',
  ).AsyncLocalStorage)();
  /** @internal */ readonly $adapters: typeof Adapters = Adapters;
  /** @internal */ readonly $addHeaders: typeof addAnswerHeaders = addAnswerHeaders;

  constructor({ appName }: FrameworkOptions) {
    this.appName = appName;
    applications.push(this);
    // eslint-disable-next-line prefer-rest-params -- an option taken out of the parameter stays in every bundle
    (this as CutApplication).$adopt?.(arguments[0] as FrameworkOptions); // because that is what it takes
  }

  /**
   * The request being served; each of several concurrent requests sees its own, also after an `await`.
   *
   * @example
   * ```ts
   * app.currentRequest.queryParams?.page;
   * ```
   */
  get currentRequest(): Request {
    const request = (this as CutApplication).$running?.() ?? (this as CutApplication).$begun?.(); // because a bundle has one of them
    if (request) return request;
    throw new Error(
      'app.currentRequest is there only while a view serves a request: read it inside a view.',
    );
  }

  /**
   * Names an authorizer for the `authorizerName` option of routes.
   *
   * @deprecated Give the authorizer itself to the `authorizer` option of the route.
   *
   * @example
   * ```ts
   * app.defineAuthorizer('members', { header: 'Authorization', providerArns: [poolArn] });
   * ```
   */
  defineAuthorizer(name: string, options: DefineAuthorizerOptions): void;
  defineAuthorizer(): void {} // the compiler reads it from the source, and the gateway enforces it

  /**
   * Registers a blueprint: what it declares becomes part of the application.
   *
   * @example
   * ```ts
   * app.register(new Blueprint({ cors: true }), { urlPrefix: '/admin' });
   * ```
   */
  register(blueprint: Part, options: RegisterOptions = {}): void {
    blueprint.$mount({ app: this, urlPrefix: '/', namePrefix: '', layers: [] }, options);
  }

  /** @internal Serves a request as the current one. */
  $run<T>(request: Request, serve: Serve<T>, event: unknown): T {
    return this.$requests.run(request, serve, this, request, event);
  }

  /** @internal The request that is served around what runs now. */
  $running(): Request | undefined {
    return this.$requests.getStore();
  }

  /** @internal Notes the request whose view is called, for views that read it before their first `await` (transformers/request-reads.ts). */
  $begin(request: Request | undefined): void {
    this.#begun = request;
  }

  /** @internal The request whose view is called. */
  $begun(): Request | undefined {
    return this.#begun;
  }

  /** @internal Keeps the middleware of the application. */
  $adopt({ middleware = [] }: FrameworkOptions): void {
    this.$middleware = middleware;
  }

  /** @internal Calls a view inside of its middleware; undefined when it has none. */
  $through(route: Route, request: Request, captures: Captures): Promise<Response> | undefined {
    const [key, path, methods, parameters, isStatic] = route.row;
    const chain = (route.chain ??= this.$layers(listKey(methods, path), 'http'));
    // No constant: a bundle would name the function anew for each request.
    return chain[0]?.$pass({ chain, request, path }, () => {
      // A middleware may have waited, and other requests may have begun since.
      (this as CutApplication).$begin?.(request); // because a bundle may have none
      try {
        return receiverOf(route.owner, isStatic)[key]?.(...(captures ?? parameters));
      } finally {
        (this as CutApplication).$begin?.(undefined); // because a bundle may have none
      }
    });
  }

  /** @internal Calls a lambda function inside of its middleware; undefined when it has none. */
  $around(entry: FunctionEntry, event: unknown, context?: LambdaContext): Called {
    const [key, name, isStatic] = entry.row;
    const chain = (entry.chain ??= this.$layers(name, 'event'));
    return chain[0]?.$pass(
      { chain, event, context },
      () =>
        (this as CutApplication).$receive?.(entry, event, context) ?? // because a bundle may have none
        receiverOf(entry.owner, isStatic)[key]?.(event, context),
    );
  }

  /** @internal Hands an event to a function through the source that it comes from; undefined when it has no sources. */
  $receive({ row, owner }: FunctionEntry, event: unknown, context?: LambdaContext): Called {
    const [key, name, isStatic] = row;
    const call = (value: unknown): unknown => receiverOf(owner, isStatic)[key]?.(value, context);
    const sources = this.$registry.$sources.get(name);
    return sources && receiveEvent(sources, { app: this, name, event, call });
  }

  /** @internal Notes the sources of events of functions; the compiler writes the call. Gives `made`. */
  $on<T>(sources: readonly Source[], made: T): T {
    for (const source of sources) this.$registry.$addSource(source);
    return made;
  }

  /** @internal The middleware of one kind around a view or function, from the outside in. */
  $layers<M extends AnyMiddleware>(key: string, kind: M['kind']): readonly M[] {
    const listed = [...this.$middleware, ...(this.$registry.$listed.get(key) ?? [])];
    return listed.filter((layer): layer is M => layer.kind === kind);
  }

  /** @internal Notes what routes and functions list, by the key of each list; the compiler writes the call. Gives `made`. */
  $list<T>(lists: readonly Listed[], made: T): T {
    for (const [key, listed] of lists) this.$registry.$listed.set(key, listed);
    return made;
  }

  /** @internal Logs an error, for applications that may have changed the level of their log. */
  $logError(text: string): true {
    this.log.error(text);
    return true;
  }

  /** @internal Logs an error as JSON, for functions whose `log_format` is `json`. */
  $logJson(error: unknown, { httpMethod, path }: ProxyEvent): boolean {
    if (!isJson()) return false;
    this.log.error(`Caught exception for ${httpMethod} ${path}`, error);
    return true;
  }

  /** @internal Logs a request as JSON. */
  $logServed(event: ProxyEvent, answer: Promise<ProxyResult>): boolean {
    return isJson() && writeServed(event, answer);
  }

  /** @internal The answer to an unhandled error: with its stack when `debug` is true (specification 7). */
  $debugAnswer(stack: string, cors: CorsHeaders): ProxyResult | undefined {
    if (!this.debug) return undefined;
    const headers = { 'Content-Type': 'text/plain', ...cors };
    return { statusCode: 500, headers, body: stack, isBase64Encoded: false };
  }

  /** @internal Answers with a Response. Its method tells it, not its class: parsed JSON may have any key, but no functions. */
  $answerResponse(value: unknown, exchange: Exchange): ProxyResult | undefined {
    const { $frameworkAnswer } = (value ?? {}) as Partial<Response>; // because it may be any value
    return typeof $frameworkAnswer === 'function'
      ? $frameworkAnswer.call(value as Response, exchange) // because only a Response has one
      : undefined;
  }

  /** @internal HEAD never sends a body. */
  $answerHead(result: ProxyResult, { httpMethod }: ProxyEvent): ProxyResult | undefined {
    return httpMethod === 'HEAD' ? { ...result, body: '', isBase64Encoded: false } : undefined;
  }

  /** @internal Sends JSON as binary content where the application lists its type (specification 4.3, 4.4). */
  $deliverJson(body: string, exchange: Exchange): ProxyResult {
    return deliver({ ...answerText(body, 200, exchange), mediaType: JSON_TYPE }, exchange);
  }

  /** @internal Registers the members of a class; the compiler writes the call behind the class. */
  $(owner: ViewClass, views: readonly BoundView[], rows?: readonly BoundFunction[]): void {
    const holder = { class: owner };
    for (const view of views) keepView(this.$views, view, holder);
    if (rows) (this as CutApplication).$functions?.(rows, holder); // because a bundle may have none
  }

  /** @internal Registers lambda functions of a class. */
  $functions(rows: readonly BoundFunction[], holder: ViewOwner): void {
    for (const row of rows) this.$registry.addFunction(row, holder);
  }

  /** @internal Takes the place of `app.route(...)` in the call form. */
  $call(row: BoundView): <F extends ViewFunction>(fn: F) => F {
    return (fn) => {
      keepView(this.$views, row, { instance: { [row[0]]: fn } });
      return fn;
    };
  }

  /** @internal Takes the place of `app.lambdaFunction(...)` in the call form. */
  $callFunction(row: BoundFunction): <F extends ViewFunction>(fn: F) => F {
    return (fn) => {
      this.$registry.addFunction(row, { instance: { [row[0]]: fn } });
      return fn;
    };
  }

  /** @internal Takes the place of a decorator that was taken out, so that its metadata is still emitted. */
  _(): void {}
}
