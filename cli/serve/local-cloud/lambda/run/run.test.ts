// Running functions of the test cloud: their results, their failures, and their logs.
import { afterAll, describe, expect, test } from 'vitest';
import {
  createReadyRole,
  pause,
  policyOf,
  zipOf,
  createClients,
  createReadyFunction,
} from '../../clients.fixture.js';
import { openFunctions } from './invoked-function.fixture.js';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCodeFolders } from './function-runner.js';
import { startTestCloud } from '../../start-test-cloud.fixture.js';

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
      await clients.iam.putRolePolicy({
        RoleName: 'silent',
        PolicyName: 'silent',
        PolicyDocument: document,
      });
      // 4 s at the time scale of tests, until the policy takes effect.
      await pause(45);
      await invoke(name);
      expect(cloud.inventory()).toContain(`log-group /aws/lambda/${name}`);
    });
  },
);

// Code on disk: a failure is not cached, and files that a temporary-file cleaner removed are extracted again.

const CODE = { zip: Buffer.from(zipOf({ 'index.mjs': 'export {};' })), sha256: 'one' };

test('code that could not be unpacked is unpacked at the next call, and the end is an end', async () => {
  let isFull = true;
  const parent = await mkdtemp(join(tmpdir(), 'folders-'));
  const folders = createCodeFolders(() =>
    isFull ? Promise.reject(new Error('no space')) : Promise.resolve(parent),
  );
  await expect(folders.open(CODE)).rejects.toThrow('no space');
  isFull = false;
  const folder = await folders.open(CODE);
  expect(await folders.open(CODE)).toBe(folder);
  isFull = true;
  const failing = folders.open({ ...CODE, sha256: 'two' });
  await Promise.all([folders.close(), expect(failing).rejects.toThrow('no space')]);
  await expect(access(folder)).rejects.toThrow('ENOENT');
  await rm(parent, { recursive: true });
});

test('a folder that is gone is made again, once for all who want it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'folders-'));
  const folders = createCodeFolders(() => Promise.resolve(parent));
  await folders.open(CODE);
  await rm(parent, { recursive: true });
  const [first, second] = await Promise.all([folders.open(CODE), folders.open(CODE)]);
  expect(first).toBe(second);
  expect(await readFile(join(first, 'index.mjs'), 'utf8')).toBe('export {};');
  await folders.close();
  await rm(parent, { recursive: true });
});

// A function that calls the cloud itself: it can only reach this cloud, with the permissions of its role.

// A bundle contains the SDK; here it is imported from where it is installed.
const SDK = import.meta.resolve('@aws-sdk/client-iam');

test('what a function may do is what the policy of its role allows', async () => {
  const cloud = await startTestCloud();
  const clients = createClients(cloud);
  const policy = policyOf({
    Effect: 'Allow',
    Action: 'iam:GetRole',
    Resource: 'arn:aws:iam::123456789012:role/reader',
  });
  const Role = await createReadyRole(clients, { name: 'reader', policy });
  await createReadyFunction(clients, {
    FunctionName: 'reads-roles',
    Role,
    MemorySize: 512,
    Timeout: 20,
    files: {
      'index.mjs': `
        import { GetRoleCommand, IAMClient, ListRolesCommand } from '${SDK}';
        const iam = new IAMClient({ maxAttempts: 1 });
        export const handler = async ({ role }) => {
          if (role === '*') return iam.send(new ListRolesCommand({}));
          const { Role } = await iam.send(new GetRoleCommand({ RoleName: role }));
          return Role.Arn;
        };`,
    },
  });
  const ask = async (role: string): Promise<unknown> => {
    const { Payload } = await clients.lambda.invoke({
      FunctionName: 'reads-roles',
      Payload: JSON.stringify({ role }),
    });
    return JSON.parse(Payload?.transformToString() ?? '');
  };
  expect(await ask('reader')).toBe('arn:aws:iam::123456789012:role/reader');
  const denied =
    'User: arn:aws:sts::123456789012:assumed-role/reader/reads-roles is not authorized';
  const missing = (action: string, resource: string): string =>
    `${denied} to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action. `;
  const next = (action: string, resource: string): string =>
    ` \`framework gen-policy\` prints what it finds in the code. If it does not find this call, add this statement to .framework/policy-base.json (with \`autogen_policy\` false, to the policy file of the stage) and deploy again: {"Effect":"Allow","Action":"${action}","Resource":"${resource}"}`;
  const ROLE = 'arn:aws:iam::123456789012:role/';
  const elsewhere = `The policy of the role reader allows iam:GetRole only on ${ROLE}reader.`;
  expect(await ask('other')).toMatchObject({
    errorMessage: `${missing('iam:GetRole', `${ROLE}other`)}${elsewhere}${next('iam:GetRole', `${ROLE}other`)}`,
  });
  const unknown = 'The policy of the role reader does not contain iam:ListRoles.';
  expect(await ask('*')).toMatchObject({
    errorMessage: `${missing('iam:ListRoles', ROLE)}${unknown}${next('iam:ListRoles', ROLE)}`,
  });
  await cloud.close();
});
