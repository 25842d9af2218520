// `framework invoke` on a deployed stage, against the test cloud with the SDK's own client.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { framework } from '../deploy/deployments.js';
import { plain } from '../logs/plain-text.js';
import { makeProject, removeProjects } from '../logs/logging-app.js';

let cloud: TestCloud;
let cwd = '';
beforeAll(async () => {
  cloud = await startTestCloud();
  cwd = makeProject();
  await framework(['deploy'], { cwd, cloud });
});
afterAll(async () => {
  await cloud.close();
  removeProjects();
});

const invoke = (...argv: readonly string[]) => framework(['invoke', ...argv], { cwd, cloud });

test('the result of a lambda function is JSON on stdout, what it printed is on stderr', async () => {
  const { exitCode, out, err, calls } = await invoke('resize', '--payload', '{"width": 80}');
  expect({ exitCode, out, err: plain(err) }).toMatchInlineSnapshot(`
    {
      "err": "WARN width 80
    N ms, cold start N ms, N of 128 MB
    ",
      "exitCode": 0,
      "out": "{
      "width": 80
    }
    ",
    }
  `);
  expect(calls).toEqual(['lambda:Invoke']);
});

test('the payload may come from a file', async () => {
  writeFileSync(join(cwd, 'event.json'), '{"width": 7}');
  expect((await invoke('resize', '--payload-file', 'event.json')).out).toBe('{\n  "width": 7\n}\n');
});

test('without a payload the event is empty', async () => {
  expect((await invoke('resize')).out).toBe('{\n  "width": null\n}\n');
});

test('a function that throws ends with exit code 1 and its stack in the source', async () => {
  const { exitCode, out, err } = await invoke('resize', '--payload', '{"width":0}');
  expect({ exitCode, out, err: plain(err) }).toMatchInlineSnapshot(`
    {
      "err": "WARN width 0
    RangeError: too narrow
        at Views.resize (app.ts:18:34)
    N ms, N of 128 MB
    ",
      "exitCode": 1,
      "out": "",
    }
  `);
});

test('a function that crashes at import has its stack in the source too', async () => {
  const { exitCode, err } = await invoke('crash');
  expect({ exitCode, err: plain(err) }).toMatchInlineSnapshot(`
    {
      "err": "TypeError: over the edge
        at checkPlace (app.ts:36:47)
        at app.ts:38:1
    N ms, cold start N ms, N of 128 MB
    ",
      "exitCode": 1,
    }
  `);
  const { out } = await framework(['logs', '--name', 'crash'], { cwd, cloud, isScreen: true });
  expect(plain(out)).toMatchInlineSnapshot(`
    "TIME  crash  failed  N ms  cold start N ms  N of 128 MB
      ERROR TypeError: over the edge
          at checkPlace (app.ts:36:47)
          at app.ts:38:1
    "
  `);
});

test('a function that takes too long is told so, and so does its log', async () => {
  const { exitCode, err } = await invoke('slow');
  expect(err).toContain('Waiting for the response to lambda:Invoke\n');
  expect({ exitCode, err: plain(err) }).toMatchInlineSnapshot(`
    {
      "err": "beginning
    Sandbox.Timedout: Task timed out after 3.00 seconds
    N ms, cold start N ms, N of 128 MB
    ",
      "exitCode": 1,
    }
  `);
  const { out } = await framework(['logs', '--name', 'slow'], { cwd, cloud, isScreen: true });
  expect(plain(out)).toMatchInlineSnapshot(`
    "TIME  slow  timed out  N ms  cold start N ms  N of 128 MB
      beginning
      ERROR Task timed out after 3.00 seconds
    "
  `);
});

test('a view is called with the event that the gateway would send', async () => {
  const request = ['--path', '/cities/s%C3%A3o?page=2', '--method', 'put', '--body', '{"a":1}'];
  const { exitCode, out, err } = await invoke(...request, '-H', 'X-Tint: red', '-H', 'A: b');
  expect({ exitCode, out, err: plain(err) }).toMatchInlineSnapshot(`
    {
      "err": "helloworld - INFO - asked for são
    looking up são
    N ms, cold start N ms, N of 128 MB
    ",
      "exitCode": 0,
      "out": "{
      "status": 200,
      "headers": {
        "Content-Type": "application/json"
      },
      "body": {
        "city": "são",
        "body": {
          "a": 1
        },
        "tint": "red"
      }
    }
    ",
    }
  `);
});

test('a view that fails ends with exit code 1', async () => {
  const { exitCode, out, err } = await invoke('--path', '/cities/nowhere');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ status: 500, body: { Code: 'FrameworkViewError' } });
  expect(err).toMatch(/at Views\.city \(app\.ts:/);
});

