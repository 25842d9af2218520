// Writes applications of any size that call ten AWS services, each in a different way: commands, client methods, the document
// client, injected and lazy clients, paginators, uploads. There is one call per view and 20 views per file.
import { writeFiles } from './synthetic-app.mjs';

const VIEWS_PER_CLASS = 20;

/** The calls to the services, each as an expression. */
const CALLS = [
  (n) => `clients.s3.send(new GetObjectCommand({ Bucket: 'orders-${n}', Key: id }))`,
  (n) => `clients.tables.put({ TableName: 'orders-${n}', Item: { id } })`,
  (n) => `clients.sqs.sendMessage({ QueueUrl: \`\${BASE}/orders-${n}\`, MessageBody: id })`,
  (n) => `clients.sns.publish({ TopicArn: \`\${TOPICS}:orders-${n}\`, Message: id })`,
  (n) => `clients.lambda.send(new InvokeCommand({ FunctionName: 'worker-${n}' }))`,
  (n) => `ssm().getParameter({ Name: \`/orders/${n}/\${id}\` })`,
  (n) => `new Secrets(clients.secrets).read('orders/${n}')`,
  (n) => `clients.events.putEvents({ Entries: [{ EventBusName: 'bus-${n}', Detail: id }] })`,
  () => `clients.metrics.putMetricData({ Namespace: 'orders', MetricData: [] })`,
  (n) => `firstOf(paginateListUsers({ client: clients.users }, { UserPoolId: 'eu-west-1_${n}' }))`,
];

export const SERVICES = CALLS.length;

/** Writes an application with `routes` routes into a directory. */
export function writePolicyApp(directory, routes) {
  const classes = Math.ceil(routes / VIEWS_PER_CLASS);
  const files = {
    'app.ts': entryFile(classes),
    'frameworklib/application.ts': APPLICATION,
    'frameworklib/clients.ts': CLIENTS,
  };
  for (let index = 0; index < classes; index++) {
    const count = Math.min(VIEWS_PER_CLASS, routes - index * VIEWS_PER_CLASS);
    files[`frameworklib/orders-${index}.ts`] = classFile(index, count);
  }
  writeFiles(directory, files);
}

function entryFile(classes) {
  const imports = Array.from(
    { length: classes },
    (_, i) => `import './frameworklib/orders-${i}.js';`,
  );
  return `${imports.join('\n')}\n\nexport { app } from './frameworklib/application.js';\n`;
}

const APPLICATION = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'synthetic' });
`;

const CLIENTS = `import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';

export const BASE = 'https://sqs.eu-west-1.amazonaws.com/123456789012';
export const TOPICS = 'arn:aws:sns:eu-west-1:123456789012';

export const clients = {
  s3: new S3Client({}),
  tables: DynamoDBDocument.from(new DynamoDB({})),
  sqs: new SQS({}),
  sns: new SNS({}),
  lambda: new LambdaClient({}),
  secrets: new SecretsManager({}),
  events: new EventBridge({}),
  metrics: new CloudWatch({}),
  users: new CognitoIdentityProviderClient({}),
};

let parameters: SSM | undefined;
export const ssm = () => (parameters ??= new SSM({}));

export class Secrets {
  readonly #manager: SecretsManager;
  constructor(manager: SecretsManager) {
    this.#manager = manager;
  }
  read(SecretId: string) {
    return this.#manager.getSecretValue({ SecretId });
  }
}

export async function firstOf<T>(pages: AsyncIterable<T>) {
  for await (const page of pages) return page;
  return undefined;
}
`;

function classFile(index, count) {
  const views = Array.from({ length: count }, (_, view) => {
    const number = index * VIEWS_PER_CLASS + view;
    return `  @app.route('/orders-${number}/{id}')
  async view${number}(id: string) {
    if (id === '') return { message: 'There is no order without a name' };
    const answer = await ${CALLS[number % CALLS.length](number)};
    return { id, found: answer !== undefined, at: new Date().toISOString() };
  }
`;
  });
  return `import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { app } from './application.js';
import { BASE, clients, firstOf, Secrets, ssm, TOPICS } from './clients.js';

export class Orders${index} {
${views.join('\n')}}
`;
}
