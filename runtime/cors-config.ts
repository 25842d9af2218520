// `CORSConfig`, which a route's `cors` option accepts as an alternative to true (specification 2.4).
import type { CorsEntry } from './contract/manifest.js';

/** The options of {@link CORSConfig}. Each one sets one header. */
export type CORSConfigOptions = {
  /** `Access-Control-Allow-Origin`: a single origin; defaults to `*`. */
  readonly allowOrigin?: string;
  /** `Access-Control-Allow-Headers`: the request headers that a browser may send. */
  readonly allowHeaders?: readonly string[];
  /** `Access-Control-Expose-Headers`: the response headers that a script may read. */
  readonly exposeHeaders?: readonly string[];
  /** `Access-Control-Max-Age`: how many seconds a browser may cache a preflight response. */
  readonly maxAge?: number;
  /** `Access-Control-Allow-Credentials`: if true, a browser may send cookies. */
  readonly allowCredentials?: boolean;
};

/**
 * The CORS headers of a route.
 * @example
 * ```ts
 * class Views {
 *   @app.route('/cities', { cors: new CORSConfig({ allowOrigin: 'https://example.com', maxAge: 600 }) })
 *   cities() {
 *     return [];
 *   }
 * }
 * ```
 */
export class CORSConfig implements CorsEntry {
  /** Makes the class nominally typed: an object literal is not a `CORSConfig`. */
  declare protected readonly kind: 'cors';

  /** The origin that may read the responses. */
  readonly allowOrigin: string;
  /** The request headers that a browser may send. */
  declare readonly allowHeaders?: readonly string[];
  /** The response headers that a script may read. */
  declare readonly exposeHeaders?: readonly string[];
  /** How many seconds a browser may cache a preflight response. */
  declare readonly maxAge?: number;
  /** If true, a browser may send cookies. */
  declare readonly allowCredentials?: boolean;

  constructor(options: CORSConfigOptions = {}) {
    this.allowOrigin = '*';
    Object.assign(this, options);
  }
}
