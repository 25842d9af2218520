// The document clients of DynamoDB, whose commands have shorter names.
import type { InputValue } from '../sdk-use.js';
import type { Call } from './call.js';

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
export function documentCall(name: string, input: InputValue): Call {
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  return { client: 'dynamodb', operation: operation ?? name, input };
}
