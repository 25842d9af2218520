// `CORSConfig`, the alternative to true for a route's `cors` option (specification 2.4).
import type { CorsEntry } from './contract/manifest.js';

/** The arguments of {@link CORSConfig}; each one produces one header. */
export type CORSConfigOptions = {
  /** `Access-Control-Allow-Origin`: a single origin; defaults to `*`. */
  readonly allowOrigin?: string;
  /** `Access-Control-Allow-Headers`: the request headers a browser may send. */
  readonly allowHeaders?: readonly string[];
  /** `Access-Control-Expose-Headers`: the response headers a script may read. */
  readonly exposeHeaders?: readonly string[];
  /** `Access-Control-Max-Age`: for how many seconds a browser may cache a preflight response. */
  readonly maxAge?: number;
  /** `Access-Control-Allow-Credentials`: true lets a browser send cookies. */
  readonly allowCredentials?: boolean;
};

/**
 * The CORS headers of a route.
 *
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
  /** Makes the class nominal: an object literal is not a CORSConfig. */
  declare protected readonly kind: 'cors';

  /** The origin that may read the responses. */
  readonly allowOrigin: string;
  /** The request headers a browser may send. */
  declare readonly allowHeaders?: readonly string[];
  /** The response headers a script may read. */
  declare readonly exposeHeaders?: readonly string[];
  /** For how many seconds a preflight response may be cached. */
  declare readonly maxAge?: number;
  /** Whether a browser may send cookies. */
  declare readonly allowCredentials?: boolean;

  constructor(options: CORSConfigOptions = {}) {
    this.allowOrigin = '*';
    Object.assign(this, options);
  }
}
