// Providers: middleware that provides a value during a request (docs/decisions/middleware.md). Asynchronous context preserves
// the value across `await`.
import { AsyncLocalStorage } from 'node:async_hooks';
import { passView } from './chain.js';
import { $uses } from './contract/uses.js';
import type { Middleware } from './layer.js';
import type { Request } from './request.js';
import type { Response } from './response.js';

declare const PROVIDED: unique symbol;

/** The response from `next(value)`: a `Response` whose type records the type of the provided value. */
export type Provided<T> = Response & { readonly [PROVIDED]: T };

type Provide = (
  request: Request,
  next: (value: never) => Promise<Response>,
) => Response | Promise<Response>;

/**
 * Provides a value during a request; created by `middleware.provide`. In the `middleware` list, put it before any middleware
 * that reads the value.
 * @example
 * ```ts
 * import { Framework, middleware } from 'framework';
 *
 * export const app = new Framework({ appName: 'helloworld' });
 * const locale = middleware.provide((request, next) =>
 *   next(request.headers['Accept-Language']?.slice(0, 2) ?? 'en'),
 * );
 * export const greeting = app.route('/', { middleware: [locale] })(() => ({ locale: locale.value }));
 * ```
 */
export class Provider<T> {
  /** A provider is a view middleware. */
  readonly kind = 'http';
  /** @internal */
  readonly $pass: Middleware['$pass'] = passView;
  readonly #values = new AsyncLocalStorage<{ readonly value: T }>();
  readonly #provide: Provide;

  /** Created by `middleware.provide`. */
  constructor(provide: Provide) {
    this.#provide = provide;
    if ($uses.parts.$notes) note(this);
  }

  /** The value for the request being served. */
  get value(): T {
    const held = this.#values.getStore();
    if (held) return held.value;
    throw new Error(
      'The value of a provider is available only inside it: list the provider in `middleware` of the application or of the route, before the code that reads it.',
    );
  }

  /**
   * Runs a function with the given value for the provider, so that a test can call a view without a request.
   * @example
   * ```ts
   * const page = middleware.provide((request, next) => next(request.queryParams?.page ?? '1'));
   * const books = app.route('/books', { middleware: [page] })(() => ({ page: page.value }));
   * page.with('2', books); // { page: '2' }
   * ```
   */
  with<R>(value: T, run: () => R): R {
    return this.#values.run({ value }, run);
  }

  /** Runs the provider as a middleware; `next` runs with the provided value. */
  run(request: Request, next: () => Promise<Response>): Response | Promise<Response> {
    return this.#provide(request, (value) => this.with(value, next));
  }
}

/** Only the location links a test's copy of a provider to the application's copy, which is a separate object. */
function note(provider: object): void {
  const noted = (globalThis as Noting)[NOTED] ?? []; // because only this function writes that property
  Object.assign(globalThis, { [NOTED]: noted });
  noted.push({ provider, made: new Error('made') });
}

const NOTED = Symbol.for('framework.providers');
type Noting = { [NOTED]?: object[] };
