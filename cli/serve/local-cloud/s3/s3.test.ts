// S3 of the test cloud: which notifications it rejects, in its own words, what it says about an object, and bucket policies.
import type { LambdaFunctionConfiguration } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
} from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud({ timeScale: 0 });
  clients = createClients(cloud);
  await clients.s3.createBucket({ Bucket: 'uploads' });
});
afterEach(() => cloud.close());

const FUNCTION = 'arn:aws:lambda:us-east-1:123456789012:function:function';

function entry(Id: string, Value: string): LambdaFunctionConfiguration {
  const Filter = { Key: { FilterRules: [{ Name: 'prefix' as const, Value }] } };
  return { Id, LambdaFunctionArn: FUNCTION, Events: ['s3:ObjectCreated:*'], Filter };
}

function put(...LambdaFunctionConfigurations: LambdaFunctionConfiguration[]): Promise<unknown> {
  const NotificationConfiguration = { LambdaFunctionConfigurations, EventBridgeConfiguration: {} };
  const input = { Bucket: 'uploads', NotificationConfiguration };
  return clients.s3.putBucketNotificationConfiguration(input);
}

async function createFunction(): Promise<void> {
  const Role = await createReadyRole(clients);
  const files = {
    'index.mjs':
      'export const handler = (event) => event.Records?.[0].s3.object.key ?? event.detail.object.key;',
  };
  await createReadyFunction(clients, { Role, files });
}

async function permit(Principal: string, SourceArn: string): Promise<void> {
  const StatementId = Principal.split('.')[0];
  const statement = { Action: 'lambda:InvokeFunction', Principal, SourceArn, StatementId };
  const command = { ...statement, FunctionName: 'function', SourceAccount: '123456789012' };
  await clients.lambda.addPermission(command);
}

test('a function that S3 may not call, and entries that overlap, are refused', async () => {
  await createFunction();
  expect(await refusalOf(put(entry('one', 'in/')))).toContain(
    'InvalidArgument 400 Unable to validate the following destination configurations',
  );
  await permit('s3.amazonaws.com', 'arn:aws:s3:::uploads');
  expect(await refusalOf(put(entry('one', 'in/'), entry('two', 'in/a')))).toBe(
    'InvalidArgument 400 Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping for the same event type.',
  );
  expect(await refusalOf(put(entry('one', 'a/'), entry('one', 'b/')))).toContain('Same ID used');
  await put(entry('one', 'a/'), entry('two', 'b/'));
  const found = await clients.s3.getBucketNotificationConfiguration({ Bucket: 'uploads' });
  expect(found.LambdaFunctionConfigurations?.map(({ Id }) => Id)).toEqual(['one', 'two']);
  expect(found.EventBridgeConfiguration).toBeDefined();
});

test('an object that is put comes to the functions that its key is meant for', async () => {
  await createFunction();
  await permit('s3.amazonaws.com', 'arn:aws:s3:::uploads');
  await put(entry('one', 'in/'));
  const rule = { Name: 'rule', EventPattern: '{"source":["aws.s3"]}' };
  const { RuleArn = '' } = await clients.events.putRule(rule);
  await permit('events.amazonaws.com', RuleArn);
  const Targets = [{ Id: 'function', Arn: FUNCTION }];
  await clients.events.putTargets({ Rule: 'rule', Targets });
  for (const Key of ['in/a b.txt', 'out/c.txt']) {
    await clients.s3.putObject({ Bucket: 'uploads', Key, Body: 'text' });
  }
  const payloads = (await cloud.deliveries()).map(({ payload }) => payload);
  expect(payloads.toSorted()).toEqual(['"in/a b.txt"', '"in/a+b.txt"', '"out/c.txt"']);
});

test('the policy of the bucket counts for each object, and tags need a permission of their own', async () => {
  const { s3 } = clients;
  await s3.createBucket({ Bucket: 'shared' });
  const place = { Bucket: 'shared', Key: 'a' };
  await s3.putObject({ ...place, Body: 'a' });
  const [bucket, all] = ['arn:aws:s3:::shared', 'arn:aws:s3:::shared/*'];
  const statement = (Effect: string, Action: string, Resource: string) => ({
    ...{ Effect, Action, Resource, Principal: { AWS: 'arn:aws:iam::123456789012:user/tester' } },
  });
  const Statement = [
    statement('Allow', 's3:GetObject', all),
    statement('Deny', 's3:DeleteObject', all),
    statement('Allow', 's3:ListBucket', bucket),
  ];
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await s3.putBucketPolicy({ Bucket: 'shared', Policy });
  const Action = ['s3:PutObject', 's3:DeleteObject'];
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
  });
  const copy = { Bucket: 'uploads', Key: 'copy', CopySource: 'shared/a' };
  const tagged = { Bucket: 'uploads', Key: 'tagged', Body: 'text', Tagging: 'a=1' };
  const attributes = { ...place, ObjectAttributes: ['ETag' as const] };
  const removed = await s3.deleteObjects({ Bucket: 'shared', Delete: { Objects: [{ Key: 'a' }] } });
  const found = {
    removed: removed.Errors?.map(({ Message }) => Message),
    copied: await refusalOf(s3.copyObject(copy)),
    version: await refusalOf(s3.copyObject({ ...copy, CopySource: 'shared/a?versionId=null' })),
    missing: await refusalOf(s3.getObject({ ...place, Key: 'none' })),
    tagged: await refusalOf(s3.putObject(tagged)),
    attributes: await refusalOf(s3.getObjectAttributes(attributes)),
  };
  cloud.restrictCaller(undefined);
  expect(found).toMatchInlineSnapshot(`
    {
      "attributes": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: s3:GetObjectAttributes on resource: arn:aws:s3:::shared/a because no identity-based policy allows the s3:GetObjectAttributes action",
      "copied": "accepted",
      "missing": "NoSuchKey 404 The specified key does not exist.",
      "removed": [
        "User: arn:aws:iam::123456789012:user/tester is not authorized to perform: s3:DeleteObject on resource: arn:aws:s3:::shared/a with an explicit deny in a resource-based policy",
      ],
      "tagged": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: s3:PutObjectTagging on resource: arn:aws:s3:::uploads/tagged because no identity-based policy allows the s3:PutObjectTagging action",
      "version": "AccessDenied 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: s3:GetObjectVersion on resource: arn:aws:s3:::shared/a because no identity-based policy allows the s3:GetObjectVersion action",
    }
  `);
});
