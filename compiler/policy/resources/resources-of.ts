// Determines which resources an action accesses, for operations whose inputs name them. For other operations, the result is
// `*`: AWS's tables list the resource types of an action, but not the inputs that name the resources.
import {
  type Call,
  type InputValue,
  type TextPattern,
  namesIn,
  presenceOf,
  textsOf,
  valueAt,
  valuesAt,
  itemsOf,
} from '../sdk-use.js';
import {
  anywhere,
  arnIn,
  arnsOf,
  marked,
  arnByName,
  namedArn,
  resourceIn,
  roleArns,
  tailOf,
  UNKNOWN,
} from './arn.js';

// Determines the ARNs of tables and their indexes.

const READS_INDEX = new Set(['dynamodb:Query', 'dynamodb:Scan', 'dynamodb:PartiQLSelect']);

const TABLE_ACTION =
  /^dynamodb:(?:(?:Get|Put|Update|Delete|ConditionCheck|BatchGet|BatchWrite)Item|Query|Scan|DescribeTable|PartiQL\w+)$/;

function dynamoDbResources(call: Call, action: string): readonly string[] | undefined {
  if (!TABLE_ACTION.test(action)) return undefined;
  const tables = tablesOf(call, action);
  return tables && arnsOf(tables, (text) => tableArns(text, READS_INDEX.has(action)));
}

/** Returns the tables that an action in the call accesses; undefined if there may be others. */
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
  // Must not match a list of columns that may contain another FROM.
  new RegExp(`^\\s*select\\s+[\\w\\s,.*]+?\\sfrom\\s+${TABLE}`, 'i'),
  new RegExp(`^\\s*insert\\s+into\\s+${TABLE}`, 'i'),
  new RegExp(`^\\s*update\\s+${TABLE}`, 'i'),
  new RegExp(`^\\s*delete\\s+from\\s+${TABLE}`, 'i'),
];

/** Returns the tables that a PartiQL statement may name; unknown unless each string that the statement may be names one. */
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
  return arnByName(text, { service: 'dynamodb', type: 'table/', characters: /[\w.-]/ });
}

// Determines the ARNs of queues, topics, event buses and streams.

/** Returns the ARN of a queue that is specified by its name, or by its URL. The last part of the URL is the name. */
function queueArns(input: InputValue): readonly string[] | undefined {
  const queues = ['QueueUrl', 'QueueName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(queues, (text) =>
    arnByName(queueName(text), { service: 'sqs', type: '', characters: /[\w.-]/ }),
  );
}

/** Returns the name in a queue URL with three parts. If only the end of the URL is known, it is the end of the name. */
function queueName(text: string): string {
  const [, name] = /^https?:\/\/[^/]+\/[^/]+\/([^/]+)$/.exec(text) ?? [];
  if (name !== undefined) return name;
  const tail = tailOf(text);
  if (tail.includes('/')) return tail.slice(tail.lastIndexOf('/') + 1);
  return tail === text ? text : `${UNKNOWN}${tail}`;
}

/** Returns the ARNs of a topic. A message to a phone number or an endpoint has no topic. */
function topicArns(input: InputValue): readonly string[] | undefined {
  const others = ['PhoneNumber', 'TargetArn'].map((entry) => presenceOf(input, entry));
  if (others.includes('yes') || others.includes('maybe')) return undefined;
  return arnsOf([valueAt(input, 'TopicArn')], (text) => {
    if (text.startsWith(UNKNOWN)) {
      const tail = tailOf(text);
      // A topic is specified by its ARN, which ends with the name.
      const name = tail.includes(':') ? tail.slice(tail.lastIndexOf(':') + 1) : UNKNOWN + tail;
      return arnByName(name, { service: 'sns', type: '', characters: /[\w.-]/ });
    }
    return arnIn(text, { service: 'sns', resource: /^[\w.*-]+$/ });
  });
}

/** Returns the ARNs of the event buses that the entries name. An entry without a bus is sent to the default bus. */
function eventBusArns(input: InputValue): readonly string[] | undefined {
  const buses = valuesAt(input, 'Entries.*.EventBusName').map((bus) =>
    bus.kind === 'absent' ? textValue('default') : bus,
  );
  return arnsOf(buses, (text) =>
    namedArn(text, { service: 'events', type: 'event-bus/', characters: /[\w./-]/ }),
  );
}

function streamArns(input: InputValue): readonly string[] | undefined {
  const streams = ['StreamARN', 'StreamName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(streams.slice(0, 1), (text) =>
    namedArn(text, { service: 'kinesis', type: 'stream/', characters: /[\w.-]/ }),
  );
}

function deliveryStreamArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'DeliveryStreamName')], (text) =>
    namedArn(text, { service: 'firehose', type: 'deliverystream/', characters: /[\w.-]/ }),
  );
}

type Reader = (call: Call, action: string) => readonly string[] | undefined;

// Reads the parts of DynamoDB calls that determine their actions: the items of a transaction, and PartiQL statements.

/** The actions that each member of a transaction item needs. */
export const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  ConditionCheck: 'dynamodb:ConditionCheckItem',
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
};

/** The list whose items contain an operation's PartiQL statements; undefined if a member of the input is the statement. */
const STATEMENT_COMMANDS: Readonly<Record<string, string | undefined>> = {
  ExecuteStatement: undefined,
  BatchExecuteStatement: 'Statements',
  ExecuteTransaction: 'TransactStatements',
};

export function hasStatements({ operation }: Call): boolean {
  return operation in STATEMENT_COMMANDS;
}

/** Returns the statements in a call; undefined if there may be others. */
export function statementsOf({ operation, input }: Call): readonly InputValue[] | undefined {
  const list = STATEMENT_COMMANDS[operation];
  const owners = list === undefined ? [input] : itemsOf(valueAt(input, list));
  return owners?.map((owner) => valueAt(owner, 'Statement'));
}

// Determines the ARNs of Systems Manager parameters and Secrets Manager secrets.

function parameterArns(names: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(names, (text) => {
    if (text.startsWith('arn:')) {
      const shape = { service: 'ssm', resource: /^parameter\/[\w./:*-]+$/ };
      const arn = arnIn(withoutUnsureEnd(text), shape);
      // `name:version` and `name:label` refer to the parameter `name`.
      return arn?.split(':').slice(0, 6).join(':');
    }
    const parameter = parameterIn(withoutUnsureEnd(text.replace(/:[^:]*$/, '')));
    return parameter === undefined ? undefined : anywhere('ssm', parameter);
  });
}

/** Returns the ARNs of all parameters under a path. */
function parameterTrees(paths: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(paths, (text) => {
    const parameter = text === '/' ? 'parameter' : parameterIn(text.replace(/\/$/, ''));
    if (parameter === undefined) return undefined;
    return anywhere('ssm', `${parameter.replace(/\/?\**$/, '')}*`);
  });
}

/** Returns the ARN of a parameter, with or without a slash before its name. */
function parameterIn(text: string): string | undefined {
  if (text.includes('//')) return undefined;
  const type = text.startsWith('/') ? 'parameter' : 'parameter/';
  return resourceIn(text, { type, characters: /[\w./-]/ });
}

/** Removes the text after an unknown part, which may be a version or label, unless it contains a slash: `/app/${x}-url`. */
function withoutUnsureEnd(text: string): string {
  const tail = tailOf(text);
  return tail === text || tail.includes('/') ? text : text.slice(0, text.length - tail.length);
}

/** Secrets Manager appends a hyphen and six characters to names. */
const SECRET_SUFFIX = '-??????';

/** Returns the ARNs of a secret that is specified by its name, its ARN, or its ARN without the six characters. */
export function secretArns(secrets: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(secrets, (text) => {
    if (text.startsWith('arn:')) {
      const resource = /^secret:[\w/+=.@*-]+$/;
      const arn = arnIn(text, { service: 'secretsmanager', resource });
      return arn === undefined ? undefined : [arn, `${arn}${SECRET_SUFFIX}`];
    }
    const secret = resourceIn(text, { type: 'secret:', characters: /[\w/+=.@-]/ });
    if (secret === undefined) return undefined;
    const ofName = anywhere('secretsmanager', `${secret}${SECRET_SUFFIX}`);
    // An unknown beginning may belong to an ARN, which already includes the six characters.
    return text.startsWith(UNKNOWN) ? [anywhere('secretsmanager', secret), ofName] : [ofName];
  });
}

// Determines the ARNs of buckets and the objects in them.

/** Actions on objects. All other actions apply to buckets. */
const OBJECT_ACTION =
  /^s3:(?:AbortMultipartUpload|BypassGovernanceRetention|(?:Delete|Get|Put|Restore|Replicate)Object(?!LockConfiguration)|ListMultipartUploadParts)/;
/** Actions on buckets whose resources are narrowed to one bucket. Other actions are rare and keep `*`. */
const BUCKET_ACTION =
  /^s3:(?:ListBucket|ListBucketVersions|ListBucketMultipartUploads|GetBucketLocation|GetBucketVersioning)$/;

