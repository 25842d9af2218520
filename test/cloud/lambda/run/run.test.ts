// Functions of the test cloud that run, as the SDK's client meets them.
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { PutRolePolicyCommand } from '@aws-sdk/client-iam';
import {
  InvokeCommand,
  type InvokeCommandInput,
  PutFunctionConcurrencyCommand,
  UpdateFunctionCodeCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  pause,
  policyOf,
  refusalOf,
  untilReady,
  zipOf,
} from '../../clients.js';
import { startTestCloud } from '../../start-test-cloud.js';
import type { TestCloud } from '../../test-cloud.js';

let cloud: TestCloud;
let clients: Clients;
let role = '';
beforeAll(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
  role = await createReadyRole(clients);
});
afterAll(() => cloud.close());

let count = 0;

/** A function of this module, ready to be invoked; its name. */
async function functionOf(
  source: string,
  more: Partial<Parameters<typeof createReadyFunction>[1]> = {},
): Promise<string> {
  count += 1;
  const name = `run-${count}`;
  const files = { 'index.mjs': source };
  await createReadyFunction(clients, { FunctionName: name, Role: role, files, ...more });
  return name;
}

type Answer = {
  readonly value: unknown;
  readonly error: string | undefined;
  readonly tail: string;
};

async function invoke(name: string, more: Partial<InvokeCommandInput> = {}): Promise<Answer> {
  const { lambda } = clients;
  const answer = await lambda.send(
    new InvokeCommand({ FunctionName: name, LogType: 'Tail', ...more }),
  );
  return {
    value: JSON.parse(answer.Payload?.transformToString() || 'null'),
    error: answer.FunctionError,
    tail: Buffer.from(answer.LogResult ?? '', 'base64').toString(),
  };
}

/** What differs from run to run, in words. */
function plain(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(Duration|Used): [\d.]+/g, '$1: N')
    .replaceAll(/0{64}/g, 'HASH');
}

test('a function answers, and its lines stand between those of Lambda', async () => {
  const name = await functionOf(`
    console.log('loading');
    export const handler = async (event, context) => {
      console.log('hello', event);
      process.stdout.write('a line of its own\\n');
      console.error(new Error('two\\nlines').message);
      return { name: event.name, version: context.functionVersion, arn: context.invokedFunctionArn };
    };`);
  const first = await invoke(name, { Payload: JSON.stringify({ name: 'Ada' }) });
  expect(first).toMatchObject({
    value: {
      name: 'Ada',
      version: '$LATEST',
      arn: `arn:aws:lambda:us-east-1:123456789012:function:${name}`,
    },
    error: undefined,
  });
  expect(plain(first.tail)).toMatchInlineSnapshot(`
    "INIT_START Runtime Version: nodejs:24.v1	Runtime Version ARN: arn:aws:lambda:us-east-1::runtime:HASH
    TIME	-	INFO	loading
    START RequestId: ID Version: $LATEST
    TIME	ID	INFO	hello { name: 'Ada' }
    a line of its own
    TIME	ID	ERROR	two
    lines
    END RequestId: ID
    REPORT RequestId: ID	Duration: N ms	Billed Duration: N ms	Memory Size: 128 MB	Max Memory Used: N MB	Init Duration: N ms	
    "
  `);
  const second = await invoke(name, { Payload: '{}' });
  expect(plain(second.tail)).toMatchInlineSnapshot(`
    "START RequestId: ID Version: $LATEST
    TIME	ID	INFO	hello {}
    a line of its own
    TIME	ID	ERROR	two
    lines
    END RequestId: ID
    REPORT RequestId: ID	Duration: N ms	Billed Duration: N ms	Memory Size: 128 MB	Max Memory Used: N MB	
    "
  `);
});

test('the environment is that of Lambda with the variables of the configuration', async () => {
  const name = await functionOf(
    `export const handler = async () => ({ ...process.env, cwd: process.cwd(), remaining: 0 });`,
    { Environment: { Variables: { GREETING: 'hello' } }, MemorySize: 256, Timeout: 9 },
  );
  const { value } = await invoke(name);
  expect(value).toMatchObject({
    GREETING: 'hello',
    AWS_REGION: 'us-east-1',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_ENDPOINT_URL: cloud.url,
    TZ: ':UTC',
    _HANDLER: 'index.handler',
  });
  expect(value).not.toHaveProperty('VITEST');
});

