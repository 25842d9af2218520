// Requests and responses over a channel in memory, and messages over a pipe.
import { expect, test } from 'vitest';
import { createReader, createRpc, type Methods, toBytes } from './rpc.js';

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
