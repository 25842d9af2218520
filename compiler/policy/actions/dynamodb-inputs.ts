// The actions of DynamoDB that depend on what a call is given: the kinds of a transaction, the verbs of PartiQL.
import type { Call } from '../calls/call.js';
import { itemsOf, namesIn, textsOf, valueAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';

/** The entries of an item of a transaction, and what they need. */
export const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
};

const PARTIQL_ACTIONS: Readonly<Record<string, string>> = {
  select: 'dynamodb:PartiQLSelect',
  insert: 'dynamodb:PartiQLInsert',
  update: 'dynamodb:PartiQLUpdate',
  delete: 'dynamodb:PartiQLDelete',
};

/** Of a call whose actions without its input are `actions`: fewer, when all that it does is known. */
export function withDynamoDbInput(call: Call, actions: readonly string[]): readonly string[] {
  if (call.operation === 'TransactWriteItems') return transactionActions(call.input) ?? actions;
  if (call.operation in STATEMENTS) return statementActions(call) ?? actions;
  return actions;
}

function transactionActions(input: InputValue): readonly string[] | undefined {
  return eachOf(itemsOf(valueAt(input, 'TransactItems')), (item) =>
    eachOf(namesIn(item), (name) => {
      const action = TRANSACTION_ACTIONS[name];
      return action === undefined ? undefined : [action];
    }),
  );
}

/** Where the statements of an operation stand: a list and the entry of its items, or the entry alone. */
const STATEMENTS: Readonly<Record<string, string | undefined>> = {
  ExecuteStatement: undefined,
  BatchExecuteStatement: 'Statements',
  ExecuteTransaction: 'TransactStatements',
};

/** The values that hold the statements of a call; undefined when there may be others. */
export function statementsOf({ operation, input }: Call): readonly InputValue[] | undefined {
  const list = STATEMENTS[operation];
  const owners = list === undefined ? [input] : itemsOf(valueAt(input, list));
  return owners?.map((owner) => valueAt(owner, 'Statement'));
}

function statementActions(call: Call): readonly string[] | undefined {
  return eachOf(statementsOf(call), (statement) =>
    eachOf(textsOf(statement), ([start]) => {
      const verb = /^\s*([a-z]+)\s/i.exec(start ?? '')?.[1]?.toLowerCase() ?? '';
      const action = Object.hasOwn(PARTIQL_ACTIONS, verb) ? PARTIQL_ACTIONS[verb] : undefined;
      return action === undefined ? undefined : [action];
    }),
  );
}

/** What all of them need; undefined when that is not known of one, or when nothing is. */
function eachOf<T>(
  items: readonly T[] | undefined,
  read: (item: T) => readonly string[] | undefined,
): readonly string[] | undefined {
  const actions = new Set<string>();
  for (const item of items ?? []) {
    const found = read(item);
    if (found === undefined) return undefined;
    for (const action of found) actions.add(action);
  }
  return actions.size === 0 ? undefined : [...actions];
}
