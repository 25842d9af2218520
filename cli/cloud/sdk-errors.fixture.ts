// Errors as the SDK and Node throw them, for tests.
import type { FailedCall } from './read-cloud-error.js';

/** The call that they end. */
export const failedCall: FailedCall = {
  operation: 'lambda:CreateFunction',
  region: 'eu-west-1',
  endpoint: undefined,
};

/** An answer of a service. */
export function answer(status: number, name: string, message: string): Error {
  return Object.assign(new Error(message), {
    name,
    $fault: status < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: status, requestId: 'r-1' },
  });
}

/** No answer. */
export function ofNode(code: string, message: string = code): Error {
  return Object.assign(new Error(message), { code });
}
