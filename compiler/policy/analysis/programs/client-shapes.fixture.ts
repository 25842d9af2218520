// Small applications that call operations as methods of clients, each with the expected result.
import type { Shape } from './command-shapes.fixture.js';

export const CLIENTS: readonly Shape[] = [
  [
    'a client in a variable',
    `import { S3 } from '@aws-sdk/client-s3';
     const s3 = new S3({});
     export const f = () => s3.headObject({ Bucket: 'b' });`,
    's3 method HeadObject({ Bucket: "b" })',
  ],
  [
    'a field, a #private field and a static field',
    `import { DynamoDB } from '@aws-sdk/client-dynamodb';
     class A {
       db = new DynamoDB({});
       #own = new DynamoDB({});
       static all = new DynamoDB({});
       f() { return [this.db.putItem({ TableName: 'a' }), this.#own.getItem({ TableName: 'b' }), A.all.scan({ TableName: 'c' })]; }
     }
     export const a = new A();`,
    'dynamodb method PutItem({ TableName: "a" })\ndynamodb method GetItem({ TableName: "b" })\ndynamodb method Scan({ TableName: "c" })',
  ],
  [
    'injection through a constructor',
    `import { SecretsManager } from '@aws-sdk/client-secrets-manager';
     class Secrets { constructor(private sm) {} get(SecretId: string) { return this.sm.getSecretValue({ SecretId }); } }
     export const secrets = new Secrets(new SecretsManager({}));
     secrets.get('one');`,
    'secrets-manager method GetSecretValue({ SecretId: "one" })',
  ],
  [
    'a factory and a lazy singleton',
    `import { SSM } from '@aws-sdk/client-ssm';
     let cached: SSM | undefined;
     const ssm = () => (cached ??= new SSM({}));
     async function other() { if (!cached) cached = new SSM({}); return cached; }
     export const f = () => ssm().getParameter({ Name: '/a' });
     export const g = async () => (await other()).putParameter({ Name: '/b' });`,
    'ssm method GetParameter({ Name: "/a" })\nssm method PutParameter({ Name: "/b" })',
  ],
  [
    'another module',
    `import lambda, { queue } from './clients.js';
     import * as all from './clients.js';
     lambda.invoke({ FunctionName: 'f' });
     queue.sendMessage({ QueueUrl: 'q' });
     all.topic.publish({ TopicArn: 't' });
-- clients.ts --
     import { Lambda } from '@aws-sdk/client-lambda';
     import { SQS } from '@aws-sdk/client-sqs';
     import { SNS } from '@aws-sdk/client-sns';
     export default new Lambda({});
     export const queue = new SQS({}), topic = new SNS({});`,
    'lambda method Invoke({ FunctionName: "f" })\nsqs method SendMessage({ QueueUrl: "q" })\nsns method Publish({ TopicArn: "t" })',
  ],
  [
    'a CommonJS module of the project',
    `import clients from './clients.cjs';
     const { queue } = require('./clients.cjs');
     clients.topic.publish({ TopicArn: 't' });
     queue.sendMessage({ QueueUrl: 'q' });
-- clients.cjs --
     const { SQS } = require('@aws-sdk/client-sqs');
     const { SNS } = require('@aws-sdk/client-sns');
     exports.topic = new SNS({});
     module.exports.queue = new SQS({});`,
    'sns method Publish({ TopicArn: "t" })\nsqs method SendMessage({ QueueUrl: "q" })',
  ],
  [
    'inheritance',
    `import { S3 } from '@aws-sdk/client-s3';
     class Base { protected s3 = new S3({}); }
     class Store extends Base { get() { return this.s3.getObject({ Bucket: 'b' }); } }
     abstract class Reader { abstract client(): S3; read() { return this.client().headBucket({ Bucket: 'c' }); } }
     class Real extends Reader { client() { return new S3({}); } }
     export const all = [new Store(), new Real()];`,
    's3 method GetObject({ Bucket: "b" })\ns3 method HeadBucket({ Bucket: "c" })',
  ],
  [
    'an alias of a member of a namespace',
    `import * as s3 from '@aws-sdk/client-s3';
     import S3 = s3.S3;
     namespace Aws { export import Client = s3.S3; }
     new S3({}).getObject({ Bucket: 'b' });
     new Aws.Client({}).headBucket({ Bucket: 'c' });`,
    's3 method GetObject({ Bucket: "b" })\ns3 method HeadBucket({ Bucket: "c" })',
  ],
  [
    'a namespace whose name has dots',
    `import { S3 } from '@aws-sdk/client-s3';
     const B = 'x';
     namespace A.B { export const s3 = new S3({}); s3.getObject({ Bucket: 'b' }); }
     namespace A.B.C { export const bucket = 'c'; }
     A.B.s3.headBucket({ Bucket: A.B.C.bucket });`,
    's3 method GetObject({ Bucket: "b" })\ns3 method HeadBucket({ Bucket: "c" })',
  ],
  [
    'a subclassed client',
    `import { S3 } from '@aws-sdk/client-s3';
     class Store extends S3 { own() { return this.listBuckets({}); } copy() { return super.copyObject({ Bucket: 'b' }); } }
     export const f = () => new Store({}).getObject({ Bucket: 'b' });`,
    's3 method ListBuckets({  })\ns3 method CopyObject({ Bucket: "b" })\ns3 method GetObject({ Bucket: "b" })',
  ],
  [
    'bind, a method that is stored, and call',
    `import { Lambda } from '@aws-sdk/client-lambda';
     const lambda = new Lambda({});
     const invoke = lambda.invoke.bind(lambda);
     invoke({ FunctionName: 'f' });
     const { listFunctions } = lambda;
     lambda.getFunction.call(lambda, { FunctionName: 'g' });`,
    'lambda method Invoke({ FunctionName: "f" })\nlambda method ListFunctions()\nlambda method GetFunction({ FunctionName: "g" })',
  ],
  [
    'element access, casts, non-null and optional calls',
    `import { Lambda } from '@aws-sdk/client-lambda';
     const lambda = new Lambda({}) as unknown as Lambda | undefined;
     lambda!['invoke']({ FunctionName: 'a' });
     lambda?.getFunction({ FunctionName: 'b' });
     (lambda as any).getAlias?.({ FunctionName: 'c' });
     (<Lambda>lambda).listAliases({ FunctionName: 'd' });`,
    'lambda method Invoke({ FunctionName: "a" })\nlambda method GetFunction({ FunctionName: "b" })\nlambda method GetAlias({ FunctionName: "c" })\nlambda method ListAliases({ FunctionName: "d" })',
  ],
  [
    'a method by a name that is one of several',
    `import { EC2 } from '@aws-sdk/client-ec2';
     const ec2 = new EC2({});
     export const f = (on: boolean) => ec2[on ? 'startInstances' : 'stopInstances']({ InstanceIds: ['i'] });`,
    'ec2 method StartInstances({ InstanceIds: ["i"] })\nec2 method StopInstances({ InstanceIds: ["i"] })',
  ],
  [
    'a method by a name that is not known',
    `import { EC2 } from '@aws-sdk/client-ec2';
     const ec2 = new EC2({});
     export const f = (name: string) => ec2[name]({});`,
    'computed ec2[name] of @aws-sdk/client-ec2',
  ],
  [
    'wrappers that give back the client',
    `import { Tracer } from '@aws-lambda-powertools/tracer';
     import AWSXRay from 'aws-xray-sdk-core';
     import { DynamoDB } from '@aws-sdk/client-dynamodb';
     import { S3 } from '@aws-sdk/client-s3';
     const tracer = new Tracer();
     const db = tracer.captureAWSv3Client(new DynamoDB({}));
     const s3 = AWSXRay.captureAWSv3Client(new S3({}));
     db.getItem({ TableName: 't' });
     s3.getObject({ Bucket: 'b' });`,
    'dynamodb method GetItem({ TableName: "t" })\ns3 method GetObject({ Bucket: "b" })',
  ],
  [
    'the aggregated document client',
    `import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
     import { DynamoDB } from '@aws-sdk/client-dynamodb';
     const db = DynamoDBDocument.from(new DynamoDB({}));
     db.put({ TableName: 't', Item: {} });
     db.query({ TableName: 't', IndexName: 'i' });`,
    'lib-dynamodb method Put({ Item: {  }, TableName: "t" })\nlib-dynamodb method Query({ IndexName: "i", TableName: "t" })',
  ],
  [
    'paginators and waiters as methods',
    `import { S3 } from '@aws-sdk/client-s3';
     const s3 = new S3({});
     for await (const page of s3.paginateListObjectsV2({ Bucket: 'b' })) page;
     await s3.waitUntilObjectExists({ Bucket: 'b', Key: 'k' }, 60);`,
    's3 paginator ListObjectsV2({ Bucket: "b" })\ns3 waiter ObjectExists({ Bucket: "b", Key: "k" })',
  ],
  [
    'destructured, in lists, in maps, in records',
    `import { S3 } from '@aws-sdk/client-s3';
     import { SQS } from '@aws-sdk/client-sqs';
     const clients = { s3: new S3({}), sqs: new SQS({}) };
     const { s3, ...others } = clients;
     const [first, second] = [new S3({}), new SQS({})] as const;
     const byRegion = new Map([['eu', new S3({})]]);
     byRegion.set('us', new S3({}));
     s3.getObject({ Bucket: 'a' });
     others.sqs.sendMessage({ QueueUrl: 'b' });
     first.putObject({ Bucket: 'c' });
     second.deleteMessage({ QueueUrl: 'd' });
     byRegion.get('eu')?.headObject({ Bucket: 'e' });
     for (const [, client] of byRegion) client.listObjects({ Bucket: 'f' });
     Object.values(clients).forEach((client) => client.listQueues({}));`,
    's3 method GetObject({ Bucket: "a" })\nsqs method SendMessage({ QueueUrl: "b" })\ns3 method PutObject({ Bucket: "c" })\nsqs method DeleteMessage({ QueueUrl: "d" })\ns3 method HeadObject({ Bucket: "e" })\ns3 method ListObjects({ Bucket: "f" })\nsqs method ListQueues({  })',
  ],
  [
    'generic functions that make a client',
    `import { SSM } from '@aws-sdk/client-ssm';
     import { KMS } from '@aws-sdk/client-kms';
     function get<T>(Client: new (config: object) => T): T { return new Client({}); }
     get(SSM).getParametersByPath({ Path: '/a' });
     get(KMS).encrypt({ KeyId: 'k' });`,
    'ssm method GetParametersByPath({ Path: "/a" })\nkms method Encrypt({ KeyId: "k" })',
  ],
  [
    'structural ports',
    `import { S3 } from '@aws-sdk/client-s3';
     interface ObjectReader { getObject(input: object): Promise<unknown>; }
     const reader: ObjectReader = new S3({});
     const load = (from: ObjectReader, Bucket: string) => from.getObject({ Bucket });
     load(reader, 'b');`,
    's3 method GetObject({ Bucket: "b" })',
  ],
  [
    'a client in globalThis',
    `import { S3 } from '@aws-sdk/client-s3';
     const shared = globalThis as any;
     shared.s3 ??= new S3({});
     export const f = () => shared.s3.getObject({ Bucket: 'b' });`,
    's3 method GetObject({ Bucket: "b" })',
  ],
  [
    'promises of clients',
    `import { S3 } from '@aws-sdk/client-s3';
     const ready = new Promise<S3>((resolve) => resolve(new S3({})));
     const both = Promise.all([ready, import('@aws-sdk/client-sqs').then(({ SQS }) => new SQS({}))]);
     export const f = async () => { const [s3, sqs] = await both; await s3.getObject({ Bucket: 'b' }); return sqs.sendMessage({ QueueUrl: 'q' }); };`,
    's3 method GetObject({ Bucket: "b" })\nsqs method SendMessage({ QueueUrl: "q" })',
  ],
  [
    'getters',
    `import { S3 } from '@aws-sdk/client-s3';
     class Services { get s3() { return new S3({}); } static get one() { return new Services(); } }
     const object = { get client() { return new S3({}); } };
     Services.one.s3.getObject({ Bucket: 'a' });
     object.client.getObject({ Bucket: 'b' });`,
    's3 method GetObject({ Bucket: "a" })\ns3 method GetObject({ Bucket: "b" })',
  ],
  [
    'a memoized factory of a package',
    `import once from 'lodash.once';
     import { S3 } from '@aws-sdk/client-s3';
     const client = once(() => new S3({}));
     export const f = () => client().getObject({ Bucket: 'b' });`,
    's3 method GetObject({ Bucket: "b" })',
  ],
  [
    'generators of clients',
    `import { S3 } from '@aws-sdk/client-s3';
     function* clients() { yield new S3({ region: 'eu' }); yield new S3({ region: 'us' }); }
     for (const s3 of clients()) s3.listBuckets({});`,
    's3 method ListBuckets({  })',
  ],
  [
    'a client handed to a package that is not known',
    `import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
     import { DynamoDB } from '@aws-sdk/client-dynamodb';
     import { Entity } from 'electrodb';
     const client = DynamoDBDocument.from(new DynamoDB({}));
     export const users = new Entity({ model: {} }, { client, table: 'users' });
     users.get({ id: '1' }).go();`,
    'DynamoDBDocument given to electrodb',
  ],
  [
    'SDK version 2',
    `import AWS from 'aws-sdk';
     import SQS from 'aws-sdk/clients/sqs';
     import { DocumentClient } from 'aws-sdk/clients/dynamodb';
     const s3 = new AWS.S3();
     export const f = () => s3.getObject({ Bucket: 'b' }).promise();
     new SQS().sendMessage({ QueueUrl: 'q' }, (error, data) => data);
     new DocumentClient().get({ TableName: 't' });
     new AWS.DynamoDB.DocumentClient().put({ TableName: 'u' });
     s3.upload({ Bucket: 'c' });
     s3.getSignedUrl('putObject', { Bucket: 'd' });
     s3.waitFor('objectExists', { Bucket: 'e' });
     s3.makeRequest('listObjects', { Bucket: 'f' });`,
    'aws-sdk/S3 v2 GetObject({ Bucket: "b" })\naws-sdk/SQS v2 SendMessage({ QueueUrl: "q" })\naws-sdk/DynamoDB.DocumentClient v2 Get({ TableName: "t" })\naws-sdk/DynamoDB.DocumentClient v2 Put({ TableName: "u" })\naws-sdk/S3 v2 Upload({ Bucket: "c" })\naws-sdk/S3 v2 PutObject({ Bucket: "d" })\naws-sdk/S3 waiter ObjectExists({ Bucket: "e" })\naws-sdk/S3 v2 ListObjects({ Bucket: "f" })',
  ],
  [
    'using, tagged templates and conditions in loops',
    `import { S3, GetObjectCommand } from '@aws-sdk/client-s3';
     declare function tag(parts: TemplateStringsArray, ...values: unknown[]): void;
     export async function f() {
       await using s3 = new S3({});
       for (let i = 0; i < 3; i++) if (i) await s3.getObject({ Bucket: 'a' });
       tag\`x\${new GetObjectCommand({ Bucket: 'b' })}\`;
       switch (1) { case 1: { do { await s3.headObject({ Bucket: 'c' }); } while (false); } }
       label: try { s3.listBuckets({}); } finally { s3.deleteObject({ Bucket: 'd' }); }
     }`,
    's3 method GetObject({ Bucket: "a" })\ns3 command GetObject()\ns3 method HeadObject({ Bucket: "c" })\ns3 method ListBuckets({  })\ns3 method DeleteObject({ Bucket: "d" })',
  ],
  [
    'a client in the properties of an element',
    `import { page } from './page.js';
     export { page };
-- page.tsx --
     import { S3 } from '@aws-sdk/client-s3';
     const s3 = new S3({});
     const Component = ({ load }: { load: () => unknown }) => <b>{load()}</b>;
     export const page = () => <Component load={() => s3.getObject({ Bucket: 'a' })} key={s3.listBuckets({})} />;`,
    's3 method GetObject({ Bucket: "a" })\ns3 method ListBuckets({  })',
  ],
];
