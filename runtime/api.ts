// The options of an application, and the settings of its API.
import type { CORSConfig } from './cors-config.js';
import type { AnyMiddleware, ErrorFormat } from './layer.js';

/** The options of `Framework`. */
export type FrameworkOptions = {
  /** The name of the application. The names of its resources start with it. */
  readonly appName: string;
  /**
   * Middleware around every view and every lambda function, outermost first. View middleware wraps views; event
   * middleware wraps functions.
   */
  readonly middleware?: readonly AnyMiddleware[];
  /** The format of error bodies for every view, created with `errorFormat`. */
  readonly errors?: ErrorFormat;
};

/** Settings of the API: `app.api`. */
export type Api = {
  /**
   * Media types whose bodies are binary. Change the list at module level, where the compiler can also read it.
   * @example
   * ```ts
   * app.api.binaryTypes.push('application/x-custom');
   * ```
   */
  binaryTypes: string[];

  /**
   * The default for the `cors` option of routes; a route or a blueprint can override it. Set it at module level, where the
   * compiler can also read it.
   */
  cors?: boolean | CORSConfig;
};
