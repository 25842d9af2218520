// `framework invoke --local`: the program as users start it, because the application runs in a thread of the built package.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { makeProject, removeProjects } from '../logs/logging-app.js';
import { plain } from '../logs/plain-text.js';
import { CLI, run } from '../support/run.js';
import { temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('functions that are invoked', 3);

let cwd = '';
beforeAll(() => {
  cwd = makeProject();
});
afterAll(removeProjects);

async function invoke(argv: readonly string[], input = '', directory = cwd) {
  const { exitCode, stdout, stderr } = await run(['invoke', '--local', ...argv], {
    cwd: directory,
    input,
  });
  return { exitCode, out: stdout, err: stderr };
}

test('a lambda function is called with what comes on standard input', async () => {
  const { exitCode, out, err } = await invoke(['resize', '--payload', '-'], '{"width": 3}');
  expect({ exitCode, out, err }).toEqual({
    exitCode: 0,
    out: '{\n  "width": 3\n}\n',
    err: 'width 3\n',
  });
});

test('one that throws ends with exit code 1 and its stack in the source', async () => {
  const { exitCode, out, err } = await invoke(['resize', '-p', '{"width":0}']);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
  expect(err).toMatch(
    /^width 0\nRangeError: too narrow\n {4}at Views\.resize \(.*app\.ts:18:\d+\)/,
  );
});

test('it has the environment of its own configuration, and a crash at import is shown once', async () => {
  const { exitCode, err } = await invoke(['crash']);
  expect(exitCode).toBe(1);
  expect(err).toMatch(/TypeError: over the edge\n.*app\.ts:36/);
  expect(err.split('over the edge')).toHaveLength(2);
  // It is not sent again: only one call was requested.
  expect(err).not.toContain('again');
});

test('a crash at import is shown once when a view is called', async () => {
  const { exitCode, err } = await invoke(['--path', '/cities/oslo', '--stage', 'crashing']);
  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /^The application threw an error while loading\.\n {2}TypeError: over the edge/,
  );
  expect(err.split('over the edge')).toHaveLength(2);
});

test('one that ends itself ends with exit code 1', async () => {
  expect(await invoke(['resize', '-p', '{"width":-1}'])).toEqual({
    exitCode: 1,
    out: '',
    err: 'width -1\nThe application exited with code 3.\nError: the application ended\n',
  });
});

test('Ctrl-C ends the wait for standard input', async () => {
  const argv = [CLI, 'invoke', '--local', 'resize', '--payload', '-'];
  const child = spawn(process.execPath, argv, { cwd, stdio: ['pipe', 'inherit', 'inherit'] });
  const closed = new Promise((resolve) => child.on('close', resolve));
  // More than the pipe holds: it is written when the program reads, and then waits for more.
  await new Promise((resolve) => child.stdin.write(' '.repeat(2 ** 22), resolve));
  child.kill('SIGINT');
  expect(await closed).toBe(130);
  child.stdin.end();
});

test('it has the time of its own configuration', async () => {
  const { exitCode, err } = await invoke(['slow']);
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: 'beginning\nError: timed out after 3 s\n',
  });
});

test('a view is called without a port', async () => {
  const { exitCode, out, err } = await invoke(['--path', '/cities/oslo', '-H', 'x-tint: red']);
  expect({ exitCode, err }).toEqual({
    exitCode: 0,
    err: 'helloworld - INFO - asked for oslo\nlooking up oslo\n',
  });
  expect(JSON.parse(out)).toEqual({
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: { city: 'oslo', body: null, tint: 'red' },
  });
});

test('--json prints one document', async () => {
  const { out } = await invoke(['resize', '--json']);
  expect(JSON.parse(out)).toEqual({
    version: 1,
    stage: 'dev',
    isLocal: true,
    called: 'resize',
    outcome: 'returned',
    value: { width: null },
    log: [],
    duration: null,
    initDuration: null,
    memorySize: null,
    memoryUsed: null,
  });
});

test('a function that the application does not have is an error with the nearest name', async () => {
  const { exitCode, err } = await invoke(['risize']);
  expect(exitCode).toBe(1);
  expect(plain(err)).toContain('error FW6234: There is no lambda function `risize`.');
  expect(err).toContain('Did you mean `resize`?');
});

test('nothing is left in the build folder', () => {
  const folder = join(cwd, '.framework/build');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
});

test('the function of the streaming routes is called by its name, without its metadata', async () => {
  const directory = temporaryProject({
    'app.ts': `import { Framework, sse, type Int } from 'framework';
export const app = new Framework({ appName: 'live' });
export const count = app.route('/count/{to}')(async function* (to: Int) {
  console.log('counts to', to);
  for (let at = 1; at <= to; at += 1) yield sse(at);
  if (to > 5) throw new RangeError('too far');
});
`,
  });
  const eventTo = (to: string): string =>
    JSON.stringify({
      resource: '/count/{to}',
      path: `/count/${to}`,
      httpMethod: 'GET',
      pathParameters: { to },
      headers: {},
    });
  const { exitCode, out, err } = await invoke(
    ['stream_handler', '-p', eventTo('2')],
    '',
    directory,
  );
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'counts to 2\n' });
  expect(JSON.parse(out)).toEqual({
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' },
    body: 'data: 1\n\ndata: 2\n\n',
  });
  const failed = await invoke(['stream_handler', '-p', eventTo('6')], '', directory);
  expect(failed.exitCode).toBe(1);
  expect(failed.err).toContain('RangeError: too far');
  const unknown = await invoke(['stream_handle', '-p', '{}'], '', directory);
  expect(unknown.err).toContain('stream_handler');
});
