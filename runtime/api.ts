// The options of an application, and the settings of its API.
import type { CORSConfig } from './cors-config.js';
import type { AnyMiddleware, ErrorFormat } from './layer.js';

/** The options of `Framework`. */
export type FrameworkOptions = {
  /** The name of the application, with which the names of its resources start. */
  readonly appName: string;
  /**
   * Middleware around every view and every lambda function, from the outside in. A view runs inside the middleware of
   * views, a function inside that of functions.
   */
  readonly middleware?: readonly AnyMiddleware[];
  /** The bodies of errors of every view, made by `errorFormat`. */
  readonly errors?: ErrorFormat;
};

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

  /**
   * The `cors` of each route for which neither it nor a blueprint around it has one. Set it at module level, where the
   * compiler can read it too.
   *
   * @example
   * ```ts
   * app.api.cors = true;
   * ```
   */
  cors?: boolean | CORSConfig;
};
