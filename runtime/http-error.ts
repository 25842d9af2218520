// `HTTPError`: an error with any status and with details for the client (docs/decisions/answers.md).
import { FrameworkViewError } from './errors.js';

/**
 * Responds with any status from 200 to 599. `Code` is the class name, and `Details` contains the details, if any. A subclass
 * may declare its own status; its constructor then takes no status.
 * @example
 * ```ts
 * throw new HTTPError(402, 'the card was declined', { retryAfter: 60 });
 * class OutOfStockError extends HTTPError {
 *   static override readonly statusCode: number = 409;
 * }
 * throw new OutOfStockError('no such lamp', { sku: 'lamp-1' });
 * ```
 */
export class HTTPError extends FrameworkViewError {
  static override readonly name: string = 'HTTPError';

  /** The `Details` of the response, which can be any JSON value. */
  readonly details: unknown;

  readonly #status: number | undefined;

  constructor(status: number, message?: string, details?: unknown);
  constructor(message?: string, details?: unknown);
  constructor(first?: number | string, second?: unknown, third?: unknown) {
    const hasStatus = typeof first === 'number';
    const message = hasStatus ? second : first;
    super(message as string | undefined); // because the overloads above ensure it
    this.#status = hasStatus ? first : undefined;
    this.details = hasStatus ? third : second;
  }

  /** @internal The status passed to the constructor. */
  override $status(): number | undefined {
    return this.#status;
  }

  /** @internal Further members of the response body besides `Code` and `Message`. */
  override $details(): object | undefined {
    return this.details === undefined ? undefined : { Details: this.details };
  }
}
