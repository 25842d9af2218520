// The resources of an action of a call, for operations whose inputs name them. Others are `*`: the tables of AWS say
// which resource types an action has, but not which input names them.
import type { Call, InputValue, TextPattern } from '../sdk-use.js';
import { namesIn, presenceOf, textsOf, valueAt, valuesAt } from '../input.js';
import { functionArns, keyArns, stateMachineArns, userPoolArns } from './functions.js';
import { parameterArns, parameterTrees, secretArns } from './parameters.js';
import {
  anywhere,
  arnIn,
  arnsOf,
  marked,
  namedArns,
  resourceIn,
  roleArns,
  tailOf,
  UNKNOWN,
} from './arn.js';
import { s3Resources } from './s3.js';
import { statementsOf, TRANSACTION_ACTIONS } from '../calls/dynamodb-calls.js';

// The ARNs of tables and of their indexes.

/** The actions that may read an index. */
const READS_INDEX: ReadonlySet<string> = new Set([
  'dynamodb:Query',
  'dynamodb:Scan',
  'dynamodb:PartiQLSelect',
]);

const TABLE_ACTION =
  /^dynamodb:(?:(?:Get|Put|Update|Delete|ConditionCheck|BatchGet|BatchWrite)Item|Query|Scan|DescribeTable|PartiQL\w+)$/;

function dynamoDbResources(call: Call, action: string): readonly string[] | undefined {
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

// The ARNs of queues, topics, event buses and streams.

/** The ARN of a queue by its URL, whose last part is the name, or by the name. */
function queueArns(input: InputValue): readonly string[] | undefined {
  const queues = ['QueueUrl', 'QueueName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(queues, (text) => {
    const queue = resourceIn(queueName(text), { type: '', characters: /[\w.-]/ });
    return queue === undefined ? undefined : [anywhere('sqs', queue)];
  });
}

/** The name in a queue URL of three parts. When only the end is known, it is the end of the name. */
function queueName(text: string): string {
  const [, name] = /^https?:\/\/[^/]+\/[^/]+\/([^/]+)$/.exec(text) ?? [];
  if (name !== undefined) return name;
  const tail = tailOf(text);
  if (tail.includes('/')) return tail.slice(tail.lastIndexOf('/') + 1);
  return tail === text ? text : `${UNKNOWN}${tail}`;
}

/** The ARNs of a topic; a message to a phone number or an endpoint has none. */
function topicArns(input: InputValue): readonly string[] | undefined {
  const others = ['PhoneNumber', 'TargetArn'].map((entry) => presenceOf(input, entry));
  if (others.includes('yes') || others.includes('maybe')) return undefined;
  return arnsOf([valueAt(input, 'TopicArn')], (text) => {
    if (text.startsWith(UNKNOWN)) {
      const tail = tailOf(text);
      // A topic is given by its ARN, which ends in the name.
      const name = tail.includes(':') ? tail.slice(tail.lastIndexOf(':') + 1) : UNKNOWN + tail;
      const topic = resourceIn(name, { type: '', characters: /[\w.-]/ });
      return topic === undefined ? undefined : [anywhere('sns', topic)];
    }
    const arn = arnIn(text, { service: 'sns', resource: /^[\w.*-]+$/ });
    return arn === undefined ? undefined : [arn];
  });
}

const DEFAULT_BUS: InputValue = { kind: 'text', values: [['default']] };

/** The ARNs of the event buses of the entries; an entry without one goes to the default bus. */
function eventBusArns(input: InputValue): readonly string[] | undefined {
  const buses = valuesAt(input, 'Entries.*.EventBusName').map((bus) =>
    bus.kind === 'absent' ? DEFAULT_BUS : bus,
  );
  return arnsOf(buses, (text) =>
    namedArns(text, { service: 'events', type: 'event-bus/', characters: /[\w./-]/ }),
  );
}

/** The ARN of a Kinesis stream by its name or ARN. */
function streamArns(input: InputValue): readonly string[] | undefined {
  const streams = ['StreamARN', 'StreamName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(streams.slice(0, 1), (text) =>
    namedArns(text, { service: 'kinesis', type: 'stream/', characters: /[\w.-]/ }),
  );
}

function deliveryStreamArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'DeliveryStreamName')], (text) =>
    namedArns(text, { service: 'firehose', type: 'deliverystream/', characters: /[\w.-]/ }),
  );
}

type Reader = (call: Call, action: string) => readonly string[] | undefined;

const CLIENTS: Readonly<Record<string, Reader>> = {
  'cognito-identity-provider': only(
    /^(?:Admin\w+|ListUsers|ListUsersInGroup|ListGroups|GetGroup|DescribeUserPool)$/,
    ({ input }) => userPoolArns(input),
  ),
  dynamodb: dynamoDbResources,
  eventbridge: only(/^PutEvents$/, ({ input }) => eventBusArns(input)),
  firehose: only(/^PutRecord(?:Batch)?$/, ({ input }) => deliveryStreamArns(input)),
  kinesis: only(
    /^(?:PutRecords?|GetShardIterator|DescribeStream(?:Summary)?|ListShards)$/,
    ({ input }) => streamArns(input),
  ),
  kms: only(
    /^(?:Encrypt|Decrypt|GenerateDataKey\w*|Sign|Verify|GenerateMac|VerifyMac|DescribeKey|GetPublicKey)$/,
    ({ input }) => keyArns([valueAt(input, 'KeyId')]),
  ),
  lambda: only(/^Invoke(?:WithResponseStream|Async)?$/, ({ input }) =>
    functionArns([valueAt(input, 'FunctionName')]),
  ),
  s3: s3Resources,
  'secrets-manager': only(
    /^(?:GetSecretValue|DescribeSecret|PutSecretValue|UpdateSecret)$/,
    ({ input }) => secretArns([valueAt(input, 'SecretId')]),
  ),
  sfn: only(/^Start(?:Sync)?Execution$/, ({ input }) => stateMachineArns(input)),
  sns: only(/^Publish(?:Batch)?$/, ({ input }) => topicArns(input)),
  sqs: only(
    /^(?:(?:Send|Delete)Message(?:Batch)?|ReceiveMessage|ChangeMessageVisibility(?:Batch)?|GetQueue(?:Attributes|Url)|PurgeQueue)$/,
    ({ input }) => queueArns(input),
  ),
  ssm: parameters,
  sts: only(/^AssumeRole$/, ({ input }) => roleArns([valueAt(input, 'RoleArn')])),
};

/** The ARNs of everything that an action of a call can touch; undefined when that is unknown. */
export function resourcesOf(call: Call, action: string): readonly string[] | undefined {
  const reader = Object.hasOwn(CLIENTS, call.client) ? CLIENTS[call.client] : undefined;
  return reader?.(call, action);
}

function only(operations: RegExp, read: Reader): Reader {
  return (call, action) => (operations.test(call.operation) ? read(call, action) : undefined);
}

function parameters({ operation, input }: Call): readonly string[] | undefined {
  switch (operation) {
    case 'GetParameter':
    case 'GetParameterHistory':
    case 'PutParameter':
    case 'DeleteParameter':
      return parameterArns([valueAt(input, 'Name')]);
    case 'GetParameters':
    case 'DeleteParameters':
      return parameterArns(valuesAt(input, 'Names.*'));
    case 'GetParametersByPath':
      return parameterTrees([valueAt(input, 'Path')]);
    default:
      return undefined;
  }
}
