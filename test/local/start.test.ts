// Starting and stopping `framework local`: what it prints, what it needs, how it ends.
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { send } from './support/client.js';
import { serve, serveFiles, start } from './support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';
import { runHere } from '../support/run-here.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('starts of a server', 3);

const APP = `
import { Framework, IAMAuthorizer } from 'framework';
export const app = new Framework({ appName: 'start' });
app.log.level = 'DEBUG';
class Views {
  @app.route('/env')
  env() {
    const { COLOUR, SIZE, AWS_PROFILE, AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = process.env;
    return { COLOUR, SIZE, AWS_PROFILE, AWS_LAMBDA_FUNCTION_NAME, AWS_LAMBDA_FUNCTION_MEMORY_SIZE };
  }
  @app.route('/context')
  context() {
    return app.currentRequest.context;
  }
  @app.route('/log')
  log() {
    console.log('from console');
    app.log.debug('from app.log');
    console.error('to stderr');
    return null;
  }
  @app.route('/locked', { methods: ['GET', 'PUT'], cors: true, apiKeyRequired: true, authorizer: new IAMAuthorizer() })
  locked() {
    return null;
  }
}
`;
const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'start',
  environment_variables: { COLOUR: 'red', SIZE: 'small' },
  stages: {
    dev: {},
    prod: {
      api_gateway_stage: 'live',
      lambda_memory_size: 256,
      environment_variables: { COLOUR: 'blue' },
    },
  },
});

let project: Project;
beforeAll(() => {
  project = createProject({ 'app.ts': APP, '.framework/config.json': CONFIG });
});
afterAll(() => {
  project.remove();
});

test('it prints the routes, who is let in, and the address; then a line a request', async () => {
  const served = await serve(project.directory, {
    environment: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
  });
  await served.printed(/Explorer on/);
  await send(served.port, { path: '/env' });
  await send(served.port, { method: 'PUT', path: '/envy?x=1' });
  await send(served.port, { method: 'POST', path: '/locked' });
  await served.printed(/locked does not support[^\n]*\n/);
  await served.stop();
  expect(
    served
      .output()
      .replaceAll(String(served.port), '8000')
      .replace(/(?<=Explorer on http:\/\/127\.0\.0\.1:)\d+/, '8100')
      .replace(/[\d.]+ ms/g, 'N ms'),
  ).toMatchInlineSnapshot(`
    "Starting framework 0.7.0
    Reading the application
    Bundling 4 routes and 0 functions

    METHOD   PATH      VIEW           SOURCE     BEFORE                   NOTES
    GET      /context  Views.context  app.ts:11
    GET      /env      Views.env      app.ts:6
    GET,PUT  /locked   Views.locked   app.ts:22  api key, authorizer IAM  cors
    GET      /log      Views.log      app.ts:15

    api key: send X-Api-Key: local-api-key
    IAM: sign with local-access-key and local-secret-key

    Serving start (stage dev) on http://localhost:8000, ready in N ms
    It reloads on every save; press Ctrl-C to stop it.
    Explorer on http://127.0.0.1:8100
    GET /env 200 N ms
    PUT /envy?x=1 403 N ms
      no route has this path; the closest is /env (GET)
    POST /locked 403 N ms
      /locked does not support POST, only GET, PUT, OPTIONS
    "
  `);
});

test('stdout is the application’s, the stage decides what it sees, and one address is served alone', async () => {
  const served = await serve(project.directory, {
    args: ['--stage', 'prod', '--host', '127.0.0.1', '--no-reload'],
    environment: { CLOUD_PROFILE: 'work', AWS_PROFILE: 'home', AWS_CONFIG_FILE: '/dev/null' },
    mergesStreams: false,
  });
  expect(served.output()).toContain('warning FW6002: The profile `work` is neither');
  expect(served.url).toBe(`http://127.0.0.1:${served.port}`);
  await expect(fetch(`http://[::1]:${served.port}/`)).rejects.toThrow();
  expect(JSON.parse((await send(served.port, { path: '/env' })).text)).toEqual({
    COLOUR: 'blue',
    SIZE: 'small',
    AWS_PROFILE: 'work',
    AWS_LAMBDA_FUNCTION_NAME: 'start-prod',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
  });
  expect(JSON.parse((await send(served.port, { path: '/context' })).text)).toMatchObject({
    stage: 'live',
    resourcePath: '/context',
    httpMethod: 'GET',
    identity: { sourceIp: '127.0.0.1' },
  });
  await send(served.port, { path: '/log' });
  await served.printed(/GET \/log 200/);
  await served.stop();
  expect(served.stdout()).toBe('from console\nstart - DEBUG - from app.log\n');
  expect(served.output()).toContain('to stderr\n');
});

