// Creates errors like those of the SDK and Node.js, for tests.
import type { FailedCall } from './read-cloud-error.js';

/** The call that fails with these errors. */
export const failedCall: FailedCall = {
  operation: 'lambda:CreateFunction',
  region: 'eu-west-1',
  endpoint: undefined,
};

/** Creates the SDK's error for an error response from a service. */
export function answer(status: number, name: string, message: string): Error {
  return Object.assign(new Error(message), {
    name,
    $fault: status < 500 ? 'client' : 'server',
    $metadata: { httpStatusCode: status, requestId: 'r-1' },
  });
}

/** Creates a Node.js connection error, without a response. */
export function ofNode(code: string, message: string = code): Error {
  return Object.assign(new Error(message), { code });
}
