// Streams between the server and the process: handlers write to a pipe until the server reads.
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, describe } from 'vitest';
import { createReader, createRpc, type Received, Streamed, toBytes, type Methods } from './rpc.js';
import { callStreaming } from './stream-call.js';

const asked = { requestId: '6f2c0b7e-1d0c-4f59-9c3a-0123456789ab', time: 0, method: 'GET' };
const PRELUDE = `{"statusCode":201}${'\0'.repeat(8)}`;

type Handle = (responseStream: Writable) => unknown;
type Result = Received<{ readonly status: number }> | { readonly reason: string };

/** Requests a stream over two pipes that are read later, as those of a process are. */
function connect(handle: Handle) {
  const pipe = (to: (bytes: Buffer) => void) => (bytes: Buffer) => void setImmediate(to, bytes);
  const toThem = pipe(createReader((message) => theirs.receive(message)));
  const toUs = pipe(createReader((message) => ours.receive(message)));
  const methods = { stream: () => callStreaming(asked, handle) };
  const ours = createRpc<typeof methods>((message) => toThem(toBytes(message)), {});
  const theirs = createRpc((message) => toUs(toBytes(message)), methods);
  const open = async (): Promise<Received<{ readonly status: number }>> => {
    const result: Result = await ours.request('stream');
    if ('reason' in result) throw new Error(result.reason);
    return result;
  };
  return { open, close: ours.close };
}

async function read({ chunks }: Received<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
}

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

test('the head comes with the first chunk, and each chunk when it is written', async () => {
  let goOn = (): void => undefined;
  const { open } = connect(async (stream) => {
    await write(stream, `${PRELUDE}one `);
    await new Promise<void>((resolve) => (goOn = resolve));
    stream.end('two');
  });
  const received = await open();
  expect(received.head.status).toBe(201);
  expect(await received.chunks.next()).toEqual({
    done: false,
    value: new Uint8Array(Buffer.from('one ')),
  });
  goOn();
  expect(await read(received)).toBe('two');
});

test.each<[string, Handle, string]>([
  ['throws', () => Promise.reject(new RangeError('too far')), 'too far'],
  ['writes no prelude', (stream) => stream.end('hello'), 'it ends before the 8 NUL bytes'],
  ['ends at once', (stream) => stream.end(), 'the function wrote nothing'],
  ['writes another', (stream) => stream.end(`[]${'\0'.repeat(8)}`), 'its prelude is [], not an'],
  ['closes its stream', (stream) => stream.destroy(), 'closed its stream before the end'],
])('a handler that %s has no answer', async (_, handle, reason) => {
  await expect(connect(handle).open()).rejects.toThrow(reason);
});

test.each<[string, (stream: Writable) => unknown]>([
  ['rejects', () => Promise.reject(new RangeError('too far'))],
  ['destroys its stream', (stream) => stream.destroy(new RangeError('too far'))],
])('what was written before a handler %s is read before the failure', async (_, fail) => {
  const { open } = connect(async (stream) => {
    await write(stream, `${PRELUDE}one `);
    await write(stream, 'two');
    return fail(stream);
  });
  const received = await open();
  await received.ended;
  let text = '';
  const reading = (async () => {
    for await (const chunk of received.chunks) text += Buffer.from(chunk).toString();
  })();
  await expect(reading).rejects.toThrow('too far');
  expect(text).toBe('one two');
});

test('a handler waits for a slow reader', async () => {
  let written = 0;
  const { open } = connect(async (stream) => {
    await write(stream, PRELUDE);
    for (let count = 0; count < 200; count += 1) {
      await write(stream, 'x'.repeat(8192));
      written += 8192;
    }
    stream.end();
  });
  const received = await open();
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(written).toBeLessThan(3 * 64 * 1024);
  expect(await read(received)).toHaveLength(200 * 8192);
});

test('a reader that stops closes the stream of the handler, and waits for its end', async () => {
  let hasEnded = false;
  const { open } = connect(async (stream) => {
    stream.write(`${PRELUDE}one`);
    await once(stream, 'close');
    expect(stream.writableFinished).toBe(false);
    await turn();
    hasEnded = true;
  });
  const received = await open();
  for await (const chunk of received.chunks) {
    expect(Buffer.from(chunk).toString()).toBe('one');
    break;
  }
  expect(hasEnded).toBe(true);
  await received.ended;
  expect(await read(received)).toBe('');
});

test('a reader that stops lets a handler go on that waits for it', async () => {
  const { open } = connect(async (stream) => {
    await write(stream, PRELUDE);
    while (!stream.destroyed) await write(stream, 'x'.repeat(8192)).catch(() => undefined);
  });
  const received = await open();
  for (let turns = 0; turns < 50; turns += 1) await turn();
  await received.chunks.return?.();
  await received.ended;
});

