// Applications under test are isolated: in their environment, in their time, and in how they end.
import { expect, vi } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('isolation of tests', 3);

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'x' });
let count = 0;

class Views {
  @app.route('/env')
  env() {
    return [process.env['PLACE'] ?? null, process.env['OF_THE_TEST'] ?? null, process.env['AWS_LAMBDA_FUNCTION_NAME']];
  }
  @app.route('/count')
  count() {
    console.log('counted', ++count);
    return count;
  }
  @app.route('/wait')
  async wait() {
    await new Promise(() => {});
  }
  @app.route('/hang')
  hang() {
    for (;;);
  }
  @app.route('/fill')
  fill() {
    const kept: unknown[] = [];
    for (;;) kept.push(new Array(10_000_000).fill(1));
  }
  @app.route('/exit')
  exit() {
    process.exit(3);
  }
}
`;
const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'x',
  stages: {
    dev: { environment_variables: { PLACE: 'dev' } },
    prod: { environment_variables: { PLACE: 'prod' } },
  },
});

const project = () => temporaryProject({ 'app.ts': APP, '.framework/config.json': CONFIG });

test('the environment is that of the process, of the stage over it, of the test over both', async () => {
  vi.stubEnv('OF_THE_TEST', 'yes');
  const directory = project();
  const [dev, prod, own] = await Promise.all([
    openTestApp(directory),
    openTestApp(directory, { stage: 'prod' }),
    openTestApp(directory, { environment: { PLACE: 'own', OF_THE_TEST: 'no' } }),
  ]);
  const answers = await Promise.all([dev, prod, own].map(({ client }) => client.get('/env')));
  expect(answers.map((answer) => answer.json())).toEqual([
    ['dev', 'yes', 'x-dev'],
    ['prod', 'yes', 'x-prod'],
    ['own', 'no', 'x-dev'],
  ]);
  expect(process.env['PLACE']).toBe(undefined);
  vi.unstubAllEnvs();
});

test('each has its own modules, and its own output', async () => {
  const directory = project();
  const [one, other] = await Promise.all([openTestApp(directory), openTestApp(directory)]);
  await one.client.get('/count');
  expect((await one.client.get('/count')).json()).toBe(2);
  expect((await other.client.get('/count')).json()).toBe(1);
  expect([one.output(), other.output()]).toEqual(['counted 1\ncounted 2\n', 'counted 1\n']);
});

test('the false clock of a test stops neither the build nor the time-out', async () => {
  vi.useFakeTimers();
  try {
    const { client } = await openTestApp(project(), { timeout: 50 });
    const answer = await client.get('/wait');
    expect([answer.status, answer.json(), answer.note]).toEqual([
      502,
      { message: 'Internal server error' },
      'GET /wait timed out after 0.05 s and the response is 502.',
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('a view that never gives back control is answered 502, and the next request is served', async () => {
  // Long enough for the next request to reach a thread that has to start.
  const { client, output } = await openTestApp(project(), { timeout: 500 });
  expect((await client.get('/hang')).status).toBe(502);
  expect((await client.get('/count')).json()).toBe(1);
  expect(output()).toContain('The application blocks its event loop: it is restarted');
});

test('an application that ends itself is answered 502, and the next request is served', async () => {
  const { client, output } = await openTestApp(project());
  expect((await client.get('/exit')).status).toBe(502);
  expect((await client.get('/count')).json()).toBe(1);
  expect(output()).toContain('The application exited with code 3');
});

test('a view that fills its memory is answered 502, and the next request is served', async () => {
  // The gateway waits no longer than this. On a busy machine, filling the memory is slow.
  const { client, output } = await openTestApp(project(), { timeout: 29_000 });
  expect((await client.get('/fill')).status).toBe(502);
  expect((await client.get('/count')).json()).toBe(1);
  expect(output()).toContain('used more than the 128 MB of its lambda_memory_size');
});

test('after close nothing is answered, and closing again does nothing', async () => {
  const { client, close } = await openTestApp(project());
  await close();
  await close();
  await expect(client.get('/env')).rejects.toThrow('The application is closed.');
});

test('`.env` and that of the stage count, and `environment` over them', async () => {
  const directory = temporaryProject({
    'app.ts': APP,
    '.framework/config.json': CONFIG,
    '.env': 'PLACE=env\nOF_THE_TEST=env',
    '.env.prod': 'PLACE=env of prod',
  });
  const read = async (options: Parameters<typeof openTestApp>[1]) => {
    const { client } = await openTestApp(directory, options);
    return (await client.get('/env')).json<string[]>().slice(0, 2);
  };
  expect(await read({})).toEqual(['env', 'env']);
  expect(await read({ stage: 'prod' })).toEqual(['env of prod', 'env']);
  expect(await read({ environment: { PLACE: 'test' } })).toEqual(['test', 'env']);
});
