// S3 of the test cloud: which notifications it rejects, in its own words, and what it says about an object.
import { PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { AddPermissionCommand } from '@aws-sdk/client-lambda';
import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  type LambdaFunctionConfiguration,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
} from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud({ timeScale: 0 });
  clients = createClients(cloud);
  await clients.s3.send(new CreateBucketCommand({ Bucket: 'uploads' }));
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
  return clients.s3.send(new PutBucketNotificationConfigurationCommand(input));
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
  await clients.lambda.send(new AddPermissionCommand(command));
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
  const command = new GetBucketNotificationConfigurationCommand({ Bucket: 'uploads' });
  const found = await clients.s3.send(command);
  expect(found.LambdaFunctionConfigurations?.map(({ Id }) => Id)).toEqual(['one', 'two']);
  expect(found.EventBridgeConfiguration).toBeDefined();
});

test('an object that is put comes to the functions that its key is meant for', async () => {
  await createFunction();
  await permit('s3.amazonaws.com', 'arn:aws:s3:::uploads');
  await put(entry('one', 'in/'));
  const rule = { Name: 'rule', EventPattern: '{"source":["aws.s3"]}' };
  const { RuleArn = '' } = await clients.events.send(new PutRuleCommand(rule));
  await permit('events.amazonaws.com', RuleArn);
  const Targets = [{ Id: 'function', Arn: FUNCTION }];
  await clients.events.send(new PutTargetsCommand({ Rule: 'rule', Targets }));
  for (const Key of ['in/a b.txt', 'out/c.txt']) {
    await clients.s3.send(new PutObjectCommand({ Bucket: 'uploads', Key, Body: 'text' }));
  }
  const payloads = (await cloud.deliveries()).map(({ payload }) => payload);
  expect(payloads.toSorted()).toEqual(['"in/a b.txt"', '"in/a+b.txt"', '"out/c.txt"']);
});
