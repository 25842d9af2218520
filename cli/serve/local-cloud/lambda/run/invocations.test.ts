// Invocations of the test cloud: concurrent ones, of another version, delayed ones, and those that are rejected.
import type { InvokeCommandInput } from '@aws-sdk/client-lambda';
import { afterAll, expect, test } from 'vitest';
import { refusalOf, untilReady, zipOf } from '../../clients.fixture.js';
import { openFunctions } from './invoked-function.fixture.js';

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
    clients.lambda.putFunctionConcurrency({
      FunctionName: name,
      ReservedConcurrentExecutions: reserved,
    });
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
  await clients.lambda.updateFunctionCode({ FunctionName: name, ZipFile: zip });
  await untilReady(clients.lambda, name);
  expect((await invoke(name)).value).toBe('two a');
  const environment = { Variables: { MODE: 'b' } };
  await clients.lambda.updateFunctionConfiguration({
    FunctionName: name,
    Environment: environment,
  });
  await untilReady(clients.lambda, name);
  expect((await invoke(name)).value).toBe('two b');
  expect((await invoke(name, { Qualifier: '1' })).value).toBe('one a');
});

test('an event is taken at once and the function runs later', async () => {
  const name = await make(
    `export const handler = async (event) => { console.log('done', event.id); };`,
  );
  const { lambda, logs } = clients;
  const { StatusCode } = await lambda.invoke({
    FunctionName: name,
    InvocationType: 'Event',
    Payload: '{"id":7}',
  });
  expect(StatusCode).toBe(202);
  const group = `/aws/lambda/${name}`;
  await expect
    .poll(
      async () => {
        if (!cloud.inventory().includes(`log-group ${group}`)) return [];
        const { events } = await logs.filterLogEvents({
          logGroupName: group,
          filterPattern: '"done 7"',
        });
        return events ?? [];
      },
      { timeout: 5000 },
    )
    .toHaveLength(1);
});

test('what is refused of an invocation', async () => {
  const name = await make(`export const handler = async () => 'x'.repeat(7 * 1024 * 1024);`);
  const attempt = (more: Partial<InvokeCommandInput>): Promise<string> =>
    refusalOf(clients.lambda.invoke({ FunctionName: name, ...more })).then(
      // Node.js 22 and later also name the line and the column.
      (text) => text.replace(name, 'NAME').replace(' (line 1 column 2)', ''),
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

/** Returns the content of an event stream: its chunks as one text, and how it ended. */
async function readEvents(name: string): Promise<{ readonly text: string; readonly end: unknown }> {
  const { EventStream = [] } = await clients.lambda.invokeWithResponseStream({
    FunctionName: name,
    LogType: 'Tail',
  });
  const chunks: Uint8Array[] = [];
  let end: unknown;
  for await (const { PayloadChunk, InvokeComplete } of EventStream) {
    if (PayloadChunk) chunks.push(PayloadChunk.Payload ?? new Uint8Array());
    if (InvokeComplete) end = InvokeComplete;
  }
  return { text: Buffer.concat(chunks).toString(), end };
}

const STREAMING = `
  handler[Symbol.for('aws.lambda.runtime.handler.streaming')] = 'response';
  export { handler };`;

test('what a handler streams comes as events, and as bytes to who calls Invoke', async () => {
  const name = await make(
    `const handler = async (event, stream) => {
       console.log('streams');
       stream.setContentType('application/vnd.awslambda.http-integration-response');
       stream.write('{"statusCode":200}' + '\\0'.repeat(8));
       stream.write('x'.repeat(200_000));
       stream.end();
     };${STREAMING}`,
  );
  const whole = `{"statusCode":200}${'\0'.repeat(8)}${'x'.repeat(200_000)}`;
  const { text, end } = await readEvents(name);
  expect(text).toBe(whole);
  const { LogResult = '' } = end as { LogResult?: string }; // because events are plain data
  expect(Buffer.from(LogResult, 'base64').toString()).toContain('streams');
  const answer = await clients.lambda.invoke({ FunctionName: name });
  expect(answer.Payload?.transformToString()).toBe(whole);
});

test('a stream that fails has what it wrote before, and the error', async () => {
  const name = await make(
    `const handler = async (event, stream) => {
       stream.write('one');
       await new Promise((resolve) => setTimeout(resolve, 20));
       throw new TypeError('broke');
     };${STREAMING}`,
  );
  const { text, end } = await readEvents(name);
  expect(text).toBe('one');
  expect(end).toMatchObject({
    ErrorCode: 'Unhandled',
    ErrorDetails: expect.stringContaining('broke') as unknown,
  });
});

test('a handler that does not stream gives its result as one event', async () => {
  const name = await make(`export const handler = async () => ({ ok: true });`);
  expect(await readEvents(name)).toMatchObject({ text: '{"ok":true}' });
});