test('a reader that waits is let go when it stops, or when the stream is cut or the channel closed', async () => {
  const { open, close } = connect(async (stream) => {
    stream.write(PRELUDE);
    await once(stream, 'close');
  });
  const [stopped, cut, closed] = [await open(), await open(), await open()];
  const waiting = stopped.chunks.next();
  await stopped.chunks.return?.();
  expect(await waiting).toEqual({ done: true, value: undefined });

  const failing = cut.chunks.next();
  cut.cut(new Error('timed out'));
  await expect(failing).rejects.toThrow('timed out');
  await cut.ended;

  const losing = closed.chunks.next();
  close(new Error('it ended'));
  await expect(losing).rejects.toThrow('it ended');
  await closed.ended;
});

test('a thousand streams at once get each their own chunks', async () => {
  let opened = 0;
  const { open } = connect(async (stream) => {
    const own = String((opened += 1));
    await write(stream, PRELUDE + own);
    for (let count = 0; count < 5; count += 1) await write(stream, ` ${own}`);
    stream.end();
  });
  const texts = await Promise.all(Array.from({ length: 1000 }, async () => read(await open())));
  expect(new Set(texts).size).toBe(1000);
  for (const text of texts) expect(new Set(text.split(' ')).size).toBe(1);
  expect(texts.every((text) => text.split(' ').length === 6)).toBe(true);
});

test('the chunks of a stream that is handed on are sent as they come', async () => {
  const { open } = connect((stream) => stream.end(`${PRELUDE}one`));
  const received = await open();
  const methods = { pass: () => new Streamed('head', received.chunks) };
  const ours = createRpc<typeof methods>((message) => theirs.receive(message), {});
  const theirs = createRpc((message) => ours.receive(message), methods);
  expect(await read(await ours.request('pass'))).toBe('one');
});

// Requests and responses over a channel in memory, and messages over a pipe.
describe('requests between processes', () => {
  /** Connects two sides, each of which reads the bytes that the other has written to a pipe, in chunks. */
  function connect<Theirs extends Methods>(methods: Theirs, chunk = 7) {
    const pipe = (to: (bytes: Buffer) => void) => (bytes: Buffer) => {
      for (let from = 0; from < bytes.length; from += chunk) to(bytes.subarray(from, from + chunk));
    };
    const toThem = pipe(createReader((message) => theirs.receive(message)));
    const toUs = pipe(createReader((message) => ours.receive(message)));
    const ours = createRpc<Theirs>((message) => toThem(toBytes(message)), {});
    const theirs = createRpc((message) => toUs(toBytes(message)), methods);
    return ours;
  }

  test('a value arrives as it was sent: bytes, dates, and what is undefined', async () => {
    const value = {
      bytes: Buffer.from([0, 255, 10]),
      at: new Date(0),
      none: undefined,
      text: 'a\nb',
    };
    const { request } = connect({ echo: (given: unknown) => given });
    const back = await request('echo', value);
    expect(back).toEqual(value);
    expect(Object.keys(back as object)).toContain('none');
  });

  test('a thousand requests at once get each its own response, in any order', async () => {
    const { request } = connect({
      wait: async (number: number) => {
        await new Promise((resolve) => setTimeout(resolve, (number * 7919) % 20));
        return number;
      },
    });
    const numbers = Array.from({ length: 1000 }, (_, number) => number);
    expect(await Promise.all(numbers.map((number) => request('wait', number)))).toEqual(numbers);
  });

  test('an error arrives with its name, its message and its stack', async () => {
    const error = new RangeError('too far');
    const { request } = connect({
      refuse: () => {
        throw error;
      },
    });
    const rejected: unknown = await request('refuse').catch((reason: unknown) => reason);
    expect(rejected).toMatchObject({ name: 'RangeError', message: 'too far', stack: error.stack });
  });

  test('a response that cannot be sent, and a request that cannot, are rejected', async () => {
    const { request } = connect({ give: (given: unknown) => given ?? (() => 1) });
    await expect(request('give', undefined)).rejects.toThrow('could not be cloned');
    await expect(request('give', () => 1)).rejects.toThrow('could not be cloned');
  });

  test('a channel that is closed rejects open and later requests', async () => {
    const { request, close } = connect({ never: () => new Promise(() => undefined) });
    const open = request('never');
    close(new Error('it ended'));
    await expect(open).rejects.toThrow('it ended');
    await expect(request('never')).rejects.toThrow('it ended');
  });
});
