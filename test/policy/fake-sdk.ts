// Packages that look like those of the SDK and record all calls, so that programs can be run and their calls compared with
// their policies. They contain only what the programs in this folder use.
const OPERATIONS: Readonly<Record<string, readonly [client: string, ...operations: string[]]>> = {
  '@aws-sdk/client-s3': [
    'S3',
    'GetObject',
    'PutObject',
    'DeleteObject',
    'HeadObject',
    'ListObjectsV2',
    'CopyObject',
  ],
  '@aws-sdk/client-dynamodb': [
    'DynamoDB',
    'GetItem',
    'PutItem',
    'UpdateItem',
    'Query',
    'Scan',
    'DescribeTable',
  ],
  '@aws-sdk/client-sqs': ['SQS', 'SendMessage', 'ReceiveMessage', 'DeleteMessage'],
  '@aws-sdk/client-sns': ['SNS', 'Publish'],
  '@aws-sdk/client-ssm': ['SSM', 'GetParameter', 'GetParametersByPath'],
  '@aws-sdk/client-secrets-manager': ['SecretsManager', 'GetSecretValue'],
  '@aws-sdk/client-lambda': ['Lambda', 'Invoke'],
};

const ANSWER = '{ Item: {}, Items: [], Contents: [{ Key: "k" }], Messages: [] }';

function clientPackage(name: string): string {
  const [client = '', ...operations] = OPERATIONS[name] ?? [];
  const service = name.replace('@aws-sdk/client-', '');
  const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
  return [
    `const note = (operation, input) => { (globalThis.calls ??= []).push(JSON.parse(JSON.stringify({ service: '${service}', operation, input: input ?? {}, view: globalThis.view ?? null }))); return ${ANSWER}; };`,
    `export class ${client}Client { config = {}; middlewareStack = { use() {}, add() {} }; async send(command) { return note(command.operation, command.input); } }`,
    `export class ${client} extends ${client}Client { ${operations
      .map((one) => `${lower(one)}(input) { return this.send(new ${one}Command(input)); }`)
      .join(' ')} }`,
    ...operations.flatMap((one) => [
      `export class ${one}Command { operation = '${one}'; constructor(input) { this.input = input ?? {}; } }`,
      `export async function* paginate${one}(config, input) { yield note('${one}', input); }`,
    ]),
    `export const waitUntilObjectExists = async (config, input) => note('HeadObject', input);`,
    `export const waitUntilTableExists = async (config, input) => note('DescribeTable', input);`,
  ].join('\n');
}

const DOCUMENT = `
import * as plain from '@aws-sdk/client-dynamodb';
export class GetCommand extends plain.GetItemCommand {}
export class PutCommand extends plain.PutItemCommand {}
export class QueryCommand extends plain.QueryCommand {}
export class DynamoDBDocumentClient { static from(client) { const made = new this(); made.send = client.send.bind(client); return made; } }
export class DynamoDBDocument extends DynamoDBDocumentClient {
  get(input) { return this.send(new GetCommand(input)); }
  put(input) { return this.send(new PutCommand(input)); }
  query(input) { return this.send(new QueryCommand(input)); }
}`;

const STORAGE = `
import { PutObjectCommand } from '@aws-sdk/client-s3';
export class Upload { constructor(options) { this.options = options; }
  async done() { return this.options.client.send(new PutObjectCommand(this.options.params)); } }`;

const OLD = `
import * as s3 from '@aws-sdk/client-s3';
const old = (Base, names) => class { constructor() { for (const name of names) this[name] = (input) => { const made = new Base()[name](input); return { promise: () => made }; }; } };
export const S3 = old(s3.S3, ['getObject', 'putObject', 'deleteObject']);
export default { S3 };`;

/** Views and functions are stored, and called one after the other. */
const FRAMEWORK = `
const views = (globalThis.views ??= []);
const keep = (name) => (target, key, descriptor) => {
  if (typeof target === 'function' && key === undefined) { views.push([name ?? target.name, target]); return target; }
  views.push([name ?? key, (...args) => descriptor.value.apply(new target.constructor(), args)]);
};
export class Framework {
  route() { return keep('api_handler'); }
  lambdaFunction(options) { return keep(options?.name); }
}`;

/** Returns the text of each package, by its name. */
export function fakePackages(): Readonly<Record<string, string>> {
  const clients = Object.keys(OPERATIONS).map((name) => [name, clientPackage(name)] as const);
  return {
    ...Object.fromEntries(clients),
    '@aws-sdk/lib-dynamodb': DOCUMENT,
    '@aws-sdk/lib-storage': STORAGE,
    '@aws-sdk/s3-request-presigner':
      'export const getSignedUrl = (client, command) => client.send(command);',
    'aws-sdk': OLD,
    framework: FRAMEWORK,
  };
}
