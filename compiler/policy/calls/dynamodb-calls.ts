// Reads the parts of DynamoDB calls that decide their actions: the entries of a transaction, the statements of PartiQL.
import { itemsOf, valueAt } from '../input.js';
import type { InputValue, Call } from '../sdk-use.js';

/** The actions that each member of a transaction item needs. */
export const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
};

/** Where an operation has its PartiQL statements: in one member, or in a member of each list item. */
const STATEMENTS: Readonly<Record<string, string | undefined>> = {
  ExecuteStatement: undefined,
  BatchExecuteStatement: 'Statements',
  ExecuteTransaction: 'TransactStatements',
};

export function hasStatements({ operation }: Call): boolean {
  return operation in STATEMENTS;
}

/** The statements of a call; undefined when there may be others. */
export function statementsOf({ operation, input }: Call): readonly InputValue[] | undefined {
  const list = STATEMENTS[operation];
  const owners = list === undefined ? [input] : itemsOf(valueAt(input, list));
  return owners?.map((owner) => valueAt(owner, 'Statement'));
}
