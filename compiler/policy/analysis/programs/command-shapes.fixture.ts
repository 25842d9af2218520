// Small applications, one for each way to write SDK calls, each with the expected result. Each line of the result is a use, or
// a call that cannot be resolved, as `show` prints it.

export type Shape = readonly [shape: string, source: string, expected: string];

/** Cases with commands, and with functions that call operations. */
export const COMMANDS: readonly Shape[] = [
  [
    'a command that is constructed and sent',
    `import { S3Client, PutObjectCommand } from '@aws-sdk/client-s3';
     const s3 = new S3Client({});
     export const put = (key: string) => s3.send(new PutObjectCommand({ Bucket: 'photos', Key: key }));`,
    's3 command PutObject({ Bucket: "photos", Key: ? })',
  ],
  [
    'a namespace that is exported by its name, behind `export *`',
    `import { sqs } from './barrel.js';
     new sqs.SQSClient({}).send(new sqs.SendMessageCommand({ QueueUrl: 'https://sqs/1/jobs' }));
     -- barrel.ts --
     export * from './sdk.js';
     -- sdk.ts --
     import * as sqs from '@aws-sdk/client-sqs';
     export { sqs };`,
    'sqs command SendMessage({ QueueUrl: "https://sqs/1/jobs" })',
  ],
  [
    'a renamed command beside `export *` of the same client',
    `import { Send, SQSClient } from './barrel.js';
     new SQSClient({}).send(new Send({ QueueUrl: 'https://sqs/1/jobs' }));
     -- barrel.ts --
     export * from './sdk.js';
     -- sdk.ts --
     export * from '@aws-sdk/client-sqs';
     export { SendMessageCommand as Send } from '@aws-sdk/client-sqs';`,
    'sqs command SendMessage({ QueueUrl: "https://sqs/1/jobs" })',
  ],
  [
    'a client behind two `export *`',
    `import { PurgeQueueCommand, SQSClient } from './barrel.js';
     new SQSClient({}).send(new PurgeQueueCommand({ QueueUrl: 'https://sqs/1/jobs' }));
     -- barrel.ts --
     export * from './sdk.js';
     -- sdk.ts --
     export * from '@aws-sdk/client-sqs';`,
    'sqs command PurgeQueue({ QueueUrl: "https://sqs/1/jobs" })',
  ],
  [
    'a file of a client',
    `import { SendMessageCommand } from '@aws-sdk/client-sqs/dist-es/commands/SendMessageCommand.js';
     import { SQSClient } from '@aws-sdk/client-sqs';
     new SQSClient({}).send(new SendMessageCommand({ QueueUrl: 'https://sqs/1/jobs' }));`,
    'sqs command SendMessage({ QueueUrl: "https://sqs/1/jobs" })',
  ],
  [
    'a renamed import',
    `import { SendMessageCommand as Send, SQSClient } from '@aws-sdk/client-sqs';
     new SQSClient({}).send(new Send({ QueueUrl: 'https://sqs/1/jobs' }));`,
    'sqs command SendMessage({ QueueUrl: "https://sqs/1/jobs" })',
  ],
  [
    'a namespace import',
    `import * as s3 from '@aws-sdk/client-s3';
     new s3.S3Client({}).send(new s3.PutObjectCommand({ Bucket: 'b' }));
     s3.paginateListObjectsV2({ client: new s3.S3Client({}) }, { Bucket: 'b' });`,
    's3 command PutObject({ Bucket: "b" })\ns3 paginator ListObjectsV2({ Bucket: "b" })',
  ],
  [
    'a command that is stored in a variable',
    `import { GetItemCommand } from '@aws-sdk/client-dynamodb';
     const Command = GetItemCommand;
     export const make = () => new Command({ TableName: 't' });`,
    'dynamodb command GetItem({ TableName: "t" })',
  ],
  [
    'a command that is passed to a function',
    `import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
     const db = new DynamoDBClient({});
     function call(client, Command, input) { return client.send(new Command(input)); }
     call(db, GetItemCommand, { TableName: 'orders' });`,
    'dynamodb command GetItem({ TableName: "orders" })',
  ],
  [
    'commands in a map of classes',
    `import { StartInstancesCommand, StopInstancesCommand, EC2Client } from '@aws-sdk/client-ec2';
     const actions = { start: StartInstancesCommand, stop: StopInstancesCommand };
     export const run = (name: 'start' | 'stop') => new EC2Client({}).send(new actions[name]({ InstanceIds: ['i'] }));`,
    'ec2 command StartInstances({ InstanceIds: ["i"] })\nec2 command StopInstances({ InstanceIds: ["i"] })',
  ],
  [
    'a command that is subclassed',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class PutPhoto extends PutObjectCommand { constructor(key: string) { super({ Bucket: 'photos', Key: key }); } }
     export const f = () => new PutPhoto('a');`,
    's3 command PutObject({ Bucket: "photos", Key: "a" })',
  ],
  [
    'a subclass of a command without a constructor',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class Put extends PutObjectCommand {}
     export const f = () => new Put({ Bucket: 'photos', Key: 'a' });`,
    's3 command PutObject({ Bucket: "photos", Key: "a" })',
  ],
  [
    'a subclass of a command that changes its input',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class Put extends PutObjectCommand { constructor() { super({ Bucket: 'photos', Key: 'a' }); this.input.Bucket = String(process.argv); } }
     export const f = () => new Put();`,
    's3 command PutObject()',
  ],
  [
    'a subclass of a subclass of a command that replaces its input',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class Put extends PutObjectCommand {}
     class Own extends Put { constructor(input: any) { super({ Bucket: 'photos', Key: 'a' }); (this as any).input = input; } }
     export const f = (input: any) => new Own(input);`,
    's3 command PutObject()',
  ],
  [
    'an input of a subclass of a command that others change',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class Put extends PutObjectCommand {}
     export const f = (bucket: string) => { const put = new Put({ Bucket: 'photos', Key: 'a' }); put.input.Bucket = bucket; return put; };`,
    's3 command PutObject()',
  ],
  [
    'a subclass of a command that gives itself away',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class Put extends PutObjectCommand { constructor() { super({ Bucket: 'photos', Key: 'a' }); change(this); } }
     import { change } from 'unknown-package';
     export const f = () => new Put();`,
    's3 command PutObject()',
  ],
  [
    'a command with a static member that a block assigns',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     class Photos { static bucket: string; static { this.bucket = 'photos'; } static put() { return new PutObjectCommand({ Bucket: Photos.bucket, Key: 'a' }); } }
     export const f = () => Photos.put();`,
    's3 command PutObject({ Bucket: "photos", Key: "a" })',
  ],
  [
    'a command with the member of an object whose key is not known',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     const buckets = { a: { name: 'photos' }, b: { name: 'videos' } } as const satisfies Record<string, { name: string }>;
     export const f = (k: keyof typeof buckets) => new PutObjectCommand({ Bucket: buckets[k].name, Key: 'a' });`,
    's3 command PutObject({ Bucket: "photos"|"videos", Key: "a" })',
  ],
  [
    'commands with the entries of an object',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     const buckets = { a: { name: 'photos' }, b: { name: 'videos' } };
     export const f = () => Object.entries(buckets).map(([Key, { name }]) => new PutObjectCommand({ Bucket: name, Key }));`,
    's3 command PutObject({ Bucket: "photos"|"videos", Key: ? })',
  ],
  [
    'a command with a member that may not be there',
    `import { PutObjectCommand } from '@aws-sdk/client-s3';
     const buckets: any = { a: { name: 'photos' } };
     export const f = (k: string) => new PutObjectCommand({ Bucket: buckets[k]?.name, Key: 'a' });`,
    's3 command PutObject({ Bucket: ?, Key: "a" })',
  ],
  [
    'a command that is chosen',
    `import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
     export const f = (c: boolean) => new (c ? GetObjectCommand : HeadObjectCommand)({ Bucket: 'b' });`,
    's3 command GetObject({ Bucket: "b" })\ns3 command HeadObject({ Bucket: "b" })',
  ],
  [
    'a barrel of the project',
    `import { Put, client, storage } from './aws.js';
     client.send(new Put({ Bucket: 'a' }));
     client.send(new storage.GetObjectCommand({ Bucket: 'b' }));
-- aws.ts --
     import { S3Client } from '@aws-sdk/client-s3';
     export { PutObjectCommand as Put, DeleteObjectCommand } from '@aws-sdk/client-s3';
     export * as storage from '@aws-sdk/client-s3';
     export const client = new S3Client({});`,
    's3 command PutObject({ Bucket: "a" })\ns3 command GetObject({ Bucket: "b" })',
  ],
  [
    'a star export of a package',
    `import { PutObjectCommand } from './aws.js';
     export const f = () => new PutObjectCommand({ Bucket: 'a' });
-- aws.ts --
     export * from '@aws-sdk/client-s3';`,
    's3 command PutObject({ Bucket: "a" })',
  ],
  [
    'a destructured require',
    `const { S3Client, GetObjectCommand, PutObjectCommand } = require('@aws-sdk/client-s3');
     new S3Client({}).send(new GetObjectCommand({ Bucket: 'b' }));`,
    's3 command GetObject({ Bucket: "b" })',
  ],
  [
    'a require of the whole package',
    `const s3 = require('@aws-sdk/client-s3');
     new s3.S3Client({}).send(new s3.GetObjectCommand({ Bucket: 'b' }));`,
    's3 command GetObject({ Bucket: "b" })',
  ],
  [
    'import = require',
    `import s3 = require('@aws-sdk/client-s3');
     new s3.S3Client({}).send(new s3.GetObjectCommand({ Bucket: 'b' }));`,
    's3 command GetObject({ Bucket: "b" })',
  ],
  [
    'createRequire',
    `import { createRequire } from 'node:module';
     const load = createRequire(import.meta.url);
     const { SNSClient, PublishCommand } = load('@aws-sdk/client-sns');
     new SNSClient({}).send(new PublishCommand({ TopicArn: 't' }));`,
    'sns command Publish({ TopicArn: "t" })',
  ],
  [
    'an awaited import, destructured',
    `export async function f() {
       const { SSMClient, GetParameterCommand: Get } = await import('@aws-sdk/client-ssm');
       return new SSMClient({}).send(new Get({ Name: '/a' }));
     }`,
    'ssm command GetParameter({ Name: "/a" })',
  ],
  [
    'an awaited import, as a namespace',
    `export async function f() {
       const ssm = await import('@aws-sdk/client-ssm');
       return new ssm.SSMClient({}).send(new ssm.GetParameterCommand({ Name: '/a' }));
     }`,
    'ssm command GetParameter({ Name: "/a" })',
  ],
  [
    'an import with then',
    `export const f = () => import('@aws-sdk/client-ssm')
       .then(({ SSMClient, GetParameterCommand }) => new SSMClient({}).send(new GetParameterCommand({ Name: '/a' })));
     export const g = () => import('@aws-sdk/client-kms').then((m) => new m.KMS({}).decrypt({ KeyId: 'k' }));`,
    'ssm command GetParameter({ Name: "/a" })\nkms method Decrypt({ KeyId: "k" })',
  ],
  [
    'document client commands',
    `import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
     import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
     const db = DynamoDBDocumentClient.from(new DynamoDBClient({}));
     db.send(new GetCommand({ TableName: 't', Key: { id: 1 } }));
     db.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't' } }, { Update: { TableName: 'u' } }] }));`,
    'lib-dynamodb command Get({ Key: { id: 1 }, TableName: "t" })\nlib-dynamodb command TransactWrite({ TransactItems: [{ Put: { TableName: "t" } }, { Update: { TableName: "u" } }] })',
  ],
  [
    'a command in a closure that is called again',
    `import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';
     import retry from 'p-retry';
     const s3 = new S3Client({});
     export const get = (Key: string) => retry(() => s3.send(new GetObjectCommand({ Bucket: 'b', Key })));`,
    's3 command GetObject({ Bucket: "b", Key: ? })',
  ],
  [
    'commands in a list that is mapped',
    `import { S3Client, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
     const s3 = new S3Client({});
     await Promise.all([GetObjectCommand, HeadObjectCommand].map((Command) => s3.send(new Command({ Bucket: 'b' }))));`,
    's3 command GetObject({ Bucket: "b" })\ns3 command HeadObject({ Bucket: "b" })',
  ],
  [
    'paginators and waiters',
    `import { DynamoDBClient, paginateQuery, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
     const client = new DynamoDBClient({});
     for await (const page of paginateQuery({ client }, { TableName: 't' })) page;
     await waitUntilTableExists({ client, maxWaitTime: 10 }, { TableName: 't' });`,
    'dynamodb paginator Query({ TableName: "t" })\ndynamodb waiter TableExists({ TableName: "t" })',
  ],
  [
    'a paginator that is passed on',
    `import { S3, paginateListObjectsV2 } from '@aws-sdk/client-s3';
     async function all(paginate, input) { for await (const page of paginate({ client: new S3({}) }, input)) page; }
     all(paginateListObjectsV2, { Bucket: 'b' });`,
    's3 paginator ListObjectsV2({ Bucket: "b" })',
  ],
  [
    'presigning',
    `import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';
     import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
     import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
     const s3 = new S3Client({});
     export const url = () => getSignedUrl(s3, new GetObjectCommand({ Bucket: 'b', Key: 'k' }), { expiresIn: 60 });
     export const post = () => createPresignedPost(s3, { Bucket: 'uploads', Key: 'k' });`,
    's3 command GetObject({ Bucket: "b", Key: "k" })\ns3-presigned-post library createPresignedPost([?, { Bucket: "uploads", Key: "k" }])',
  ],
  [
    'uploads of lib-storage',
    `import { Upload } from '@aws-sdk/lib-storage';
     import { S3Client } from '@aws-sdk/client-s3';
     export const f = (Body) => new Upload({ client: new S3Client({}), params: { Bucket: 'b', Key: 'k', Body } }).done();`,
    'lib-storage library Upload([{ client: ?, params: { Body: ?, Bucket: "b", Key: "k" } }])',
  ],
  [
    'signers and temporary credentials',
    `import { Signer } from '@aws-sdk/rds-signer';
     import { DsqlSigner } from '@aws-sdk/dsql-signer';
     import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
     import { S3 } from '@aws-sdk/client-s3';
     new Signer({ hostname: 'h', username: 'u', port: 5432 }).getAuthToken();
     new DsqlSigner({ hostname: 'h' }).getDbConnectAuthToken();
     export const s3 = new S3({ credentials: fromTemporaryCredentials({ params: { RoleArn: 'arn:aws:iam::1:role/r' } }) });`,
    'rds-signer library Signer([{ hostname: "h", port: 5432, username: "u" }])\ndsql-signer library DsqlSigner.getDbConnectAuthToken([])\ndsql-signer library DsqlSigner([{ hostname: "h" }])\ncredential-providers library fromTemporaryCredentials([{ params: { RoleArn: "arn:aws:iam::1:role/r" } }])',
  ],
  [
    'Powertools',
    `import { getParameter, SSMProvider } from '@aws-lambda-powertools/parameters/ssm';
     import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
     import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
     const provider = new SSMProvider();
     export const f = async () => [await getParameter('/a', { decrypt: true }), await provider.getMultiple('/b'), await getSecret('s')];
     export const store = new DynamoDBPersistenceLayer({ tableName: 'idempotency' });`,
    'parameters/ssm library SSMProvider([])\nparameters/ssm library getParameter(["/a", { decrypt: true }])\nparameters/ssm library SSMProvider.getMultiple(["/b"])\nparameters/secrets library getSecret(["s"])\nidempotency/dynamodb library DynamoDBPersistenceLayer([{ tableName: "idempotency" }])',
  ],
];
