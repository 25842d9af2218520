// `metrics: true`: each request of the deployed API writes one line in the embedded metric format, and `framework logs
// --metrics` adds them up.
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { addressIn, framework, helloWorld, testCloud, cloudWith } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('metrics', 3);

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
export const index = app.route('/')(() => 'up');
export const city = app.route('/cities/{city}')((city) => {
  if (city === 'nowhere') throw new Error('no such place');
  return { city };
});
`;

test('a deployed API writes one line a request, and logs --metrics sums them by route', async () => {
  const cloud = await testCloud();
  const config = { version: '2.0', app_name: 'helloworld', metrics: true };
  const cwd = helloWorld({ 'app.ts': APP, '.framework/config.json': JSON.stringify(config) });
  const { out, exitCode } = await framework('deploy', { cwd, cloud });
  expect(exitCode).toBe(0);
  const url = addressIn(out);
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  for (const name of ['oslo', 'oslo', 'oslo', 'nowhere']) await fetch(`${url}cities/${name}`);

  const { logs } = createClients(cloud);
  const { events = [] } = await logs.filterLogEvents({
    logGroupName: '/aws/lambda/helloworld-dev',
  });
  const lines = events.flatMap(({ message = '' }) =>
    message.startsWith('{"_aws"') ? [JSON.parse(message) as unknown] : [],
  );
  const metrics = { Namespace: 'framework', Dimensions: [['function', 'route']] };
  expect(lines).toHaveLength(5);
  expect(lines[0]).toEqual({
    _aws: {
      Timestamp: expect.any(Number) as unknown,
      CloudWatchMetrics: [
        {
          ...metrics,
          Metrics: [
            { Name: 'duration', Unit: 'Milliseconds' },
            { Name: 'error' },
            { Name: 'coldStart' },
          ],
        },
      ],
    },
    function: 'helloworld-dev',
    route: 'GET /',
    status: 200,
    duration: expect.any(Number) as unknown,
    error: 0,
    coldStart: 1,
  });
  expect(lines[4]).toMatchObject({
    route: 'GET /cities/{city}',
    status: 500,
    error: 1,
    coldStart: 0,
  });

  const summed = await framework(['logs', '--metrics'], { cwd, cloud });
  expect(summed.out.replaceAll(/[\d.]+ ms/g, 'N ms').replaceAll(/ +/g, ' ')).toBe(
    'ROUTE REQUESTS ERRORS P50 P95 COLD STARTS\n' +
      'GET /cities/{city} 4 25.0 % N ms N ms 0\n' +
      'GET / 1 0.0 % N ms N ms 1\n',
  );
  const json = await framework(['logs', '--metrics', '--json'], { cwd, cloud });
  expect(JSON.parse(json.out)).toMatchObject({
    version: 1,
    routes: [
      { route: 'GET /cities/{city}', count: 4, errors: 1, errorShare: 0.25, coldStarts: 0 },
      { route: 'GET /', count: 1, errors: 0, coldStarts: 1 },
    ],
  });
  // They are not part of the application's output.
  expect((await framework(['logs'], { cwd, cloud })).out).not.toContain('_aws');
  const clash = await framework(['logs', '--metrics', '--follow'], { cwd, cloud });
  expect({ exitCode: clash.exitCode, err: clash.err }).toEqual({
    exitCode: 2,
    err: 'error: `--follow` and `--metrics` cannot be combined.\n  help: framework logs --help\n',
  });
});

test('a stream writes its line and its metrics when it is over, and both functions are summed', async () => {
  const cloud = await testCloud();
  const app = `${APP}export const tokens = app.route('/tokens/{count}')(async function* (count) {
  for (let at = 0; at < Number(count); at += 1) yield 'token';
  if (count === '3') throw new Error('too many');
});
`;
  const config = { version: '2.0', app_name: 'helloworld', metrics: true };
  const cwd = helloWorld({ 'app.ts': app, '.framework/config.json': JSON.stringify(config) });
  const url = addressIn((await framework('deploy', { cwd, cloud })).out);
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  expect(await (await fetch(`${url}tokens/2`)).text()).toBe('tokentoken');
  await expect(fetch(`${url}tokens/3`).then((answer) => answer.text())).rejects.toThrow();

  const { logs } = createClients(cloud);
  const { events = [] } = await logs.filterLogEvents({
    logGroupName: '/aws/lambda/helloworld-dev-stream',
  });
  const written = events.flatMap(({ message = '' }) => {
    const json = /^(?:framework )?(\{.*\})\n?$/.exec(message)?.[1];
    return json === undefined ? [] : [JSON.parse(json) as Record<string, unknown>];
  });
  const number = expect.any(Number) as unknown;
  const line = { route: 'GET /tokens/{count}', status: 200 };
  const metric = { ...line, duration: number, firstByte: number };
  expect(written).toEqual([
    { ...line, path: '/tokens/2' },
    expect.objectContaining({ ...metric, error: 0, coldStart: 1 }),
    { ...line, path: '/tokens/3' },
    expect.objectContaining({ ...metric, error: 1, coldStart: 0 }),
  ]);
  expect(JSON.stringify(written[1]?.['_aws'])).toContain(
    '{"Name":"firstByte","Unit":"Milliseconds"}',
  );
  const json = await framework(['logs', '--metrics', '--json'], { cwd, cloud });
  expect(JSON.parse(json.out)).toMatchObject({
    routes: [
      { route: 'GET /tokens/{count}', count: 2, errors: 1, coldStarts: 1 },
      { route: 'GET /', count: 1, errors: 0, coldStarts: 1 },
    ],
  });
  const ends = await framework(['logs', '--name', 'stream_handler', '--json'], { cwd, cloud });
  const requests = ends.out
    .split('\n')
    .filter((line) => line.includes('"kind":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(requests.map(({ path, firstByte }) => [path, firstByte])).toEqual([
    ['/tokens/2', number],
    ['/tokens/3', number],
  ]);
});

test('a stage without the key has none, and is told so', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': APP });
  const { out } = await framework('deploy', { cwd, cloud });
  await expect.poll(async () => (await fetch(addressIn(out))).status).toBe(200);
  const { err, exitCode } = await framework(['logs', '--metrics'], { cwd, cloud });
  expect(exitCode).toBe(0);
  expect(err).toContain('helloworld-dev has written no metrics since 10m');
});
