// The application object in a bundle (specification 2.1), where generated rows replace decorators.
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Api, FrameworkOptions } from './api.js';
import type { DefineAuthorizerOptions } from './authorizers.js';
import { BinaryTypes } from './exchange.js';
import {
  bindClass,
  bindFunction,
  bindLists,
  bindNothing,
  bindSources,
  bindView,
  layersWith,
} from './bound-members.js';
import type { BoundView } from './contract/binding.js';
import { DEFAULT_BINARY_TYPES } from './contract/media-types.js';
import { $uses } from './contract/uses.js';
import { Adapters } from './events/adapters.js';
import { Logger } from './logger.js';
import type { Layer } from './layer.js';
import type { RegisterOptions } from './mount.js';
import type { BlueprintBase } from './blueprint-base.js';
import type { Request } from './request.js';
import {
  type Route,
  type ViewOwner,
  ViewRegistry,
  type Views,
  keepUnread,
  type UnreadViews,
} from './view-registry.js';

/** All applications in this process. The entry module of a bundle finds its application here, so no module must export it. */
export const applications: Application[] = [];

export class Application {
  /** The name of the application. */
  readonly appName: string;

  /** If true, the response to an unhandled error contains the stack trace; defaults to false. */
  declare debug: boolean;

  /** The settings of the API. */
  declare readonly api: Api;

  /**
   * The application's logger. It writes lines such as `helloworld - DEBUG - text` to standard output; the default level is
   * ERROR.
   */
  declare readonly log: Logger;

  /** @internal */ readonly $views: Views = new Map();
  /** @internal */ declare readonly $registry: ViewRegistry;
  /** @internal */ declare readonly $middleware: readonly Layer[];
  /** @internal */ declare readonly $unread: UnreadViews[];
  /** @internal */ declare readonly $binaryTypes: BinaryTypes;
  /** @internal Carries the current request through asynchronous code. */
  declare readonly $requests: AsyncLocalStorage<Request>;
  /** @internal The request whose view is being called, for reads before its first `await` (transformers/request-reads.ts). */
  declare $begun: Request | undefined;
  /** @internal */ declare $log: Logger | undefined;

  constructor(options: FrameworkOptions) {
    this.appName = options.appName;
    if ($uses.app.debug) this.debug = false;
    if ($uses.app.api) {
      this.api = { binaryTypes: [...DEFAULT_BINARY_TYPES] };
      this.$binaryTypes = new BinaryTypes();
    }
    if ($uses.parts.errorFormat) this.$middleware = layersWith(options);
    else if ($uses.parts.middleware) this.$middleware = options.middleware ?? [];
    if ($uses.code.$late) this.$unread = [];
    if ($uses.code.$registry) this.$registry = new ViewRegistry();
    // Not an import, because Node.js would create a module object that contains every export of `node:async_hooks`.
    if ($uses.app.$stored)
      this.$requests = new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)();
    applications.push(this);
  }

  /** The request being served. Each concurrent request sees its own, even after an `await`. */
  declare readonly currentRequest: Request;

  /**
   * Defines a named authorizer for the `authorizerName` option of routes.
   * @deprecated Pass the authorizer itself to the route's `authorizer` option.
   * @example
   * ```ts
   * app.defineAuthorizer('members', { header: 'Authorization', providerArns: [poolArn] });
   * ```
   */
  declare defineAuthorizer: (name: string, options: DefineAuthorizerOptions) => void;

  /**
   * Registers a blueprint: its views and functions become part of the application.
   * @example
   * ```ts
   * app.register(new Blueprint({ cors: true }), { urlPrefix: '/admin' });
   * ```
   */
  declare register: (blueprint: BlueprintBase, options?: RegisterOptions) => void;

  /** @internal */ declare $: typeof bindClass;
  /** @internal */ declare $call: typeof bindView;
  /** @internal */ declare $callFunction: typeof bindFunction;
  /** @internal */ declare $list: typeof bindLists;
  /** @internal */ declare $on: typeof bindSources;
  /** @internal */ declare _: typeof bindNothing;
  /** @internal */ declare $late: typeof keepUnread;
  /** @internal The event source adapters, to which generated rows refer. */
  declare $adapters: typeof Adapters;

  /** @internal Registers a view; replaces an existing view with the same path and method. */
  $addView(row: BoundView, owner: ViewOwner): void {
    const methods = this.$views.get(row[1]) ?? new Map<string, Route>();
    this.$views.set(row[1], methods);
    for (const method of row[2]) methods.set(method, { row, owner });
  }
}

if ($uses.app.currentRequest)
  Object.defineProperty(Application.prototype, 'currentRequest', {
    configurable: true,
    get(this: Application) {
      const request =
        ($uses.app.$stored ? this.$requests.getStore() : undefined) ??
        ($uses.app.$begun ? this.$begun : undefined);
      if (request) return request;
      throw new Error(
        'app.currentRequest is available only while a view handles a request: read it inside a view.',
      );
    },
  });

if ($uses.app.log) {
  Object.defineProperty(Application.prototype, 'log', {
    configurable: true,
    get(this: Application) {
      return (this.$log ??= new Logger(this.appName));
    },
  });
}

// Does nothing at run time: the compiler reads the call from the source, and the gateway enforces the authorizer.
if ($uses.app.defineAuthorizer)
  Object.assign(Application.prototype, { defineAuthorizer: bindNothing });

if ($uses.app.register)
  Application.prototype.register = function (blueprint, options = {}) {
    blueprint.$mount({ app: this, urlPrefix: '/', namePrefix: '', layers: [] }, options);
  };

if ($uses.code.$) Application.prototype.$ = bindClass;
if ($uses.code.$call) Application.prototype.$call = bindView;
if ($uses.code.$callFunction) Application.prototype.$callFunction = bindFunction;
if ($uses.code.$list) Application.prototype.$list = bindLists;
if ($uses.code.$on) Application.prototype.$on = bindSources;
if ($uses.code._) Application.prototype._ = bindNothing;
if ($uses.code.$late) Application.prototype.$late = keepUnread;
if ($uses.code.$on) Application.prototype.$adapters = Adapters;
