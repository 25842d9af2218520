// A blueprint without its decorators: what a bundle needs, where rows stand in for decorators
// (docs/decisions/blueprints.md).
import type { BoundFunction, PartView } from './contract/binding.js';
import type { Source } from './events/adapter.js';
import { Adapters } from './events/adapters.js';
import type { Logger } from './logger.js';
import type { AnyMiddleware, Listed } from './layer.js';
import {
  mountFunction,
  mountList,
  mountSource,
  mountView,
  mountWithin,
  type Mount,
  type MountedApp,
  type MountedDefaults,
  type RegisterOptions,
} from './mount.js';
import type { Request } from './request.js';
import type { ViewClass, ViewFunction, ViewOwner } from './view-registry.js';

/** The declarations of a blueprint. They are handed to every place where it is registered, also to earlier ones. */
export class PartRegistry {
  readonly mounts: Mount[] = [];
  /** By what it declares, because a standard decorator that really runs declares again for each instance. */
  readonly #declared = new Map<unknown, (mount: Mount) => void>();

  declare(what: unknown, put: (mount: Mount) => void): void {
    this.#declared.set(what, put);
    this.mounts.forEach(put);
  }

  mount(mount: Mount): void {
    this.mounts.push(mount);
    for (const put of this.#declared.values()) put(mount);
  }

  addView(row: PartView, owner: ViewOwner): void {
    this.declare(`view ${row[2].join()} ${row[1]}`, (mount) => {
      mountView(mount, row, owner);
    });
  }

  addFunction(row: BoundFunction, owner: ViewOwner): void {
    this.declare(`function ${row[1]}`, (mount) => {
      mountFunction(mount, row, owner);
    });
  }

  $addSource(source: Source): void {
    // Rows that the compiler writes may have no options, and are declared once.
    this.declare(source[2] === 0 ? source : source[2], (mount) => {
      mountSource(mount, source);
    });
  }

  addList(key: string, listed: readonly AnyMiddleware[]): void {
    this.declare(`list ${key}`, (mount) => {
      mountList(mount, key, listed);
    });
  }
}

/** Everything of `Blueprint` but its decorators. */
export class Part {
  /** @internal */
  readonly $registry: PartRegistry = new PartRegistry();
  /** @internal */
  readonly $adapters: typeof Adapters = Adapters;
  readonly #defaults: MountedDefaults;

  constructor(defaults: MountedDefaults = {}) {
    this.#defaults = defaults;
  }

  /**
   * The request being served, as `currentRequest` of the application.
   *
   * @example
   * ```ts
   * const admin = new Blueprint();
   * export const caller = admin.route('/caller')(() => admin.currentRequest.context.identity);
   * app.register(admin, { urlPrefix: '/admin' });
   * ```
   */
  get currentRequest(): Request {
    const request = this.#app()?.$requests.getStore();
    if (request) return request;
    throw new Error(
      'currentRequest of a blueprint is there only while a view serves a request: read it inside a view.',
    );
  }

  /**
   * The logger of the application that the blueprint is registered with.
   *
   * @example
   * ```ts
   * const admin = new Blueprint();
   * export const users = admin.route('/users')(() => {
   *   admin.log.info('listed');
   *   return [];
   * });
   * app.register(admin, { urlPrefix: '/admin' });
   * ```
   */
  get log(): Logger {
    const app = this.#app();
    if (app) return app.log;
    throw new Error(
      'The log of a blueprint is there once it is registered with an application: read it inside a view.',
    );
  }

  /** The application that serves a request here, which asynchronous context tells; else the first one. */
  #app(): MountedApp | undefined {
    const { mounts } = this.$registry;
    return (mounts.find(({ app }) => app.$requests.getStore()) ?? mounts[0])?.app;
  }

  /**
   * Registers another blueprint within this one: its views have both prefixes, and the defaults and the middleware of
   * both.
   *
   * @example
   * ```ts
   * const admin = new Blueprint({ cors: true });
   * const reports = new Blueprint();
   * export const sales = reports.route('/sales')(() => []);
   * admin.register(reports, { urlPrefix: '/reports' });
   * app.register(admin, { urlPrefix: '/admin' }); // GET /admin/reports/sales
   * ```
   */
  register(blueprint: Part, options: RegisterOptions = {}): void {
    this.$registry.declare({}, (mount) => {
      blueprint.$mount(mount, options);
    });
  }

  /** @internal Declares in an application all that the blueprint declares. */
  $mount(outer: Mount, options: RegisterOptions): void {
    this.$registry.mount(mountWithin(outer, options, this.#defaults));
  }

  /** @internal Registers the members of a class; the compiler writes the call behind the class. */
  $(owner: ViewClass, views: readonly PartView[], rows: readonly BoundFunction[] = []): void {
    const holder = { class: owner };
    for (const view of views) this.$registry.addView(view, holder);
    for (const row of rows) this.$registry.addFunction(row, holder);
  }

  /** @internal Registers a class without functions. Its rows are JSON. */
  $late(viewClass: ViewClass, rows: string): void {
    this.$(viewClass, JSON.parse(rows) as readonly PartView[]); // because the compiler wrote them
  }

  /** @internal Takes the place of `admin.route(...)` in the call form. */
  $call(row: PartView): <F extends ViewFunction>(fn: F) => F {
    return (fn) => {
      this.$registry.addView(row, { instance: { [row[0]]: fn } });
      return fn;
    };
  }

  /** @internal Takes the place of `admin.lambdaFunction(...)` in the call form. */
  $callFunction(row: BoundFunction): <F extends ViewFunction>(fn: F) => F {
    return (fn) => {
      this.$registry.addFunction(row, { instance: { [row[0]]: fn } });
      return fn;
    };
  }

  /** @internal Notes what routes and functions list; the compiler writes the call. Gives `made`. */
  $list<T>(lists: readonly Listed[], made: T): T {
    for (const [key, listed] of lists) this.$registry.addList(key, listed);
    return made;
  }

  /** @internal Notes the sources of events of functions; the compiler writes the call. Gives `made`. */
  $on<T>(sources: readonly Source[], made: T): T {
    for (const source of sources) this.$registry.$addSource(source);
    return made;
  }

  /** @internal Takes the place of a decorator that was taken out, so that its metadata is still emitted. */
  _(): void {}
}
