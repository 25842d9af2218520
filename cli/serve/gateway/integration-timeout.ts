// What a client sees of a function that does not answer in time. Lambda stops the function at its time-out, and API
// Gateway stops waiting after 29 seconds; the shorter one decides.
import type { GatewayErrorKind } from './gateway-errors.js';

/** How long a REST API waits for its function, in milliseconds. */
export const GATEWAY_TIMEOUT = 29_000;

/** The error of the gateway when a function with this time-out, in milliseconds, has not answered. */
export function timeoutError(
  milliseconds: number,
): Extract<GatewayErrorKind, 'integrationFailed' | 'integrationTimedOut'> {
  // API Gateway treats a function that Lambda stopped as one that failed.
  return milliseconds < GATEWAY_TIMEOUT ? 'integrationFailed' : 'integrationTimedOut';
}
