import { describe, expect, test, onTestFinished } from 'vitest';
import { createHostCheck } from './http-server.js';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen, USUAL_PORT } from './listen.js';
import { answerProblems } from './error-page.js';
import { EVENT_CASES } from '../../../test/support/event-stream-cases.js';
import { createEventParser } from './event-parser.js';
import { queueEvent } from '../../../runtime/events/events.fixture.js';
import type { Run } from '../events/source-commands.js';
import { servedRun } from './server-feed.js';
import { foldFrames } from './app-output.js';

const LOOPBACK = ['localhost', 'LOCALHOST:8000', 'localhost.', 'a.localhost:1', '127.0.0.1:8000', '127.1.2.3', '[::1]:8000', '[::1]']; // prettier-ignore
const FOREIGN = ['evil.example', 'evil.example:8000', 'localhost.evil.example', '127.0.0.1.evil.example', 'xlocalhost', '', ':8000', 'localhost@evil.example', '[::1].evil.example', 'a b.localhost', 'a/b.localhost', '%.localhost', '.localhost']; // prettier-ignore
const NETWORK = ['192.168.1.5:8000', 'api:8000', 'laptop.local', '[fe80::1]:8000'];

const isAllowed = (listenHost: string, host: string): boolean =>
  createHostCheck(listenHost)(['Accept', '*/*', 'hOST', host]) === undefined;

describe('a server on localhost', () => {
  test.each(LOOPBACK)('answers %s', (host) => {
    expect(isAllowed('localhost', host)).toBe(true);
  });
  test.each([...FOREIGN, ...NETWORK])('refuses %j', (host) => {
    expect(isAllowed('localhost', host)).toBe(false);
  });
});

test('the name of --host is answered, and another is not', () => {
  expect(isAllowed('api.test', 'API.test:8000')).toBe(true);
  expect(isAllowed('::1', '[::1]:8000')).toBe(true);
  expect(isAllowed('10.0.0.7', '10.0.0.7:8000')).toBe(true);
  expect(isAllowed('10.0.0.7', '10.0.0.8:8000')).toBe(false);
});

describe.each(['0.0.0.0', '::'])('a server on %s', (listenHost) => {
  test.each([...LOOPBACK, ...NETWORK])('answers %s', (host) => {
    expect(isAllowed(listenHost, host)).toBe(true);
  });
  test.each(['evil.example', 'localhost.evil.example:8000', ''])('refuses %j', (host) => {
    expect(isAllowed(listenHost, host)).toBe(false);
  });
});

test('a request without Host passes, and of two both must be ours', () => {
  const check = createHostCheck('localhost');
  expect(check(['Accept', '*/*'])).toBeUndefined();
  expect(check(['Host', 'localhost', 'Host', 'evil.example'])).toBe('evil.example');
  expect(check(['Host', 'localhost', 'Host', 'localhost'])).toBeUndefined();
});

// A port in use: unless a port was requested, the next one is used.

function made(): Server {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

async function take(port: number): Promise<number> {
  const server = made().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return (server.address() as AddressInfo).port; // because it listens on TCP
  } catch {
    // Another process uses it already, which serves the same purpose.
    return port;
  }
}

test('the usual port is taken: the next free one is used, and which was meant is known', async () => {
  await take(USUAL_PORT);
  const found = await listen({ host: '127.0.0.1', port: undefined, createServer: made });
  expect(found).toMatchObject({ kind: 'listening', insteadOf: { port: USUAL_PORT } });
  expect(found.kind === 'listening' && found.port).toBeGreaterThan(USUAL_PORT);
});

test('a port that was asked for is taken: it is an error that names another way', async () => {
  const port = await take(0);
  const found = await listen({ host: '127.0.0.1', port, createServer: made });
  expect(found.kind === 'failed' && found.diagnostics).toMatchObject([
    {
      code: 'FW7001',
      hint: expect.stringContaining('without `--port` the next free port') as unknown,
    },
  ]);
});

test.each(['text/html', 'application/json'])(
  'a page of another site may not read the errors of a build as %s',
  (accept) => {
    const request = { headers: ['Accept', accept], root: '/project', reloadPath: undefined };
    const { headers } = answerProblems([], request);
    expect(headers.map((text) => text.toLowerCase())).not.toContain('access-control-allow-origin');
  },
);

