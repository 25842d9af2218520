// The actions of DynamoDB that depend on the input of a call: the members of a transaction, the verbs of PartiQL.
import { hasStatements, statementsOf, TRANSACTION_ACTIONS } from '../calls/dynamodb-calls.js';
import { itemsOf, namesIn, textsOf, valueAt } from '../input.js';
import type { InputValue, Call } from '../sdk-use.js';

const PARTIQL_ACTIONS: Readonly<Record<string, string>> = {
  select: 'dynamodb:PartiQLSelect',
  insert: 'dynamodb:PartiQLInsert',
  update: 'dynamodb:PartiQLUpdate',
  delete: 'dynamodb:PartiQLDelete',
};

/** The actions of a call, of which `actions` are those without its input. There are fewer when the input is known. */
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

/** The union of what all items need; undefined when it is unknown for one of them, or when there are none. */
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
