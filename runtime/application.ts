// The application object without its decorators (spec 2.1): what a bundle needs, where rows stand in for decorators.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DefineAuthorizerOptions } from './authorizers.js';
import type { BoundFunction, BoundView } from './contract/binding.js';
import { BinaryTypes } from './binary-types.js';
import { DEFAULT_BINARY_TYPES } from './contract/media-types.js';
import { Logger } from './logger.js';
import type { Request } from './request.js';
import { type ViewClass, type ViewFunction, ViewRegistry } from './view-registry.js';

/** The options of `Framework`. */
export type FrameworkOptions = {
  /** The name of the application, with which the names of its resources start. */
  readonly appName: string;
};

/** Every application of this process, so that an entry need not export its own. */
export const applications: Application[] = [];

/** Everything of `Framework` but its decorators. */
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
  readonly log: Logger;

  /** @internal */
  readonly $binaryTypes: BinaryTypes = new BinaryTypes();
  /** @internal */
  readonly $registry: ViewRegistry = new ViewRegistry();
  /** @internal */
  readonly $requests: AsyncLocalStorage<Request> = new AsyncLocalStorage();

  constructor({ appName }: FrameworkOptions) {
    this.appName = appName;
    this.log = new Logger(appName);
    applications.push(this);
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
    const request = this.$requests.getStore();
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
  defineAuthorizer(): void {
    // The compiler reads it from the source, and the gateway enforces it before the function runs.
  }

  /** @internal Registers the members of a class; the compiler writes the call behind the class. */
  $(owner: ViewClass, views: readonly BoundView[], functions: readonly BoundFunction[] = []): void {
    const holder = { class: owner };
    for (const view of views) this.$registry.addView(view, holder);
    for (const row of functions) this.$registry.addFunction(row, holder);
  }

  /** @internal Takes the place of `app.route(...)` in the call form. */
  $call(
    row: { readonly view: BoundView } | { readonly function: BoundFunction },
  ): <F extends ViewFunction>(fn: F) => F {
    return (fn) => {
      if ('view' in row) this.$registry.addView(row.view, { instance: { [row.view[0]]: fn } });
      else this.$registry.addFunction(row.function, { instance: { [row.function[0]]: fn } });
      return fn;
    };
  }

  /** @internal Takes the place of a decorator that was taken out, so that its metadata is still emitted. */
  _(): void {}
}

/** Settings of the API: `app.api`. */
export type Api = {
  /**
   * Media types that are binary. Change it at module level, where the compiler can read it too.
   *
   * @example
   * ```ts
   * app.api.binaryTypes.push('application/x-custom');
   * ```
   */
  binaryTypes: string[];
};
