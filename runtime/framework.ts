// `Framework`: the application object (spec 2.1).
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DefineAuthorizerOptions } from './authorizers.js';
import type { BoundFunction, BoundView } from './contract/binding.js';
import { DEFAULT_BINARY_TYPES } from './contract/media-types.js';
import { functionDecorator, routeDecorator } from './decorators.js';
import { Logger } from './logger.js';
import type { Request } from './request.js';
import type { FunctionDecorator, FunctionOptions } from './route-types/function-decorator.js';
import type { PathError } from './route-types/path-error.js';
import type { CheckOptions, RouteOptions } from './route-types/route-options.js';
import type { RouteDecorator, UncheckedDecorator } from './route-types/route-decorator.js';
import { ViewRegistry, type ViewClass } from './view-registry.js';

/** The options of {@link Framework}. */
export type FrameworkOptions = {
  /** The name of the application, with which the names of its resources start. */
  readonly appName: string;
};

/** Every application of this process, so that an entry need not export its own. */
export const applications: Framework[] = [];

/**
 * An application: its views, its settings and the request being served.
 *
 * @example
 * ```ts
 * import { Framework } from 'framework';
 *
 * export const app = new Framework({ appName: 'helloworld' });
 *
 * class Views {
 *   @app.route('/')
 *   index() {
 *     return { hello: 'world' };
 *   }
 * }
 * ```
 */
export class Framework {
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
      'app.currentRequest is the request that a view is serving, and no view is running here: read it inside a view, or in a function that a view calls.',
    );
  }

  /**
   * Declares a view: a decorator of a method, or called with a function.
   *
   * @example
   * ```ts
   * class Views {
   *   @app.route('/cities/{city}', { methods: ['GET', 'PUT'], cors: true })
   *   city(city: string) {
   *     return { city };
   *   }
   * }
   * export const index = app.route('/')(() => ({ hello: 'world' }));
   * ```
   */
  route<const P extends string, const O extends RouteOptions = RouteOptions>(
    path: [PathError<P>] extends [never] ? P : PathError<P>,
    options?: O & CheckOptions<O>,
  ): [PathError<P>] extends [never] ? RouteDecorator<P> : UncheckedDecorator {
    const decorator: unknown = routeDecorator(this.$registry, path, options);
    return decorator as never; // because whether the path is right is known to its type alone
  }

  /**
   * Declares a function that is deployed by itself and called with `(event, context)`. Its name in the `lambda_functions`
   * configuration is the name of the method or variable unless `name` is given.
   *
   * @example
   * ```ts
   * class Jobs {
   *   @app.lambdaFunction({ name: 'nightly-report' })
   *   report(event: unknown, context: unknown) {
   *     return { ok: true };
   *   }
   * }
   * ```
   */
  lambdaFunction(options?: FunctionOptions): FunctionDecorator {
    const decorator: unknown = functionDecorator(this.$registry, options?.name);
    return decorator as FunctionDecorator; // because one function serves all forms of a decorator
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
  $(owner: ViewClass, views: readonly BoundView[], functions: readonly BoundFunction[]): void {
    const holder = { class: owner };
    for (const view of views) this.$registry.addView(view, holder);
    for (const row of functions) this.$registry.addFunction(row, holder);
  }

  /** @internal Takes the place of `app.route(...)` in the call form. */
  $call(row: { readonly view: BoundView } | { readonly function: BoundFunction }): <F>(fn: F) => F {
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
