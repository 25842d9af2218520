// Functions of the test cloud, tested with the SDK's client: created, read, changed, published, deleted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
  untilReady,
  zipOf,
} from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let clients: Clients;
let lambda: Clients['lambda'];
let role = '';
beforeAll(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
  ({ lambda } = clients);
  role = await createReadyRole(clients);
});
afterAll(() => cloud.close());

const files = { 'index.mjs': 'export const handler = async () => 1;' };

test('the code of a function and of its versions can be downloaded', async () => {
  await createReadyFunction(clients, {
    FunctionName: 'download',
    Role: role,
    files,
    Publish: true,
  });
  const zip = zipOf({ 'index.mjs': 'export const handler = async () => 2;' });
  await lambda.updateFunctionCode({ FunctionName: 'download', ZipFile: zip });
  const download = async (qualifier?: string): Promise<Uint8Array> => {
    const { Code } = await lambda.getFunction({ FunctionName: 'download', Qualifier: qualifier });
    return new Uint8Array(await (await fetch(Code?.Location ?? '')).arrayBuffer());
  };
  expect(await download()).toEqual(zip);
  expect(await download('1')).toEqual(zipOf(files));
  expect((await fetch(`${cloud.url}/_code/unknown`)).status).toBe(403);
});

test('a change is refused when the function is another than the caller read', async () => {
  await createReadyFunction(clients, { FunctionName: 'revisions', Role: role, files });
  const { RevisionId } = await lambda.getFunctionConfiguration({ FunctionName: 'revisions' });
  const update = { FunctionName: 'revisions', Description: 'once', RevisionId };
  const updated = await lambda.updateFunctionConfiguration(update);
  await untilReady(lambda, 'revisions');
  const settled = await lambda.getFunctionConfiguration({ FunctionName: 'revisions' });
  // The end of an update also creates a revision.
  expect(new Set([RevisionId, updated.RevisionId, settled.RevisionId]).size).toBe(3);
  expect(await refusalOf(lambda.updateFunctionConfiguration(update))).toMatchInlineSnapshot(
    `"PreconditionFailedException 412 The Revision Id provided does not match the latest Revision Id. Call the GetFunction/GetAlias API to retrieve the latest Revision Id"`,
  );
});

