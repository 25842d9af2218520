// `framework logs` with the test cloud and the SDK's own client.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addressIn, framework, helloWorld, testCloud } from '../deploy/deployments.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { makeProject, removeProjects } from './logging-app.js';
import { plain } from './plain-text.js';

let cloud: TestCloud;
let cwd = '';
let url = '';
beforeAll(async () => {
  cloud = await startTestCloud();
  cwd = makeProject();
  const { out } = await framework(['deploy'], { cwd, cloud });
  url = addressIn(out);
  // A new deployment is not live immediately.
  await vi.waitFor(async () => expect((await fetch(`${url}cities/oslo`)).status).toBe(200), 60_000);
  await fetch(`${url}cities/nowhere`);
});
afterAll(async () => {
  await cloud.close();
  removeProjects();
});

const logs = (argv: readonly string[] = [], isScreen = false) =>
  framework(['logs', ...argv], { cwd, cloud, isScreen });

test('in a pipe it is what the application printed, line by line in order', async () => {
  const { exitCode, out, err, calls } = await logs();
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(plain(out)).toMatchInlineSnapshot(`
    "TIME ID helloworld - INFO - asked for oslo
    TIME ID INFO looking up oslo
    TIME ID helloworld - INFO - asked for nowhere
    TIME ID INFO looking up nowhere
    TIME ID helloworld - ERROR - Caught exception for GET /cities/nowhere
    TIME ID Error: no such place
    TIME ID     at Views.city (app.ts:11:35)
    "
  `);
  expect(calls).toEqual(['logs:FilterLogEvents']);
});

test('on a screen each request is a block', async () => {
  const { out } = await logs([], true);
  expect(plain(out)).toMatchInlineSnapshot(`
    "TIME  GET /cities/{city}  200  N ms  cold start N ms  N of 128 MB  /cities/oslo
      helloworld - INFO - asked for oslo
      looking up oslo
    TIME  GET /cities/{city}  500  N ms  N of 128 MB  /cities/nowhere
      helloworld - INFO - asked for nowhere
      looking up nowhere
      helloworld - ERROR - Caught exception for GET /cities/nowhere
      Error: no such place
          at Views.city (app.ts:11:35)
    "
  `);
});

test('--json prints one object a line', async () => {
  const { out } = await logs(['--json']);
  const entries = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly kind: string }); // because each line is an object
  expect(entries.map(({ kind }) => kind)).toEqual([
    'line',
    'line',
    'request',
    'line',
    'line',
    'line',
    'request',
  ]);
  expect(entries[6]).toEqual({
    version: 1,
    kind: 'request',
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    stream: expect.stringContaining('[$LATEST]') as string,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    route: 'GET /cities/{city}',
    path: '/cities/nowhere',
    status: 500,
    outcome: 'ok',
    duration: expect.any(Number) as number,
    initDuration: null,
    memorySize: 128,
    memoryUsed: expect.any(Number) as number,
  });
});

test('--include-lambda-messages shows the lines of Lambda and of the runtime too', async () => {
  const { out } = await logs(['--include-lambda-messages', '--num-entries', '3']);
  expect(plain(out)).toMatch(
    /^TIME ID framework \{"route":"GET \/cities\/\{city\}".*"status":500\}\nTIME ID END .*\nTIME ID REPORT /,
  );
});

test('--num-entries keeps the newest', async () => {
  expect(plain((await logs(['--num-entries', '1'], true)).out)).toMatch(
    /^TIME {2}GET \/cities\/\{city\} {2}500 /,
  );
});

test('--filter takes what matches', async () => {
  const { out } = await logs(['--filter', '"looking up"']);
  expect(plain(out)).toBe('TIME ID INFO looking up oslo\nTIME ID INFO looking up nowhere\n');
});

test('a function that was never called has no log yet', async () => {
  const { exitCode, out, err } = await logs(['--name', 'resize']);
  expect({ exitCode, out, err }).toEqual({
    exitCode: 0,
    out: '',
    err: 'helloworld-dev-resize has no log yet: it was never called.\n',
  });
});

test('a function that there is not is an error that names those there are', async () => {
  const { exitCode, err } = await logs(['--name', 'risize']);
  expect(exitCode).toBe(1);
  expect(err).toContain('error FW6230: There is no function `helloworld-dev-risize`');
  expect(err).toContain('Did you mean `resize`?');
  expect(err).toContain('`api_handler`, `crash`, `resize` and `slow`');
});

test('a name that no function can have is told as any other that there is not', async () => {
  const { exitCode, err } = await logs(['--name', 're size']);
  expect(exitCode).toBe(1);
  expect(err).toContain('error FW6230: There is no function `helloworld-dev-re size`');
  const invoked = await framework(['invoke', 're/size'], { cwd, cloud });
  expect(invoked.exitCode).toBe(1);
  expect(invoked.err).toContain('error FW6230: There is no function `helloworld-dev-re/size`');
});

test('a stage that was never deployed is an error that says what to type', async () => {
  const { exitCode, err } = await logs(['--stage', 'prod']);
  expect(exitCode).toBe(1);
  expect(err).toContain('`framework deploy --stage prod`');
});

test('what is not a time is a usage error', async () => {
  const { exitCode, err } = await logs(['--since', 'yesterday']);
  expect(exitCode).toBe(2);
  expect(err).toContain('`--since` must be a duration');
});

test('before the time there is nothing', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const { exitCode, out, err } = await logs(['--since', '1s']);
  expect({ exitCode, out, err }).toEqual({
    exitCode: 0,
    out: '',
    err: 'helloworld-dev has logged nothing since 1s.\n',
  });
});

test('what the cloud refuses is explained, with exit code 3', async () => {
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
  });
  const { exitCode, err } = await logs();
  cloud.restrictCaller(undefined);
  expect(exitCode).toBe(3);
  expect(err).toContain('logs:FilterLogEvents');
});

test('a throttled read is made again', async () => {
  cloud.arm({ kind: 'throttle', at: 1, times: 2 });
  const { exitCode, calls } = await logs();
  cloud.disarm();
  expect(exitCode).toBe(0);
  expect(calls).toHaveLength(3);
});

test('without a project whose name is known nothing is asked', async () => {
  const other = await testCloud();
  const { exitCode, calls } = await framework(['logs'], {
    cwd: helloWorld({ 'app.ts': 'export {};' }),
    cloud: other,
  });
  expect({ exitCode, calls }).toEqual({ exitCode: 1, calls: [] });
});
