// Applications that misbehave: the request that causes the problem gets a response, the others continue, and the terminal shows
// the reason.
import { afterAll, beforeAll, expect } from 'vitest';
import { send } from './support/client.js';
import { serveFiles, type ServedProject } from './support/served-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('faults of an application', 3);

const APP = `
import { writeFileSync } from 'node:fs';
import { Framework } from 'framework';
export const app = new Framework({ appName: 'faults' });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let calls = 0;
export const index = app.route('/')(() => ({ calls: ++calls }));
export const wait = app.route('/wait/{milliseconds}')(async (milliseconds: string) => {
  await pause(Number(milliseconds));
  return 'waited';
});
export const never = app.route('/never')(() => new Promise(() => undefined));
export const spin = app.route('/spin')(() => {
  console.log('about to spin');
  console.log('second line');
  for (;;) ;
});
export const leave = app.route('/exit')(() => {
  console.log('about to leave');
  process.exit(3);
});
export const late = app.route('/late')(() => {
  setTimeout(function boom() {
    throw new TypeError('thrown by a timer');
  }, 10);
  return new Promise(() => undefined);
});
export const unhandled = app.route('/unhandled')(() => {
  void Promise.reject(new Error('nobody waits for this'));
  return 'ok';
});
export const cyclic = app.route('/cyclic')(() => {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
});
export const nothing = app.route('/null')(() => {
  throw null;
});
`;

let served: ServedProject;
beforeAll(async () => {
  served = await serveFiles(
    {
      'app.ts': APP,
      '.framework/config.json': JSON.stringify({
        version: '2.0',
        app_name: 'faults',
        stages: { dev: { lambda_timeout: 2 } },
      }),
    },
    { args: ['--no-reload'] },
  );
});
afterAll(() => served.stop());

async function get(path: string): Promise<string> {
  const { status, text } = await send(served.port, { path });
  return `${status} ${text}`;
}

/** Sends a request, and returns what was printed from its beginning until `wanted`. */
async function getPrinting(
  path: string,
  wanted: RegExp,
): Promise<[answer: string, printed: string]> {
  const from = served.output().length;
  const answer = await get(path);
  await served.printed(wanted, from);
  return [answer, served.output().slice(from)];
}

const FAILED = '502 {"message": "Internal server error"}';

test('a view that never resolves is 502 after its time, and the other requests go on', async () => {
  const began = performance.now();
  const never = getPrinting('/never', /GET \/never 502/);
  expect(await get('/wait/20')).toBe('200 "waited"');
  const [answer, printed] = await never;
  expect(answer).toBe(FAILED);
  expect(performance.now() - began).toBeGreaterThan(1990);
  expect(printed).toContain('GET /never timed out after 2 s and the response is 502.');
  expect(printed).not.toContain('is restarted');
});

test('an application that was slow once keeps its state', async () => {
  const first = await get('/');
  await get('/never');
  expect(Number(/\d+(?=\})/.exec(await get('/'))?.[0])).toBe(
    Number(/\d+(?=\})/.exec(first)?.[0]) + 1,
  );
});

test('a view that never gives back control is 502, and the application is replaced', async () => {
  const spin = getPrinting('/spin', /is restarted/);
  await served.printed(/about to spin/);
  // These reach an application that does not listen; the next one serves them.
  const waiting = [get('/wait/1'), get('/wait/2')];
  const [answer, printed] = await spin;
  expect(answer).toBe(FAILED);
  expect(printed).toContain('second line');
  expect(printed).toContain('The application blocks its event loop: it is restarted.');
  expect(await Promise.all(waiting)).toEqual(['200 "waited"', '200 "waited"']);
});

test('a view that ends the process is 502, and the application is started again', async () => {
  const [answer, printed] = await getPrinting('/exit', /is restarted.*\n/);
  expect(answer).toBe(FAILED);
  expect(printed).toMatch(
    /about to leave\nThe application exited with code 3: it is restarted; 1 request gets a 502 response\.\n/,
  );
  expect(await get('/')).toBe('200 {"calls":1}');
});

test('requests that had not begun when the application ended are served by the next one', async () => {
  const answers = await Promise.all([
    get('/exit'),
    ...Array.from({ length: 20 }, () => get('/wait/1')),
  ]);
  expect(answers[0]).toBe(FAILED);
  // Those that the application had begun end with it.
  const others = answers.slice(1).filter((answer) => answer !== FAILED);
  expect(new Set(others)).toEqual(new Set(['200 "waited"']));
});

test('an error that nothing catches is 502, and its stack names the source', async () => {
  const [answer, printed] = await getPrinting('/late', /is restarted[^]*boom/);
  expect(answer).toBe(FAILED);
  expect(printed).toContain('An uncaught error stopped the application: it is restarted');
  expect(printed).toMatch(/TypeError: thrown by a timer\n +at .*boom \(.*app\.ts:24:11\)/);
  expect(await get('/')).toBe('200 {"calls":1}');
});

test('a rejection that nothing catches ends the application, as it does in Lambda', async () => {
  const [, printed] = await getPrinting('/unhandled', /is restarted[^]*app\.ts/);
  expect(printed).toContain('nobody waits for this');
  expect(await get('/')).toMatch(/^200/);
});

test('a cyclic value and a thrown null are the application’s errors', async () => {
  const body =
    '{"Code":"FrameworkViewError","Message":"FrameworkViewError: An internal server error occurred."}';
  expect(await get('/cyclic')).toBe(`500 ${body}`);
  expect(await get('/null')).toBe(`500 ${body}`);
});

test('a request may take its time after the application was loaded, which may take longer', async () => {
  const late = await serveFiles(
    {
      'app.ts': `
import { Framework } from 'framework';
export const app = new Framework({ appName: 'late' });
export const index = app.route('/')(() => 'ok');
await new Promise((resolve) => setTimeout(resolve, 1500));
`,
      '.framework/config.json': '{ "version": "2.0", "app_name": "late", "lambda_timeout": 1 }',
    },
    { args: ['--no-reload'] },
  );
  const { status } = await send(late.port, { path: '/' });
  await late.stop();
  expect(status).toBe(200);
  expect(late.output()).not.toContain('loading');
});