test('permissions, tags and a new version make a revision each, a read none', async () => {
  const FunctionName = 'revised';
  await createReadyFunction(clients, { FunctionName, Role: role, files });
  const read = async (): Promise<{ readonly arn: string; readonly revision: string }> => {
    const { Configuration } = await lambda.getFunction({ FunctionName });
    const { FunctionArn: arn = '', RevisionId: revision = '' } = Configuration ?? {};
    return { arn, revision };
  };
  const { arn, revision } = await read();
  expect(await read()).toEqual({ arn, revision });
  const statement = { FunctionName, StatementId: 'one' };
  const principal = { Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' };
  const changes: readonly (() => Promise<unknown>)[] = [
    () => lambda.addPermission({ ...statement, ...principal }),
    () => lambda.removePermission(statement),
    () => lambda.tagResource({ Resource: arn, Tags: { team: 'a' } }),
    () => lambda.untagResource({ Resource: arn, TagKeys: ['team'] }),
    () => lambda.publishVersion({ FunctionName }),
  ];
  const seen = new Set([revision]);
  for (const change of changes) {
    await change();
    seen.add((await read()).revision);
  }
  expect(seen.size).toBe(1 + changes.length);
});

test('versions are published when something has changed, listed and deleted', async () => {
  const FunctionName = 'versions';
  const made = await lambda.createFunction({
    FunctionName,
    Role: role,
    Runtime: 'nodejs22.x',
    Handler: 'index.handler',
    Code: { ZipFile: zipOf(files) },
    Publish: true,
  });
  expect(made.Version).toBe('1');
  expect(made.FunctionArn).toMatch(/:function:versions:1$/);
  await untilReady(lambda, FunctionName);
  expect((await lambda.publishVersion({ FunctionName })).Version).toBe('1');
  const code = zipOf({ 'index.mjs': '' });
  const updated = await lambda.updateFunctionCode({ FunctionName, ZipFile: code, Publish: true });
  expect(updated.Version).toBe('2');
  await untilReady(lambda, FunctionName);
  await lambda.updateFunctionConfiguration({ FunctionName, Timeout: 7 });
  await untilReady(lambda, FunctionName);
  expect((await lambda.publishVersion({ FunctionName })).Version).toBe('3');
  const listed = async (): Promise<readonly string[]> => {
    const first = await lambda.listVersionsByFunction({ FunctionName, MaxItems: 2 });
    const second = await lambda.listVersionsByFunction({ FunctionName, Marker: first.NextMarker });
    return [...(first.Versions ?? []), ...(second.Versions ?? [])].map(
      ({ Version }) => Version ?? '',
    );
  };
  expect(await listed()).toEqual(['$LATEST', '1', '2', '3']);
  await lambda.deleteFunction({ FunctionName, Qualifier: '2' });
  expect((await lambda.getFunctionConfiguration({ FunctionName: 'versions:3' })).Timeout).toBe(7);
  expect([
    await refusalOf(lambda.getFunction({ FunctionName, Qualifier: '2' })),
    await refusalOf(lambda.deleteFunction({ FunctionName, Qualifier: '$LATEST' })),
    await refusalOf(lambda.deleteFunction({ FunctionName, Qualifier: '9' })),
  ]).toMatchInlineSnapshot(`
    [
      "ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:versions:2",
      "InvalidParameterValueException 400 $LATEST version cannot be deleted without deleting the function.",
      "ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:versions:9",
    ]
  `);
  await lambda.deleteFunction({ FunctionName });
  expect(await refusalOf(lambda.deleteFunction({ FunctionName }))).toMatchInlineSnapshot(
    `"ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:versions"`,
  );
});

test('functions are listed in pages, by name and without their state', async () => {
  for (const name of ['list-b', 'list-a'])
    await createReadyFunction(clients, { FunctionName: name, Role: role, files });
  const names: (string | undefined)[] = [];
  let marker: string | undefined;
  do {
    const page = await lambda.listFunctions({ MaxItems: 1, Marker: marker });
    names.push(page.Functions?.[0]?.FunctionName);
    expect(page.Functions?.[0]?.State).toBeUndefined();
    marker = page.NextMarker;
  } while (marker !== undefined);
  expect(names.filter((name) => name?.startsWith('list-'))).toEqual(['list-a', 'list-b']);
});

test('concurrency, tags and permissions are set, read and taken away', async () => {
  const FunctionName = 'extras';
  await createReadyFunction(clients, { FunctionName, Role: role, files });
  await lambda.putFunctionConcurrency({ FunctionName, ReservedConcurrentExecutions: 5 });
  expect(await lambda.getFunctionConcurrency({ FunctionName })).toMatchObject({
    ReservedConcurrentExecutions: 5,
  });
  expect((await lambda.getFunction({ FunctionName })).Concurrency).toEqual({
    ReservedConcurrentExecutions: 5,
  });
  await lambda.deleteFunctionConcurrency({ FunctionName });
  const Resource = 'arn:aws:lambda:us-east-1:123456789012:function:extras';
  await lambda.tagResource({ Resource, Tags: { a: '1', b: '2' } });
  await lambda.untagResource({ Resource, TagKeys: ['a'] });
  expect((await lambda.listTags({ Resource })).Tags).toEqual({ b: '2' });
  const permission = {
    FunctionName,
    StatementId: 'api',
    Action: 'lambda:InvokeFunction',
    Principal: 'apigateway.amazonaws.com',
    SourceArn: 'arn:aws:execute-api:us-east-1:123456789012:abc/*',
  };
  const { Statement } = await lambda.addPermission(permission);
  expect(JSON.parse(Statement ?? '')).toMatchInlineSnapshot(`
    {
      "Action": "lambda:InvokeFunction",
      "Condition": {
        "ArnLike": {
          "AWS:SourceArn": "arn:aws:execute-api:us-east-1:123456789012:abc/*",
        },
      },
      "Effect": "Allow",
      "Principal": {
        "Service": "apigateway.amazonaws.com",
      },
      "Resource": "arn:aws:lambda:us-east-1:123456789012:function:extras",
      "Sid": "api",
    }
  `);
  const { Policy } = await lambda.getPolicy({ FunctionName });
  expect(JSON.parse(Policy ?? '')).toEqual({
    Version: '2012-10-17',
    Id: 'default',
    Statement: [JSON.parse(Statement ?? '')],
  });
  const again = await refusalOf(lambda.addPermission(permission));
  await lambda.removePermission({ FunctionName, StatementId: 'api' });
  expect([
    again,
    await refusalOf(lambda.removePermission({ FunctionName, StatementId: 'api' })),
    await refusalOf(lambda.getPolicy({ FunctionName })),
  ]).toMatchInlineSnapshot(`
    [
      "ResourceConflictException 409 The statement id (api) provided already exists. Please provide a new statement id, or remove the existing statement.",
      "ResourceNotFoundException 404 No policy is associated with the given resource.",
      "ResourceNotFoundException 404 No policy found for: arn:aws:lambda:us-east-1:123456789012:function:extras",
    ]
  `);
});
