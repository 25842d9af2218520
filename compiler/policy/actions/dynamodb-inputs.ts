// The actions of DynamoDB that depend on what a call is given: the kinds of a transaction, the verbs of PartiQL.
import type { Call } from '../calls/call.js';
import { hasStatements, statementsOf, TRANSACTION_ACTIONS } from '../calls/dynamodb-calls.js';
import { itemsOf, namesIn, textsOf, valueAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';

const PARTIQL_ACTIONS: Readonly<Record<string, string>> = {
  select: 'dynamodb:PartiQLSelect',
  insert: 'dynamodb:PartiQLInsert',
  update: 'dynamodb:PartiQLUpdate',
  delete: 'dynamodb:PartiQLDelete',
};

/** Of a call whose actions without its input are `actions`: fewer, when all that it does is known. */
export function withDynamoDbInput(call: Call, actions: readonly string[]): readonly string[] {
  if (call.operation === 'TransactWriteItems') return transactionActions(call.input) ?? actions;
  if (hasStatements(call)) return statementActions(call) ?? actions;
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
