// Streams of a bundle through AWS's own runtime client: the backpressure of a slow reader, and how a failure reaches the
// reader. That client ends the whole process when its connection breaks, so a consumer that disconnects is tested without it.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleProject, packageFolder } from '../bundle/bundle-project.js';
import { makeProject } from '../bundle/temporary-project.js';
import { capturedOutput } from '../support/captured-output.js';
import { proxyEvent } from '../support/proxy-events.js';
import { type LambdaProcess, startLambda } from './lambda-process.js';

const CHUNK = 64 * 1024;
const COUNT = 1600;

const SOURCE = `
import { Framework, sse } from 'framework';
export const app = new Framework({ appName: 'streams' });
const say = (text: string): void => void process.stdout.write(text + '\\n');
class Streams {
  @app.route('/large')
  async *large() {
    const before = process.memoryUsage.rss();
    let most = 0;
    for (let made = 1; made <= ${COUNT}; made++) {
      most = Math.max(most, process.memoryUsage.rss() - before);
      say('made ' + made);
      yield new Uint8Array(${CHUNK}).fill(97);
    }
    say('memory ' + most);
  }
  @app.route('/fails')
  async *fails() {
    yield sse('one');
    throw new RangeError('out of tokens');
  }
  @app.route('/none', { methods: ['GET', 'HEAD'] })
  async *none(): AsyncGenerator<string> {}
  @app.route('/endless')
  async *endless() {
    try {
      for (;;) {
        yield 'a';
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } finally {
      say('ended');
    }
  }
  @app.route('/echo')
  async *echo() {
    for (let turn = 0; turn < 3; turn++) {
      yield app.currentRequest.path + ';';
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 9));
    }
  }
  @app.route('/waiting')
  async *waiting() {
    const { signal } = app.currentRequest;
    try {
      yield 'a';
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    } finally {
      say('ended');
    }
  }
}
`;

let lambda: LambdaProcess;
let directory: string;

beforeAll(async () => {
  const root = makeProject({
    'package.json': '{ "name": "streams", "type": "module" }',
    'app.ts': SOURCE,
  });
  const built = await bundleProject(root);
  expect(built.diagnostics).toEqual([]);
  directory = packageFolder(root);
});

const eventOf = (path: string, httpMethod = 'GET'): ReturnType<typeof proxyEvent> =>
  proxyEvent({ resource: path, path, httpMethod });

async function read(event: unknown): Promise<{ readonly text: string; failure: unknown }> {
  let sent = '';
  const failure = await lambda.stream(event, (chunk) => {
    sent += String(chunk);
  });
  return { text: sent, failure: failure === undefined ? undefined : JSON.parse(failure) };
}

/** Returns the number of requested chunks, once it no longer grows. */
async function settledCount(): Promise<number> {
  let count = 0;
  let last = -1;
  while (count !== last) {
    last = count;
    await wait(150);
    count = lambda.output().match(/made /g)?.length ?? 0;
  }
  return count;
}

describe.each(['aws', 'ours'] as const)('under the runtime client of %s', (client) => {
  beforeAll(async () => {
    lambda = await startLambda({
      ...{ client, directory },
      node: process.execPath,
      handler: 'index.stream',
    });
  });

  afterAll(() => {
    lambda.stop();
  });

  test('a generator of 100 MB does not run ahead of a slow reader, and takes less than 60 MB', async () => {
    let bytes = 0;
    let ahead: number | undefined;
    const failure = await lambda.stream(eventOf('/large'), async (chunk) => {
      bytes += chunk.length;
      if (bytes > CHUNK) ahead ??= ((await settledCount()) * CHUNK) / 1e6;
    });
    expect(failure).toBeUndefined();
    expect(bytes).toBeGreaterThan(COUNT * CHUNK);
    // What the sockets of the two processes buffer.
    expect(ahead).toBeLessThan(20);
    await lambda.rested();
    const [, memory = NaN] = /memory (\d+)/.exec(lambda.output()) ?? [];
    expect(Number(memory)).toBeLessThan(60e6);
  });

  test('an error after the first chunk is in the trailers, and the next request is served', async () => {
    for (let turn = 0; turn < 2; turn++) {
      const { text: sent, failure } = await read(eventOf('/fails'));
      expect(sent).toMatch(/\0{8}data: one\n\nevent: error\ndata: \{"Code":"FrameworkViewError",/);
      expect(failure).toMatchObject({
        errorType: 'RangeError',
        errorMessage: 'out of tokens',
        trace: expect.arrayContaining([expect.stringMatching(/ at .*app\.ts:20:11/)]) as unknown,
      });
    }
  });

  test.each(['GET', 'HEAD'])('%s of an empty stream sends its head', async (method) => {
    const { text: sent, failure } = await read(eventOf('/none', method));
    expect(failure).toBeUndefined();
    expect(sent.split('\0'.repeat(8))).toEqual([
      '{"statusCode":200,"headers":{"Content-Type":"text/plain; charset=utf-8"}}',
      '',
    ]);
  });
});

type Stream = (event: unknown, out: Writable) => Promise<void>;

/** Loads the handler that the bundle exports. */
async function loadStream(): Promise<Stream> {
  const { href } = pathToFileURL(join(directory, 'index.mjs'));
  return ((await import(href)) as { stream: Stream }).stream; // because the entry exports it
}

test('streams at once in one process each read their own request', async () => {
  const stream = await loadStream();
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const out = new PassThrough();
      const event = proxyEvent({ resource: '/echo', path: `/${index}`, httpMethod: 'GET' });
      const [written] = await Promise.all([text(out), stream(event, out)]);
      expect(written.split('\0'.repeat(8))[1]).toBe(`/${index};`.repeat(3));
    }),
  );
});

test.each(['/endless', '/waiting'])(
  'a consumer that goes away ends the generator of %s',
  async (path) => {
    const stream = await loadStream();
    const server = createServer((incoming) =>
      incoming.once('data', () => incoming.socket.destroy()),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      // The stream that the runtime client passes to a handler is also a request.
      const { port } = server.address() as AddressInfo; // because it listens on TCP
      const out = request({ host: '127.0.0.1', port, method: 'POST' });
      const log = await capturedOutput(() => stream(eventOf(path), out));
      expect(log).toBe('ended\n');
    } finally {
      server.close();
    }
  },
);