test('--json prints one document', async () => {
  const { out } = await invoke('resize', '--payload', '{"width":0}', '--json');
  expect(JSON.parse(out)).toEqual({
    version: 1,
    stage: 'dev',
    isLocal: false,
    called: 'resize',
    outcome: 'failed',
    error: {
      type: 'RangeError',
      message: 'too narrow',
      trace: expect.stringMatching(
        /^RangeError: too narrow\n {4}at .*\(app\.ts:\d+:\d+\)/,
      ) as string,
    },
    log: ['WARN width 0'],
    duration: expect.any(Number) as number,
    initDuration: null,
    memorySize: 128,
    memoryUsed: expect.any(Number) as number,
  });
});

test('what cannot be called is told before anything is called', async () => {
  const cases = [
    ['resize', '--payload', '{width: 80}'],
    ['resize', '--payload-file', 'missing.json'],
    ['--path', '/towns/oslo'],
    ['--path', '/cities/oslo', '--method', 'DELETE'],
    ['--path', '//cities/oslo'],
  ];
  const errors: string[] = [];
  for (const argv of cases) {
    const { exitCode, err, calls } = await invoke(...argv);
    expect([exitCode, calls]).toEqual([1, []]);
    // Node.js 22 and later also name the line and the column.
    errors.push(err.replace(' (line 1 column 2)', '').split('\n').slice(0, 2).join('\n'));
  }
  expect(errors).toMatchInlineSnapshot(`
    [
      "error FW6231: The payload of \`--payload\` is not JSON: Expected property name or '}' in JSON at position 1.
      hint: In a shell, put JSON in single quotes, or pass a file with \`--payload-file\`.",
      "error FW6232: \`missing.json\` cannot be read: no such file or directory.
      hint: Paths are relative to the current directory; \`-\` is standard input.",
      "error FW6233: No route matches \`GET /towns/oslo\`.
      hint: No route has this path; the closest is /cities/{city} (GET, PUT).",
      "error FW6233: No route matches \`DELETE /cities/oslo\`.
      hint: /cities/{city} does not support DELETE, only GET, PUT.",
      "error FW6233: No route matches \`GET //cities/oslo\`.
      hint: No route has this path; the closest is /cities/{city} (GET, PUT).",
    ]
  `);
});

test('an event over the limit of Lambda is told so', async () => {
  writeFileSync(join(cwd, 'large.json'), JSON.stringify('x'.repeat(6_291_456)));
  const { exitCode, err } = await invoke('resize', '--payload-file', 'large.json');
  expect(exitCode).toBe(3);
  expect(err).toContain('hint: An event can be at most 6 MB');
});

test('a function that ends itself is told so once', async () => {
  const { exitCode, err } = await invoke('resize', '--payload', '{"width":-1}');
  expect({ exitCode, err: plain(err) }).toMatchInlineSnapshot(`
    {
      "err": "WARN width -1
    Runtime.ExitError: Runtime exited with error: exit status 3
    N ms, N of 128 MB
    ",
      "exitCode": 1,
    }
  `);
});

test('arguments that do not go together are usage errors', async () => {
  const cases = [
    [],
    ['resize', '--path', '/'],
    ['resize', '--method', 'PUT'],
    ['--path', '/', '--payload', '{}'],
    ['resize', '--payload', '{}', '--payload-file', 'event.json'],
    ['--path', 'cities/oslo'],
    ['--path', '/cities/oslo', '--header', 'nothing'],
  ];
  const messages: string[] = [];
  for (const argv of cases) {
    const { exitCode, err, calls } = await invoke(...argv);
    expect([exitCode, calls]).toEqual([2, []]);
    messages.push(err.split('\n')[0] ?? '');
  }
  expect(messages).toMatchInlineSnapshot(`
    [
      "error: Pass either the name of a lambda function or a route with \`--path\`.",
      "error: Pass either the name of a lambda function or a route with \`--path\`.",
      "error: \`--method\` needs \`--path\`.",
      "error: \`--payload\` is for lambda functions.",
      "error: \`--payload\` and \`--payload-file\` cannot be combined.",
      "error: \`--path\` must begin with a slash, as in \`/cities/oslo\`.",
      "error: \`--header\` must have the form \`Accept: text/plain\`, not \`nothing\`.",
    ]
  `);
});

test('a function that is not deployed is an error that names those that are', async () => {
  const { exitCode, err } = await invoke('risize');
  expect(exitCode).toBe(1);
  expect(err).toContain('error FW6230: There is no function `helloworld-dev-risize`');
});

test('what the cloud refuses ends with exit code 3', async () => {
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
  });
  const { exitCode, err } = await invoke('resize');
  cloud.restrictCaller(undefined);
  expect(exitCode).toBe(3);
  expect(err).toContain('lambda:InvokeFunction');
});
