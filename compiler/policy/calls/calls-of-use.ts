// The calls that a use of the SDK makes: through commands, methods, paginators and waiters of the clients, version 2 of
// the SDK, and libraries that use the clients.
import { clientOf } from '../data/operations.js';
import { pairIn, WAITERS } from '../data/policy-data.js';
import type { InputValue, SdkUse } from '../sdk-use.js';
import type { Call } from './call.js';
import { documentCall } from './document-client.js';
import { libraryCalls } from './libraries.js';
import { oldCalls } from './old-sdk.js';

/** The calls of one use with one of its inputs; undefined when the package is not known. */
export function callsOf(use: SdkUse, input: InputValue): readonly Call[] | undefined {
  const library = libraryCalls(use, input);
  if (library !== undefined) return library;
  if (use.package === '@aws-sdk/lib-dynamodb') return [documentCall(use.name, input)];
  const client = clientOf(use.package);
  if (client === undefined) return undefined;
  if (use.kind === 'waiter') return waiterCalls(client, use.name, input);
  if (use.kind === 'v2') return oldCalls({ use, client, input });
  return [{ client, operation: use.name, input }];
}

function waiterCalls(client: string, waiter: string, input: InputValue): readonly Call[] {
  return [{ client, operation: pairIn(WAITERS, client, waiter) ?? waiter, input }];
}
