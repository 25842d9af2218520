// What calls of DynamoDB hold that says what they need: the entries of a transaction, the statements of PartiQL.
import { itemsOf, valueAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';
import type { Call } from './call.js';

/** The entries of an item of a transaction, and what they need. */
export const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
};

/** Where the statements of an operation stand: a list and the entry of its items, or the entry alone. */
const STATEMENTS: Readonly<Record<string, string | undefined>> = {
  ExecuteStatement: undefined,
  BatchExecuteStatement: 'Statements',
  ExecuteTransaction: 'TransactStatements',
};

export function hasStatements({ operation }: Call): boolean {
  return operation in STATEMENTS;
}

/** The values that hold the statements of a call; undefined when there may be others. */
export function statementsOf({ operation, input }: Call): readonly InputValue[] | undefined {
  const list = STATEMENTS[operation];
  const owners = list === undefined ? [input] : itemsOf(valueAt(input, list));
  return owners?.map((owner) => valueAt(owner, 'Statement'));
}
