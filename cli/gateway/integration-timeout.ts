// Who gives up first when a function does not answer: Lambda, which stops it, or the gateway, which waits no longer.
import type { GatewayErrorKind } from './gateway-errors.js';

/** The longest a REST API waits for its function, in milliseconds. */
export const GATEWAY_TIMEOUT = 29_000;

/** What the gateway answers when a function with this time, in milliseconds, has not answered. */
export function timeoutError(
  milliseconds: number,
): Extract<GatewayErrorKind, 'integrationFailed' | 'integrationTimedOut'> {
  // To the gateway a function that was stopped is one that failed.
  return milliseconds < GATEWAY_TIMEOUT ? 'integrationFailed' : 'integrationTimedOut';
}
