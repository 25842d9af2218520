import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { capturedOutput } from '../test/support/captured-output.js';
import { proxyEvent } from '../test/support/proxy-events.js';
import { Application } from './application.js';
import type { StreamKind } from './contract/manifest.js';
import type { LambdaContext } from './contract/proxy-event.js';
import { Framework } from './framework.js';
import { middleware } from './middleware.js';
import { Response } from './response.js';
import { sse } from './server-sent-event.js';
import { createStreamHandler, streamHandlerOf } from './stream-handler.js';

/** Creates an application with a streaming view at `/`. */
function appOf(view: () => unknown, kind: StreamKind = 'any'): Application {
  const app = new Application({ appName: 'streams' });
  app.$addView(['view', '/', ['GET'], [], 0, 0, undefined, 0, kind], { instance: { view } });
  return app;
}

type Reader = {
  readonly out: Writable;
  /** What was written, with the prelude as an object. */
  readonly written: unknown[];
};

function reader(): Reader {
  const written: unknown[] = [];
  const out = new Writable({
    write: (chunk: Buffer, _, done) => {
      const [head = '', body] = String(chunk).split('\0'.repeat(8));
      written.push(body === undefined ? head : (JSON.parse(head) as unknown));
      done();
    },
  });
  return { out, written };
}

const HEAD = (type: string, more: object = {}): object => ({
  statusCode: 200,
  headers: { 'Content-Type': type, ...more },
});

afterEach(() => {
  vi.useRealTimers();
});

test('it is marked as Lambda marks a streaming handler, without a global of Lambda', () => {
  const marked: unknown = Object.getOwnPropertyDescriptor(
    createStreamHandler(appOf(() => 1)),
    Symbol.for('aws.lambda.runtime.handler.streaming'),
  )?.value;
  expect(marked).toBe('response');
});

test('nothing is written before the first chunk, and each chunk as it comes', async () => {
  let go = (): void => undefined;
  const wait = (): Promise<void> => new Promise((resolve) => (go = resolve));
  const { out, written } = reader();
  const done = createStreamHandler(
    appOf(async function* () {
      await wait();
      yield 'a';
      await wait();
      yield 'b';
    }),
  )(proxyEvent(), out);
  await new Promise(setImmediate);
  expect(written).toEqual([]);
  go();
  await new Promise(setImmediate);
  expect(written).toEqual([HEAD('text/plain; charset=utf-8'), 'a']);
  go();
  await done;
  expect(written.slice(2)).toEqual(['b']);
});

test('an error after the first chunk is an event of the stream, which then fails; unhandled ones are masked', async () => {
  for (const isDebug of [false, true]) {
    const { out, written } = reader();
    const app = appOf(async function* () {
      yield await Promise.resolve(sse(1));
      throw new RangeError('secret');
    }, 'sse');
    app.debug = isDebug;
    const log = await capturedOutput(async () => {
      await expect(createStreamHandler(app)(proxyEvent(), out)).rejects.toThrow('secret');
    });
    expect(log).toContain('Caught exception for GET /\nRangeError: secret');
    const [head, first, last] = written;
    expect([head, first]).toEqual([
      HEAD('text/event-stream', { 'Cache-Control': 'no-cache' }),
      'data: 1\n\n',
    ]);
    expect(last).toMatch(
      isDebug
        ? /^event: error\ndata: \{"Code":"FrameworkViewError","Message":"RangeError: secret\\n.*"\}\n\n$/
        : /^event: error\ndata: \{"Code":"FrameworkViewError","Message":"FrameworkViewError: An internal server error occurred\."\}\n\n$/,
    );
    expect(out.writableEnded).toBe(false);
  }
});

test.each([
  ['text', [1], /not text or bytes/],
  ['sse', ['a'], /not made by sse/],
  ['ndjson', [new Map()], /Map/],
] as const)(
  'the first item of a stream of %s that cannot be sent answers 500',
  async (kind, items, why) => {
    const { out, written } = reader();
    const app = appOf(() => Readable.from(items), kind);
    const log = await capturedOutput(() => createStreamHandler(app)(proxyEvent(), out));
    expect(log).toMatch(why);
    expect(written[0]).toMatchObject({ statusCode: 500 });
  },
);

test('a slow consumer is waited for', async () => {
  let made = 0;
  const app = appOf(async function* () {
    for (; made < 100; made++) yield await Promise.resolve(Buffer.alloc(1000));
  });
  const out = new PassThrough({ highWaterMark: 2000 });
  const done = createStreamHandler(app)(proxyEvent(), out);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(made).toBeLessThan(6);
  out.resume();
  await done;
  expect(made).toBe(100);
});

test('a consumer that goes away ends the generator and aborts the signal', async () => {
  const seen: string[] = [];
  const app = new Framework({ appName: 'streams' });
  app.route('/')(async function* endless() {
    const { signal } = app.currentRequest;
    signal.addEventListener('abort', () => seen.push((signal.reason as Error).name));
    try {
      for (;;) {
        yield 'a';
        await new Promise(setImmediate);
      }
    } finally {
      seen.push('ended');
    }
  });
  const { out } = reader();
  const done = createStreamHandler(app)(proxyEvent(), out);
  setTimeout(() => out.destroy(), 10);
  await done;
  expect(seen).toEqual(['AbortError', 'ended']);
});