describe('the port', () => {
  test('that is taken is an error that names who has it, and what to type', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { exitCode, stderr } = await runHere(`local --port ${port}`, { cwd: project.directory });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/error FW7001: Port \d+ of localhost is in use/);
    if (process.platform === 'linux') expect(stderr).toContain(`(process ${process.pid})`);
    expect(stderr).toContain(`framework local --port ${port + 1}`);
    holder.close();
  });

  test('of a host that is not this machine is an error', async () => {
    const line = 'local --port 0 --host no-such-host.invalid';
    const { exitCode, stderr } = await runHere(line, { cwd: project.directory });
    expect(stderr).toMatch(
      /error FW7003: `no-such-host\.invalid` is not an address of this machine/,
    );
    expect(exitCode).toBe(1);
  });
});

describe('an application with errors', () => {
  test('is served as its errors while it is watched', async () => {
    const served = await serveFiles({ 'app.ts': APP.replace("'/env'", "'/env/'") });
    expect(served.output()).toContain('error FW2103');
    expect((await send(served.port, { path: '/env' })).status).toBe(500);
    served.project.write('app.ts', APP);
    await served.printed(/Serving start/);
    expect((await send(served.port, { path: '/env' })).status).toBe(200);
    await served.stop();
  });

  test('with --no-reload ends it with exit code 1', async () => {
    const broken = createProject({ 'app.ts': APP.replace("'/env'", "'/env/'") });
    const run = start(broken.directory, { args: ['--no-reload'] });
    await run.printed(/FW2103/);
    expect(await run.stop('SIGCONT')).toBe(1);
    broken.remove();
  });

  test('a directory that is no project ends it with exit code 1', async () => {
    const empty = createProject({});
    const { exitCode, stderr } = await runHere('local --port 0', { cwd: empty.directory });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('FW1001');
    expect(stderr).not.toContain('until a save fixes it');
    empty.remove();
  });
});

describe('the end', () => {
  test('SIGINT and SIGTERM stop it at once with exit code 0 and leave nothing, also of one that was killed', async () => {
    const killed = await serve(project.directory);
    await killed.stop('SIGKILL');
    const folder = join(project.directory, '.framework/build');
    expect(readdirSync(folder)).toEqual([`local-${killed.pid}`]);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const started = performance.now();
      const served = await serve(project.directory);
      expect(readdirSync(folder)).toEqual([`local-${served.pid}`]);
      await send(served.port, { path: '/env' });
      const began = performance.now();
      expect(await served.stop(signal), signal).toBe(0);
      // On a busy machine, the duration of the start shows how slow it is.
      expect(performance.now() - began).toBeLessThan(Math.max(2000, began - started));
      expect(() => process.kill(served.pid, 0)).toThrow();
      await expect(send(served.port, { path: '/env' })).rejects.toThrow('ECONNREFUSED');
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});

test('Ctrl-C after the line Bundling ends it with exit code 0 and without more lines', async () => {
  const interrupting = createProject({ 'interrupt.mjs': interruptAt(/Bundling/) });
  const preload = pathToFileURL(join(interrupting.directory, 'interrupt.mjs')).href;
  const run = start(project.directory, { environment: { NODE_OPTIONS: `--import ${preload}` } });
  await run.printed(/Bundling/);
  // This signal has no effect; the test waits for the end.
  expect(await run.stop('SIGCONT')).toBe(0);
  expect(run.output()).not.toMatch(/METHOD|Serving/);
  interrupting.remove();
});

/** Returns a module that interrupts its own process when it prints the line, because a test would be too late. */
function interruptAt(line: RegExp): string {
  return `for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write;
  stream.write = function (text, ...rest) {
    const isWritten = write.call(stream, text, ...rest);
    if (${String(line)}.test(String(text))) process.kill(process.pid, 'SIGINT');
    return isWritten;
  };
}
`;
}
