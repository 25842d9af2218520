// The calls that a use of the SDK makes: through commands, methods, paginators and waiters of the clients, version 2 of
// the SDK, and libraries that use the clients.
import { clientOf } from '../data/operations.js';
import { pairIn, WAITERS } from '../data/policy-data.js';
import type { InputValue, SdkUse, Call } from '../sdk-use.js';
import { libraryCalls } from './libraries.js';
import { presignedPost, upload } from './libraries.js';

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

// The document clients of DynamoDB, whose commands have shorter names.
const OPERATIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactGet: 'TransactGetItems',
  TransactWrite: 'TransactWriteItems',
};

/** The call behind a command or method of a document client. Names of the plain client are kept. */
function documentCall(name: string, input: InputValue): Call {
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  return { client: 'dynamodb', operation: operation ?? name, input };
}

// The methods of version 2 of the SDK that are no operations of their service.
type OldUse = { readonly use: SdkUse; readonly client: string; readonly input: InputValue };

function oldCalls({ use, client, input }: OldUse): readonly Call[] {
  if (use.package === 'aws-sdk/DynamoDB.DocumentClient') return [documentCall(use.name, input)];
  if (client === 's3' && use.name === 'Upload') return upload(input);
  // The bucket is in `Bucket`, as in `createPresignedPost` of version 3.
  if (client === 's3' && use.name === 'CreatePresignedPost') return presignedPost(input);
  return [{ client, operation: use.name, input }];
}