test('a function that throws, or whose module does, fails with its error', async () => {
  const thrower = await functionOf(
    `export const handler = async () => { throw new RangeError('too far'); };`,
  );
  const thrown = await invoke(thrower);
  expect(thrown).toMatchObject({
    error: 'Unhandled',
    value: { errorType: 'RangeError', errorMessage: 'too far' },
  });
  expect(thrown.tail).toContain('Invoke Error');
  const broken = await functionOf(`throw new Error('at import'); export const handler = null;`);
  expect(await invoke(broken)).toMatchObject({
    error: 'Unhandled',
    value: { errorType: 'Error', errorMessage: 'at import' },
  });
  expect(await invoke(broken)).toMatchObject({ error: 'Unhandled' });
  const missing = await functionOf(`export const other = 1;`);
  expect(await invoke(missing)).toMatchObject({
    value: { errorType: 'Runtime.HandlerNotFound' },
  });
});

test('a function that takes too long, or ends its process, is replaced by a new one', async () => {
  const name = await functionOf(
    `let count = 0;
     export const handler = async (event) => {
       count += 1;
       if (event.exit !== undefined) process.exit(event.exit);
       if (event.wait) await new Promise((resolve) => setTimeout(resolve, 60_000));
       return count;
     };`,
    { Timeout: 1 },
  );
  expect((await invoke(name)).value).toBe(1);
  expect((await invoke(name)).value).toBe(2);
  const slow = await invoke(name, { Payload: '{"wait":true}' });
  expect(slow.error).toBe('Unhandled');
  expect(plain(JSON.stringify(slow.value))).toMatchInlineSnapshot(
    `"{"errorType":"Sandbox.Timedout","errorMessage":"RequestId: ID Error: Task timed out after 1.00 seconds"}"`,
  );
  expect(plain(slow.tail)).toMatchInlineSnapshot(`
    "START RequestId: ID Version: $LATEST
    TIME ID Task timed out after 1.00 seconds

    END RequestId: ID
    REPORT RequestId: ID	Duration: N ms	Billed Duration: N ms	Memory Size: 128 MB	Max Memory Used: N MB	Status: timeout	
    "
  `);
  expect((await invoke(name)).value).toBe(1);
  const gone = await invoke(name, { Payload: '{"exit":3}' });
  expect(plain(JSON.stringify(gone.value))).toMatchInlineSnapshot(
    `"{"errorType":"Runtime.ExitError","errorMessage":"RequestId: ID Error: Runtime exited with error: exit status 3"}"`,
  );
  expect(plain(gone.tail)).toMatchInlineSnapshot(`
    "START RequestId: ID Version: $LATEST
    RequestId: ID Error: Runtime exited with error: exit status 3
    Runtime.ExitError
    END RequestId: ID
    REPORT RequestId: ID	Duration: N ms	Billed Duration: N ms	Memory Size: 128 MB	Max Memory Used: N MB	Status: error	Error Type: Runtime.ExitError	
    "
  `);
  expect((await invoke(name)).value).toBe(1);
});

test('invocations at the same time run in processes of their own', async () => {
  const name = await functionOf(
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
  const name = await functionOf(
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
  const name = await functionOf(source('one'), {
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
  const name = await functionOf(
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

test('a role without the permissions of logs leaves no log', async () => {
  const policy = policyOf({ Effect: 'Allow', Action: 's3:*', Resource: '*' });
  const silent = await createReadyRole(clients, { name: 'silent', policy });
  const name = await functionOf(`export const handler = async () => console.log('x');`, {
    Role: silent,
  });
  await invoke(name);
  expect(cloud.inventory()).not.toContain(`log-group /aws/lambda/${name}`);
  const document = policyOf({
    Effect: 'Allow',
    Action: 'logs:*',
    Resource: `arn:aws:logs:us-east-1:123456789012:log-group:/aws/lambda/${name}:*`,
  });
  await clients.iam.send(
    new PutRolePolicyCommand({
      RoleName: 'silent',
      PolicyName: 'silent',
      PolicyDocument: document,
    }),
  );
  // 4 s at the scale of tests, until the policy counts.
  await pause(45);
  await invoke(name);
  expect(cloud.inventory()).toContain(`log-group /aws/lambda/${name}`);
});

test('what is refused of an invocation', async () => {
  const name = await functionOf(`export const handler = async () => 'x'.repeat(7 * 1024 * 1024);`);
  const attempt = (more: Partial<InvokeCommandInput>): Promise<string> =>
    refusalOf(clients.lambda.send(new InvokeCommand({ FunctionName: name, ...more })));
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
      "version": "ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:run-12:9",
    }
  `);
  const large = await invoke(name);
  expect(large).toMatchObject({
    error: 'Unhandled',
    value: { errorType: 'Function.ResponseSizeTooLarge' },
  });
});