// The events of the standard's examples, complete and in chunks of every size.

test.each(Object.entries(EVENT_CASES))('%s', (_, { text, events }) => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const parse = createEventParser();
    const parsed = [];
    for (let at = 0; at < bytes.length; at += size)
      parsed.push(...parse(bytes.subarray(at, at + size)));
    expect(parsed.map(({ id, event, data }) => [id, event, data])).toEqual(events);
  }
});

// A run of a function in the list of served requests: what sent the event, and the outcome.

const RUN = {
  name: 'order',
  kind: 'sqs',
  title: 'queue orders',
  event: queueEvent(['a', 'b']),
  outcome: { kind: 'returned', value: { batchItemFailures: [] } },
  time: 5,
  milliseconds: 3,
} as const satisfies Run;

test('a run without a failure is done', () => {
  expect(servedRun(RUN)).toEqual({
    time: 5,
    method: 'EVENT',
    target: 'order',
    runs: 'order',
    status: 'done',
    milliseconds: 3,
    note: 'queue orders',
  });
});

test('a run of which records failed has failed, and says how many', () => {
  const value = { batchItemFailures: [{ itemIdentifier: 'm2' }] };
  expect(servedRun({ ...RUN, outcome: { kind: 'returned', value } })).toMatchObject({
    status: 'failed',
    note: 'queue orders, 1 of 2 records failed',
  });
});

test('a run that threw has its stack, and one that did not end its reason', () => {
  const trace = 'Error: no\n    at app.ts:3:4';
  const thrown = servedRun({ ...RUN, outcome: { kind: 'failed', message: 'no', trace } });
  expect(thrown).toMatchObject({ status: 'failed', stack: trace });
  expect(thrown.note).toBe('queue orders, 2 of 2 records failed');
  const message = 'timed out after 3 s';
  expect(servedRun({ ...RUN, outcome: { kind: 'failed', message } }).note).toBe(
    'queue orders, 2 of 2 records failed, timed out after 3 s',
  );
});

// Which stack frames are shown.

const at = (indent: string, ...frames: readonly string[]): string =>
  ['TypeError: no', ...frames.map((frame) => `    at ${frame}`), ''].join(`\n${indent}`);

const OWN = 'word (/home/me/shop/app.ts:3:17)';

test.each([
  'ModuleJob.run (node:internal/modules/esm/module_job:329:25)',
  'Module.module0 (framework-dependencies:dependencies:1:26)',
  'framework-dependency-value:/shop/node_modules/a/i.js.kept (framework-dependency-value:/shop/node_modules/a/i.js.kept:1:35)',
  '__init (file:///home/me/shop/.framework/cache/dependencies/35b77/chunk-PDNRBC4W.mjs:6:52)',
  '__require (file:///home/me/shop/.framework/build/local-12/index.mjs:11:52)',
  'serve (framework:dist/runtime/serve.js:1:1)',
])('%s is not shown, however far the stack is indented', (frame) => {
  expect(foldFrames(at('', frame, OWN))).toBe(at('', OWN));
  expect(foldFrames(at('  ', frame, OWN))).toBe(at('  ', OWN));
});

test.each([
  'word (/home/me/cache/dependencies/app.ts:3:17)',
  'word (/home/me/framework-dependencies/app.ts:3:17)',
  'word (/home/me/my-framework-dependency/app.ts:3:17)',
  '/home/me/shop/node_modules/framework-dependency/index.js:1:1',
  'view (file:///home/me/shop/.framework/build/local-12/index.mjs:11:52)',
])('%s is shown', (frame) => {
  expect(foldFrames(at('', frame))).toBe(at('', frame));
});

test.each([
  '    at ModuleJob.run (node:internal/modules/esm/module_job:329:25)',
  '    at serve (framework:dist/runtime/serve.js:1:1)\nOrders are served.',
  'Stops:\n\tat serve (framework:dist/runtime/serve.js:1:1)',
])('%j is not a stack', (text) => {
  expect(foldFrames(text)).toBe(text);
});
