// Invocations of the test cloud: at the same time, of another version, later, and those that are refused.
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  InvokeCommand,
  type InvokeCommandInput,
  PutFunctionConcurrencyCommand,
  UpdateFunctionCodeCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, expect, test } from 'vitest';
import { refusalOf, untilReady, zipOf } from '../../clients.js';
import { openFunctions } from './invoked-function.js';

const { cloud, clients, make, invoke } = await openFunctions();
afterAll(() => cloud.close());

test('invocations at the same time run in processes of their own', async () => {
  const name = await make(
    `import { setTimeout } from 'node:timers/promises';
     let running = 0;
     export const handler = async () => {
       running += 1;
       await setTimeout(300);
       running -= 1;
       return { pid: process.pid, running };
     };`,
  );
  const answers = await Promise.all([invoke(name), invoke(name), invoke(name)]);
  const pids = answers.map(({ value }) => (value as { pid: number }).pid);
  expect(new Set(pids).size).toBe(3);
  expect(answers.every(({ value }) => (value as { running: number }).running === 0)).toBe(true);
  expect(pids).toContain(((await invoke(name)).value as { pid: number }).pid);
});

test('reserved concurrency stops further invocations, and none runs when it is 0', async () => {
  const name = await make(
    `export const handler = () => new Promise((resolve) => setTimeout(resolve, 300));`,
  );
  const reserve = (reserved: number): Promise<unknown> =>
    clients.lambda.send(
      new PutFunctionConcurrencyCommand({
        FunctionName: name,
        ReservedConcurrentExecutions: reserved,
      }),
    );
  await reserve(1);
  const outcomes = await Promise.all([refusalOf(invoke(name)), refusalOf(invoke(name))]);
  expect(outcomes.sort()).toEqual(['TooManyRequestsException 429 Rate Exceeded.', 'accepted']);
  await reserve(0);
  expect(await refusalOf(invoke(name))).toBe('TooManyRequestsException 429 Rate Exceeded.');
});

test('new code and new settings run in new processes; a published version stays as it was', async () => {
  const source = (text: string): string =>
    `export const handler = async () => '${text} ' + process.env.MODE;`;
  const name = await make(source('one'), {
    Publish: true,
    Environment: { Variables: { MODE: 'a' } },
  });
  expect((await invoke(name)).value).toBe('one a');
  const zip = zipOf({ 'index.mjs': source('two') });
  await clients.lambda.send(new UpdateFunctionCodeCommand({ FunctionName: name, ZipFile: zip }));
  await untilReady(clients.lambda, name);
  expect((await invoke(name)).value).toBe('two a');
  const environment = { Variables: { MODE: 'b' } };
  await clients.lambda.send(
    new UpdateFunctionConfigurationCommand({ FunctionName: name, Environment: environment }),
  );
  await untilReady(clients.lambda, name);
  expect((await invoke(name)).value).toBe('two b');
  expect((await invoke(name, { Qualifier: '1' })).value).toBe('one a');
});

test('an event is taken at once and the function runs later', async () => {
  const name = await make(
    `export const handler = async (event) => { console.log('done', event.id); };`,
  );
  const { lambda, logs } = clients;
  const { StatusCode } = await lambda.send(
    new InvokeCommand({ FunctionName: name, InvocationType: 'Event', Payload: '{"id":7}' }),
  );
  expect(StatusCode).toBe(202);
  const group = `/aws/lambda/${name}`;
  await expect
    .poll(
      async () => {
        if (!cloud.inventory().includes(`log-group ${group}`)) return [];
        const { events } = await logs.send(
          new FilterLogEventsCommand({ logGroupName: group, filterPattern: '"done 7"' }),
        );
        return events ?? [];
      },
      { timeout: 5000 },
    )
    .toHaveLength(1);
});

test('what is refused of an invocation', async () => {
  const name = await make(`export const handler = async () => 'x'.repeat(7 * 1024 * 1024);`);
  const attempt = (more: Partial<InvokeCommandInput>): Promise<string> =>
    refusalOf(clients.lambda.send(new InvokeCommand({ FunctionName: name, ...more }))).then(
      (text) => text.replace(name, 'NAME'),
    );
  expect({
    json: await attempt({ Payload: '{' }),
    size: await attempt({ Payload: JSON.stringify('x'.repeat(6 * 1024 * 1024)) }),
    missing: await attempt({ FunctionName: 'nobody' }),
    version: await attempt({ Qualifier: '9' }),
  }).toMatchInlineSnapshot(`
    {
      "json": "InvalidRequestContentException 400 Could not parse request body into json: Could not parse payload into json: SyntaxError: Expected property name or '}' in JSON at position 1",
      "missing": "ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:nobody",
      "size": "RequestTooLargeException 413 6291458 byte payload is too large for the RequestResponse invocation type (limit 6291456 bytes)",
      "version": "ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:NAME:9",
    }
  `);
  const large = await invoke(name);
  expect(large).toMatchObject({
    error: 'Unhandled',
    value: { errorType: 'Function.ResponseSizeTooLarge' },
  });
});
