// The class `Blueprint` without its decorators, for bundles, where generated rows replace them (docs/decisions/blueprints.md).
import {
  bindClass,
  bindFunction,
  bindLists,
  bindNothing,
  bindSources,
  bindView,
  layersWith,
} from './bound-members.js';
import type { BoundFunction, BoundView } from './contract/binding.js';
import { $uses } from './contract/uses.js';
import type { RegisteredSource } from './events/adapter.js';
import { Adapters } from './events/adapters.js';
import type { Logger } from './logger.js';
import type { Layer } from './layer.js';
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
import type { ViewClass, ViewOwner } from './view-registry.js';

/** The declarations in a blueprint. Each one is passed to every registration of the blueprint, including earlier ones. */
export class BlueprintRegistry {
  readonly mounts: Mount[] = [];
  /**
   * The declarations, keyed by what each one declares. At run time, a standard decorator repeats its declaration for each
   * instance of the class; the key makes the repetition replace the earlier one.
   */
  readonly #declared = new Map<unknown, (mount: Mount) => void>();

  declare(what: unknown, put: (mount: Mount) => void): void {
    this.#declared.set(what, put);
    this.mounts.forEach(put);
  }

  mount(mount: Mount): void {
    this.mounts.push(mount);
    for (const put of this.#declared.values()) put(mount);
  }

  addView(row: BoundView, owner: ViewOwner): void {
    this.declare(`view ${row[2].join()} ${row[1]}`, (mount) => {
      mountView(mount, row, owner);
    });
  }

  addFunction(row: BoundFunction, owner: ViewOwner): void {
    if ($uses.code.$functions || $uses.code.$callFunction)
      this.declare(`function ${row[1]}`, (mount) => {
        mountFunction(mount, row, owner);
      });
  }

  addSource(source: RegisteredSource): void {
    // The key is the options object. A generated row without options is its own key, because it is declared only once.
    if ($uses.code.$on)
      this.declare(source[2] === 0 ? source : source[2], (mount) => {
        mountSource(mount, source);
      });
  }

  addList(key: string, listed: readonly Layer[]): void {
    if ($uses.code.$list)
      this.declare(`list ${key}`, (mount) => {
        mountList(mount, key, listed);
      });
  }
}

type BlueprintDefaults = Parameters<typeof layersWith>[0] & Omit<MountedDefaults, 'middleware'>;

/** All members of `Blueprint` except the decorators. */
export class BlueprintBase {
  /** @internal */
  readonly $registry: BlueprintRegistry = new BlueprintRegistry();
  readonly #defaults: MountedDefaults;

  constructor(defaults: BlueprintDefaults = {}) {
    this.#defaults = $uses.parts.errorFormat
      ? { ...defaults, middleware: layersWith(defaults) }
      : defaults;
  }

  /**
   * The request being served, like the application's `currentRequest`.
   * @example
   * ```ts
   * const admin = new Blueprint();
   * export const caller = admin.route('/caller')(() => admin.currentRequest.context.identity);
   * app.register(admin, { urlPrefix: '/admin' });
   * ```
   */
  declare readonly currentRequest: Request;

  /**
   * The logger of the application that the blueprint is registered with.
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
  declare readonly log: Logger;

  /**
   * Registers another blueprint inside this one. The views of the inner blueprint get the prefixes, the defaults and the
   * middleware of both.
   * @example
   * ```ts
   * const admin = new Blueprint({ cors: true });
   * const reports = new Blueprint();
   * export const sales = reports.route('/sales')(() => []);
   * admin.register(reports, { urlPrefix: '/reports' });
   * app.register(admin, { urlPrefix: '/admin' }); // GET /admin/reports/sales
   * ```
   */
  declare register: (blueprint: BlueprintBase, options?: RegisterOptions) => void;

  /** @internal Registers the blueprint inside `outer`, the registration of the application or of another blueprint. */
  $mount(outer: Mount, options: RegisterOptions): void {
    this.$registry.mount(mountWithin(outer, options, this.#defaults));
  }

  /** @internal */ declare $: typeof bindClass;
  /** @internal */ declare $call: typeof bindView;
  /** @internal */ declare $callFunction: typeof bindFunction;
  /** @internal */ declare $list: typeof bindLists;
  /** @internal */ declare $on: typeof bindSources;
  /** @internal */ declare _: typeof bindNothing;
  /** @internal */ declare $late: (owner: ViewClass, rows: string) => void;
  /** @internal The event source adapters, to which generated rows refer. */
  declare $adapters: typeof Adapters;

  /** @internal */
  $addView(row: BoundView, owner: ViewOwner): void {
    this.$registry.addView(row, owner);
  }
}

/** Returns the application whose request is in the asynchronous context; otherwise the first application. */
function appOf({ mounts }: BlueprintRegistry): MountedApp | undefined {
  const serving = $uses.app.$stored
    ? mounts.find(({ app }) => app.$requests.getStore())
    : undefined;
  return (serving ?? mounts[0])?.app;
}

if ($uses.part.currentRequest)
  Object.defineProperty(BlueprintBase.prototype, 'currentRequest', {
    configurable: true,
    get(this: BlueprintBase) {
      const request = appOf(this.$registry)?.$requests.getStore();
      if (request) return request;
      throw new Error(
        'currentRequest of a blueprint is available only while a view handles a request: read it inside a view.',
      );
    },
  });

if ($uses.part.log)
  Object.defineProperty(BlueprintBase.prototype, 'log', {
    configurable: true,
    get(this: BlueprintBase) {
      const app = appOf(this.$registry);
      if (app) return app.log;
      throw new Error(
        'The log of a blueprint is available after it is registered with an application: use it inside a view.',
      );
    },
  });

if ($uses.part.register)
  BlueprintBase.prototype.register = function (blueprint, options = {}) {
    this.$registry.declare({}, (mount) => {
      blueprint.$mount(mount, options);
    });
  };

if ($uses.parts.Blueprint) {
  if ($uses.code.$) BlueprintBase.prototype.$ = bindClass;
  if ($uses.code.$call) BlueprintBase.prototype.$call = bindView;
  if ($uses.code.$callFunction) BlueprintBase.prototype.$callFunction = bindFunction;
  if ($uses.code.$list) BlueprintBase.prototype.$list = bindLists;
  if ($uses.code.$on) BlueprintBase.prototype.$on = bindSources;
  if ($uses.code._) BlueprintBase.prototype._ = bindNothing;
  if ($uses.code.$late)
    BlueprintBase.prototype.$late = function (owner, rows) {
      const holder = { class: owner };
      for (const row of JSON.parse(rows) as readonly BoundView[]) this.$addView(row, holder); // because the compiler wrote the rows
    };
  if ($uses.code.$on) BlueprintBase.prototype.$adapters = Adapters;
}
