// The ARNs of tables and of their indexes.
import { statementsOf, TRANSACTION_ACTIONS } from '../calls/dynamodb-calls.js';
import { namesIn, textsOf, valueAt, valuesAt } from '../input.js';
import type { InputValue, TextPattern, Call } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, marked, resourceIn } from './arn.js';

/** The actions that may read an index. */
const READS_INDEX: ReadonlySet<string> = new Set([
  'dynamodb:Query',
  'dynamodb:Scan',
  'dynamodb:PartiQLSelect',
]);

const TABLE_ACTION =
  /^dynamodb:(?:(?:Get|Put|Update|Delete|ConditionCheck|BatchGet|BatchWrite)Item|Query|Scan|DescribeTable|PartiQL\w+)$/;

export function dynamoDbResources(call: Call, action: string): readonly string[] | undefined {
  if (!TABLE_ACTION.test(action)) return undefined;
  const tables = tablesOf(call, action);
  return tables && arnsOf(tables, (text) => tableArns(text, READS_INDEX.has(action)));
}

/** The tables that an action of the call touches; undefined when there may be others. */
function tablesOf(call: Call, action: string): readonly InputValue[] | undefined {
  const { operation, input } = call;
  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return namesIn(valueAt(input, 'RequestItems'))?.map(textValue);
    case 'TransactGetItems':
      return valuesAt(input, 'TransactItems.*.Get.TableName');
    case 'TransactWriteItems':
      return transactionTables(input, action);
    case 'ExecuteStatement':
    case 'BatchExecuteStatement':
    case 'ExecuteTransaction':
      return statementsOf(call)?.map(statementTable);
    default:
      return [valueAt(input, 'TableName')];
  }
}

function transactionTables(input: InputValue, action: string): readonly InputValue[] {
  return Object.entries(TRANSACTION_ACTIONS)
    .filter(([, needed]) => needed === action)
    .flatMap(([kind]) => valuesAt(input, `TransactItems.*.${kind}`))
    .filter(({ kind }) => kind !== 'absent')
    .map((item) => valueAt(item, 'TableName'));
}

const TABLE = '(?:"(?<quoted>[\\w.-]+)"|(?<plain>[A-Za-z_]\\w*)(?=[\\s.]|$))';
const STATEMENTS: readonly RegExp[] = [
  // A list of columns that may contain another FROM does not match.
  new RegExp(`^\\s*select\\s+[\\w\\s,.*]+?\\sfrom\\s+${TABLE}`, 'i'),
  new RegExp(`^\\s*insert\\s+into\\s+${TABLE}`, 'i'),
  new RegExp(`^\\s*update\\s+${TABLE}`, 'i'),
  new RegExp(`^\\s*delete\\s+from\\s+${TABLE}`, 'i'),
];

/** The table of a PartiQL statement, when all its possible texts name one. */
function statementTable(statement: InputValue): InputValue {
  const tables = (textsOf(statement) ?? []).map(tableOf);
  const isKnown = tables.length > 0 && tables.every((table) => table !== undefined);
  return isKnown ? { kind: 'text', values: tables.map((table) => [table]) } : { kind: 'unknown' };
}

function tableOf(statement: TextPattern): string | undefined {
  const text = marked(statement);
  const groups = STATEMENTS.map((form) => form.exec(text)?.groups).find(Boolean);
  return groups?.['quoted'] ?? groups?.['plain'];
}

function textValue(text: string): InputValue {
  return { kind: 'text', values: [[text]] };
}

function tableArns(text: string, readsIndex: boolean): readonly string[] | undefined {
  const arn = tableArn(text);
  if (arn === undefined) return undefined;
  return readsIndex ? [arn, `${arn}/index/*`] : [arn];
}

function tableArn(text: string): string | undefined {
  if (text.startsWith('arn:')) {
    return arnIn(text, { service: 'dynamodb', resource: /^table\/[\w.*-]+$/ });
  }
  const table = resourceIn(text, { type: 'table/', characters: /[\w.-]/ });
  return table === undefined ? undefined : anywhere('dynamodb', table);
}