function s3Resources({ operation, input }: Call, action: string): readonly string[] | undefined {
  const bucket = [valueAt(input, 'Bucket')];
  if (BUCKET_ACTION.test(action)) return arnsOf(bucket, bucketArns);
  if (action.startsWith('kms:')) return keyArns([valueAt(input, 'SSEKMSKeyId')]);
  if (!OBJECT_ACTION.test(action)) return undefined;
  const isCopied = operation === 'CopyObject' || operation === 'UploadPartCopy';
  if (isCopied && action.startsWith('s3:GetObject')) {
    return arnsOf([valueAt(input, 'CopySource')], sourceArns);
  }
  return bucketObjects(bucket);
}

export function bucketObjects(buckets: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(buckets, objectArns);
}

function objectArns(bucket: string): readonly string[] | undefined {
  return bucketArns(bucket)?.map((arn) =>
    arn.includes(':accesspoint/') ? `${arn}/object/*` : `${arn}/*`,
  );
}

/** Returns the ARNs of a bucket that is specified by its name, or by the ARN or alias of an access point. */
function bucketArns(text: string): readonly string[] | undefined {
  if (text.startsWith('arn:')) {
    const arn = arnIn(text, { service: 's3', resource: /^accesspoint\/[A-Za-z0-9*-]+$/ });
    return arn === undefined ? undefined : [arn];
  }
  const name = resourceIn(text, { type: '', characters: /[A-Za-z0-9._-]/ });
  // An alias does not identify the access point, and a directory bucket needs different actions.
  if (name === undefined || /(?:-s3alias|--ol-s3|--x-s3)$/.test(name)) return undefined;
  const arn = `arn:*:s3:::${name}`;
  return text.startsWith(UNKNOWN) ? [arn, `arn:*:s3:*:*:accesspoint/${name}`] : [arn];
}

/** Returns the ARNs of all objects in the bucket of a copy source: `bucket/key` or `/bucket/key`. */
function sourceArns(text: string): readonly string[] | undefined {
  const [, bucket] = /^\/?([^/]+)\//.exec(text) ?? [];
  // The slash may be inside an unknown part.
  const isKnown = bucket !== undefined && !bucket.includes(UNKNOWN) && !bucket.startsWith('arn:');
  return isKnown ? objectArns(bucket) : undefined;
}

// Determines the ARNs of functions, state machines, keys and user pools.

/** Returns the ARNs of all versions. A function is given by name, with or without a version, or by all or part of its ARN. */
export function functionArns(functions: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(functions, (text) => {
    if (text.startsWith('arn:')) {
      const resource = /^function:[\w*-]+(?::[\w$*-]+)?$/;
      const arn = arnIn(text, { service: 'lambda', resource });
      return arn === undefined ? undefined : withVersions(arn.split(':').slice(0, 7).join(':'));
    }
    const partOfArn = /^\d{12}:function:/;
    // A string that begins with an account ID and continues with an unknown part may be a name or part of an ARN.
    if (/^\d{1,12}(?:\0|:.*\0)/.test(text) && !partOfArn.test(text)) return undefined;
    const name = text.replace(partOfArn, '').replace(/^([^\0].*):[^:]*$/, '$1');
    const found = resourceIn(name, { type: 'function:', characters: /[\w-]/ });
    return found === undefined ? undefined : withVersions(anywhere('lambda', found));
  });
}

function withVersions(arn: string): readonly string[] {
  return [arn, `${arn}:*`];
}

function stateMachineArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'stateMachineArn')], (text) => {
    const resource = /^stateMachine:[\w*-]+(?::[\w*-]+)?$/;
    const arn = arnIn(text, { service: 'states', resource });
    if (arn === undefined) return undefined;
    const whole = arn.split(':').slice(0, 7).join(':');
    return whole === arn ? [arn] : [whole, arn];
  });
}

const KEY_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/;

/** Returns the ARN of a key that is specified by its ID or ARN. An alias is not an IAM resource. */
export function keyArns(keys: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(keys, (text) => {
    if (KEY_ID.test(text)) return anywhere('kms', `key/${text}`);
    return arnIn(text, { service: 'kms', resource: /^key\/[\w-]+$/ });
  });
}

function userPoolArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'UserPoolId')], (text) => {
    const isWhole = /^[a-z0-9-]+_[A-Za-z0-9]+$/.test(text);
    return isWhole ? anywhere('cognito-idp', `userpool/${text}`) : undefined;
  });
}

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

/** Returns the ARNs of everything that an action in a call can access; undefined if this is unknown. */
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
