// What an application says of itself: its options and the settings of its API.
import type { AnyMiddleware } from './layer.js';

/** The options of `Framework`. */
export type FrameworkOptions = {
  /** The name of the application, with which the names of its resources start. */
  readonly appName: string;
  /** What runs around every view and every lambda function, from the outside in; of each the middleware of its kind. */
  readonly middleware?: readonly AnyMiddleware[];
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
};
