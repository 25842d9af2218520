// Streaming routes of `framework local`, with a handwritten function: what a client receives, and when.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send, sendRaw } from './support/client.js';
import { startStreaming, type StreamingServer } from './support/streaming-server.js';

let served: StreamingServer;
beforeAll(async () => {
  served = await startStreaming({
    version: '2.0',
    app_name: 'chat',
    lambda_memory_size: 256,
    lambda_functions: {
      stream_handler: {
        lambda_timeout: 2,
        lambda_memory_size: 192,
        environment_variables: { COLOUR: 'red' },
      },
    },
  });
});
afterAll(() => served.stop());

/** Returns the line of a request in the log. */
async function lineOf(target: string): Promise<string> {
  const pattern = new RegExp(`^GET ${target.replace('?', '\\?')} .*(?:\n  .*)?`, 'm');
  await expect.poll(() => pattern.exec(served.output())?.[0]).toBeDefined();
  return (pattern.exec(served.output())?.[0] ?? '').replace(/\d+(?:\.\d)? ms/g, 'N ms');
}

type Came = {
  readonly status: number;
  readonly chunks: readonly string[];
  readonly isCut: boolean;
};

type Reading = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the number of chunks that have arrived, and a function that ends the request. */
  readonly onChunk?: (count: number, leave: () => void) => unknown;
};

/** Reads a stream to its end, or until the connection breaks or `onChunk` ends the request. */
async function read(path: string, { headers = {}, onChunk }: Reading = {}): Promise<Came> {
  const ending = new AbortController();
  const { signal } = ending;
  const { status, body } = await fetch(served.url + path, { headers, signal });
  const chunks: string[] = [];
  try {
    for await (const chunk of body ?? []) {
      chunks.push(Buffer.from(chunk as Uint8Array).toString()); // because fetch gives bytes
      onChunk?.(chunks.length, () => ending.abort());
    }
    return { status, chunks, isCut: false };
  } catch {
    return { status, chunks, isCut: !signal.aborted };
  }
}

async function textOf(path: string, reading?: Reading): Promise<string> {
  const { status, chunks, isCut } = await read(path, reading);
  return `${status} ${chunks.join('')}${isCut ? ' (cut)' : ''}`;
}

const TOKENS = '200 data: one\n\ndata: two\n\n';

test('chunks arrive when they are written, and the line tells of the first byte, the end and the size', async () => {
  // The function writes the second event only when the first one has arrived.
  const onChunk = (): void => served.release('arrived');
  const { chunks } = await read('/stream/tokens?until=arrived', { onChunk });
  expect(chunks).toEqual(['data: one\n\n', 'data: two\n\n']);
  expect(await lineOf('/stream/tokens?until=arrived')).toBe(
    'GET /stream/tokens?until=arrived 200 N ms, first byte after N ms, 22 B',
  );
  expect(served.feed.requests().at(-1)?.streamed?.size).toBe(22);
});

test('a stream runs in the function of its own, with its memory and its variables', async () => {
  const text = await textOf('/stream/facts');
  const [name, memory, colour, pid] = JSON.parse(text.slice(4)) as unknown[]; // because the function writes JSON
  expect([name, memory, colour]).toEqual(['chat-dev-stream', '192', 'red']);
  expect((await send(served.port, { path: '/buffered' })).text).not.toBe(String(pid));
});

test('an ordinary answer of a streaming route, a status without a body, and HEAD', async () => {
  expect(await textOf('/stream/plain')).toBe('404 {"Code":"NotFoundError"}');
  expect(await textOf('/stream/empty')).toBe('204 ');
  const head = await send(served.port, { method: 'HEAD', path: '/stream/tokens' });
  expect([head.status, head.headers['content-type'], head.text]).toEqual([
    200,
    'text/event-stream',
    '',
  ]);
  // A client of HTTP/1.0 does not support chunks: the connection ends with the body.
  const old = await sendRaw(served.port, ['GET /stream/tokens HTTP/1.0\r\n\r\n']);
  expect(old).toMatch(
    /^HTTP\/1\.1 200 OK\r\n(?![^]*chunked)[^]*\r\n\r\ndata: one\n\ndata: two\n\n$/,
  );
});

test('preflights, keys and errors of the gateway are what they are for any route', async () => {
  const preflight = await send(served.port, { method: 'OPTIONS', path: '/stream/tokens' });
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(await textOf('/keyed/tokens')).toBe('403 {"message":"Forbidden"}');
  const headers = { 'x-api-key': 'local-api-key' };
  expect(await textOf('/keyed/tokens', { headers })).toBe(TOKENS);
});

const FAILED = '502 {"message": "Internal server error"}';

describe('a function', () => {
  test.each([
    [
      'throws before the first byte',
      'throws',
      FAILED,
      /failed and the response is 502:\n.*before the/,
    ],
    ['writes no answer', 'malformed', FAILED, /not a response: it ends before the 8 NUL bytes/],
    [
      'writes nothing in its time',
      'never',
      '504 {"message": "Endpoint request timed out"}',
      /GET \/stream\/never timed out after 2 s and the response is 504/,
    ],
    ['fails in mid-stream', 'breaks', '200 data: one\n\n (cut)', /^ {2}cut: in mid-stream/m],
    ['takes too long', 'silent', '200 : hello\n\n (cut)', /^ {2}cut: timed out after 2 s/m],
    ['ends its process', 'dies', '200 data: one\n\n (cut)', /^ {2}cut: the application ended/m],
  ])('that %s', async (_, way, expected, printed) => {
    expect(await textOf(`/stream/${way}`)).toBe(expected);
    await expect.poll(served.output).toMatch(printed);
  });
});

test('a client that goes ends the generator, and only its own', async () => {
  const [, other] = await Promise.all([
    read('/stream/ticks?name=gone', { onChunk: (count, leave) => count === 2 && leave() }),
    read('/stream/ticks?name=stays', {
      onChunk: (_, leave) => served.output().includes('ended gone') && leave(),
    }),
  ]);
  expect(other.isCut).toBe(false);
  expect(other.chunks.every((text) => /^(?:data: stays\n\n)+$/.test(text))).toBe(true);
  await expect.poll(served.output).toMatch(/ended gone[^]*ended stays/);
  expect(await lineOf('/stream/ticks?name=gone')).toMatch(/ 200 N ms, .* B\n {2}the client left$/);
});

test('a client that does not read lets the function wait', async () => {
  const socket = connect(served.port, '127.0.0.1');
  socket.write('GET /stream/much HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('readable', resolve));
  const before = process.memoryUsage().rss;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(served.output()).not.toContain('peak');
  expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 * 1024);
  socket.destroy();
  await expect.poll(served.output).toMatch(/peak \d+/);
  expect(Number(/peak (\d+)/.exec(served.output())?.[1])).toBeLessThan(150);
});

test('a save lets the old application finish its stream, and the next one is of the new', async () => {
  const old = await textOf('/stream/facts');
  let stream: Promise<string> | undefined;
  await new Promise<void>((resolve) => {
    stream = textOf('/stream/tokens', { onChunk: () => resolve() });
  });
  served.edit();
  expect(await textOf('/stream/facts')).not.toBe(old);
  expect(await stream).toBe(TOKENS);
});
