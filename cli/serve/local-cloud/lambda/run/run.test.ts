// Running functions of the test cloud: their results, their failures, and their logs.
import { PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { afterAll, describe, expect, test } from 'vitest';
import { createReadyRole, pause, policyOf } from '../../clients.fixture.js';
import { openFunctions } from './invoked-function.fixture.js';

/** Replaces what differs between runs with words. */
function plain(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(Duration|Used): [\d.]+/g, '$1: N')
    .replaceAll(/0{64}/g, 'HASH');
}

// The runtime client of this package behaves exactly like AWS's own.
describe.each(await Promise.all([openFunctions('aws'), openFunctions('ours')]))(
  'under the runtime client of $client',
  ({ cloud, clients, make, invoke }) => {
    afterAll(() => cloud.close());

    test('a function answers, and its lines stand between those of Lambda', async () => {
      const name = await make(`
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
      const name = await make(
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
      const thrower = await make(
        `export const handler = async () => { throw new RangeError('too far'); };`,
      );
      const thrown = await invoke(thrower);
      expect(thrown).toMatchObject({
        error: 'Unhandled',
        value: { errorType: 'RangeError', errorMessage: 'too far' },
      });
      expect(thrown.tail).toContain('Invoke Error');
      const broken = await make(`throw new Error('at import'); export const handler = null;`);
      expect(await invoke(broken)).toMatchObject({
        error: 'Unhandled',
        value: { errorType: 'Error', errorMessage: 'at import' },
      });
      expect(await invoke(broken)).toMatchObject({ error: 'Unhandled' });
      const missing = await make(`export const other = 1;`);
      expect(await invoke(missing)).toMatchObject({
        value: { errorType: 'Runtime.HandlerNotFound' },
      });
    });

    test('a function that takes too long, or ends its process, is replaced by a new one', async () => {
      const name = await make(
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

    test('a role without the permissions of logs leaves no log', async () => {
      const policy = policyOf({ Effect: 'Allow', Action: 's3:*', Resource: '*' });
      const silent = await createReadyRole(clients, { name: 'silent', policy });
      const name = await make(`export const handler = async () => console.log('x');`, {
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
      // 4 s at the time scale of tests, until the policy takes effect.
      await pause(45);
      await invoke(name);
      expect(cloud.inventory()).toContain(`log-group /aws/lambda/${name}`);
    });
  },
);