test('the signal fires a second before the time-out, and never after the end', async () => {
  vi.useFakeTimers();
  const app = new Framework({ appName: 'streams' });
  let signal: AbortSignal | undefined;
  app.route('/')(async function* view() {
    signal = app.currentRequest.signal;
    yield 'a';
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    yield 'late';
  });
  const { out, written } = reader();
  const context = { getRemainingTimeInMillis: () => 60_000 } as LambdaContext; // because nothing else is read
  const done = createStreamHandler(app)(proxyEvent(), out, context);
  await vi.advanceTimersByTimeAsync(58_999);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(written.at(-1)).toBe('late');
  expect(vi.getTimerCount()).toBe(0);
});

test('a silent stream of events gets a comment every 15 seconds, other streams none', async () => {
  for (const [item, comments] of [
    [sse(1), 2],
    ['a', 0],
  ] as const) {
    vi.useFakeTimers();
    const { out, written } = reader();
    const app = appOf(async function* () {
      yield item;
      await new Promise((resolve) => setTimeout(resolve, 44_000));
      yield item;
    });
    const done = createStreamHandler(app)(proxyEvent(), out);
    await vi.advanceTimersByTimeAsync(44_000);
    await done;
    expect(written.filter((text) => text === ':\n\n')).toHaveLength(comments);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  }
});

test('a stream that a middleware drops is ended', async () => {
  const seen: string[] = [];
  const drop = middleware(async (_, next) => {
    await next();
    return new Response({ dropped: true });
  });
  const app = new Framework({ appName: 'streams', middleware: [drop] });
  app.route('/')(async function* view() {
    try {
      yield await Promise.resolve('a');
      yield 'b';
    } finally {
      seen.push('ended');
    }
  });
  const { out, written } = reader();
  await createStreamHandler(app)(proxyEvent(), out);
  expect([written.at(-1), seen]).toEqual(['{"dropped":true}', ['ended']]);
});

test('a middleware catches what a view throws before its first item', async () => {
  const guard = middleware(async (_, next) => {
    try {
      return await next();
    } catch {
      return new Response('caught', 418);
    }
  });
  const app = new Framework({ appName: 'streams', middleware: [guard] });
  app.route('/')(async function* view() {
    if (app.currentRequest.path === '/') throw new Error('early');
    yield await Promise.resolve('a');
  });
  const { out, written } = reader();
  await createStreamHandler(app)(proxyEvent(), out);
  expect(written).toEqual([expect.objectContaining({ statusCode: 418 }), 'caught']);
});

test('1,000 streams at once each have their own request and values of providers', async () => {
  const who = middleware.provide((request, next) => next(request.queryParams?.['who'] ?? ''));
  const app = new Framework({ appName: 'streams', middleware: [who] });
  app.route('/')(async function* view() {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      yield `${app.currentRequest.queryParams?.['who']} ${who.value};`;
    }
  });
  const handler = createStreamHandler(app);
  await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      const { out, written } = reader();
      const name = String(index);
      await handler(proxyEvent({ multiValueQueryStringParameters: { who: [name] } }), out);
      expect(written.slice(1)).toEqual(Array.from({ length: 3 }, () => `${name} ${name};`));
    }),
  );
});

test('a stream that a build does not know of is an error that says what to write', async () => {
  const { out, written } = reader();
  const app = new Application({ appName: 'streams' });
  app.$addView(['view', '/', ['GET'], [], 0], { instance: { view: () => Readable.from(['a']) } });
  const log = await capturedOutput(() => streamHandlerOf(app)(proxyEvent(), out));
  expect(log).toContain(
    'A view returned a stream, which JSON cannot represent. To stream it, declare it',
  );
  expect(written[0]).toMatchObject({ statusCode: 500 });
});

test('an event that is no request gets an answer', async () => {
  const { out, written } = reader();
  const handler: (event: never, out: Writable) => Promise<void> = createStreamHandler(
    appOf(() => 1),
  );
  await handler(null as never, out); // because Lambda passes whatever it receives
  expect(written[0]).toMatchObject({ statusCode: 400 });
});

test.each([
  [sse('a\r\nb\rc'), 'data: a\ndata: b\ndata: c\n\n'],
  [
    sse({ a: [1] }, { event: 'x', id: '7', retry: 5 }),
    'event: x\nid: 7\nretry: 5\ndata: {"a":[1]}\n\n',
  ],
  [sse(undefined), 'data: null\n\n'],
  [sse.comment('a\nb'), ': a\n: b\n\n'],
  [sse.comment(), ': \n\n'],
])('an event is written by the grammar of the standard', (event, text) => {
  expect(event.$frameworkEvent()).toBe(text);
});

test.each([{ id: 'a\nb' }, { event: 'a\rb' }, { id: '\0' }, { retry: 1.5 }, { retry: -1 }])(
  'sse refuses %j',
  (options) => {
    expect(() => sse(1, options)).toThrow(TypeError);
  },
);
