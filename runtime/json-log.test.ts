import fs from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { capturedOutput } from '../test/support/captured-output.js';
import { proxyEvent } from '../test/support/proxy-events.js';
import { Framework } from './framework.js';
import { createFunctionHandler } from './function-handler.js';
import { createHandler } from './handler.js';
import { Logger } from './logger.js';

beforeEach(() => {
  vi.stubEnv('FRAMEWORK_LOG_FORMAT', 'json');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HEAD = { timestamp: '2026-11-22T12:00:00.000Z', logger: 'shop' };

/** Returns the lines that a logger of level DEBUG writes, without their common fields. */
async function lines(write: (log: Logger) => void): Promise<readonly object[]> {
  const log = new Logger('shop');
  log.level = 'DEBUG';
  return parse(await capturedOutput(() => write(log)));
}

function parse(text: string): readonly Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>); // because the line is an object
}

it('plain objects are fields, everything else is the message', async () => {
  expect(
    await lines((log) => {
      log.info('saved', { id: 3, tags: ['a'] }, 'twice', 2, { city: null });
    }),
  ).toEqual([{ ...HEAD, level: 'INFO', message: 'saved twice 2', id: 3, tags: ['a'], city: null }]);
});

it('levels have the words of Lambda, and are filtered as before', async () => {
  const seen = await lines((log) => {
    log.debug('a');
    log.warn('b');
    log.warning('c');
    log.critical('d');
    log.level = 'ERROR';
    log.info('e');
  });
  expect(seen).toMatchObject([
    { level: 'DEBUG' },
    { level: 'WARN' },
    { level: 'WARN' },
    { level: 'FATAL' },
  ]);
  expect(seen).toHaveLength(4);
});

it('an error is a field with its stack and its cause', async () => {
  const cause = new TypeError('deep');
  const error = Object.assign(new Error('gone', { cause }), { code: 'E1' });
  const [line] = await lines((log) => {
    log.error(error);
  });
  expect(line).toMatchObject({
    message: 'gone',
    error: {
      name: 'Error',
      message: 'gone',
      code: 'E1',
      stack: expect.stringContaining('json-log.test.ts') as string,
      cause: { name: 'TypeError', message: 'deep' },
    },
  });
  const [other] = await lines((log) => {
    log.error('not saved', error, new Error('second'));
  });
  expect(other).toMatchObject({ error: { message: 'gone' } });
  expect(other).toHaveProperty('message', expect.stringMatching(/^not saved Error: second/));
});

it('any value has a form', async () => {
  const circular: Record<string, unknown> = {
    big: 2n,
    when: new Date(0),
    map: new Map([['a', 1]]),
  };
  circular['self'] = circular;
  circular['list'] = [circular, { toJSON: () => 'made' }, Number.NaN, undefined];
  const looped = new Error('looped');
  looped.cause = looped;
  circular['error'] = looped;
  const [line] = await lines((log) => {
    log.info('all', circular);
  });
  expect(line).toMatchObject({
    big: '2',
    when: '1970-01-01T00:00:00.000Z',
    map: "Map(1) { 'a' => 1 }",
    self: { self: '[Circular]' },
    list: [{ list: '[Circular]' }, 'made', null, null],
    error: { message: 'looped', cause: '[Circular]' },
  });
});

it('a value that throws is shown as text', async () => {
  const hostile = {
    toJSON: () => {
      throw new Error('no');
    },
  };
  const seen = await lines((log) => {
    log.info('seen', { hostile });
  });
  expect(seen).toMatchObject([{ message: expect.stringMatching(/^seen \{/) as string }]);
});

it('a field never takes the place of what every line has', async () => {
  expect(
    await lines((log) => {
      log.info('saved', { level: 'x', message: 'y', timestamp: 1 });
    }),
  ).toEqual([
    { ...HEAD, level: 'INFO', message: 'saved', level_: 'x', message_: 'y', timestamp_: 1 },
  ]);
});

it('a line has the id of its invocation, also across await, and an unhandled error is one', async () => {
  const app = new Framework({ appName: 'shop' });
  app.$call(['view', '/', ['GET'], [], 0])(async () => {
    await Promise.resolve();
    throw new Error('broken');
  });
  app.$callFunction(['job', 'job', 0])(() => {
    app.log.error('from a job');
  });
  const context = (awsRequestId: string) =>
    ({ awsRequestId, getRemainingTimeInMillis: () => 5000 }) as never; // because nothing else is read
  const text = await capturedOutput(async () => {
    await Promise.all([
      createHandler(app)(proxyEvent(), context('one')),
      createHandler(app)(proxyEvent(), context('two')),
    ]);
    await createFunctionHandler('job', app)({}, context('three'));
  });
  expect(parse(text)).toMatchObject([
    {
      requestId: 'one',
      level: 'ERROR',
      message: 'Caught exception for GET /',
      error: { message: 'broken' },
    },
    { requestId: 'two' },
    { requestId: 'three', message: 'from a job' },
  ]);
});

it('in Lambda the line of a request is JSON too', async () => {
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
  const written: string[] = [];
  vi.spyOn(fs, 'writeSync').mockImplementation((_descriptor: number, text: unknown) =>
    written.push(String(text)),
  );
  const app = new Framework({ appName: 'shop' });
  app.$call(['view', '/', ['GET'], [], 0])(() => 1);
  const context = { awsRequestId: 'one' } as never; // because nothing else is read
  await createHandler(app)(proxyEvent(), context);
  await new Promise((resolve) => setImmediate(resolve));
  expect(parse(written.join(''))).toEqual([
    {
      timestamp: HEAD.timestamp,
      level: 'INFO',
      requestId: 'one',
      type: 'framework.request',
      route: 'GET /',
      path: '/',
      status: 200,
    },
  ]);
});

it('without the variable lines are text', async () => {
  vi.stubEnv('FRAMEWORK_LOG_FORMAT', undefined);
  const log = new Logger('shop');
  expect(await capturedOutput(() => log.error('saved', { id: 3 }))).toBe(
    'shop - ERROR - saved { id: 3 }\n',
  );
});
