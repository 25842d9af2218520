// Integrations in the mode STREAM: what reaches the caller and when, and the limits of the gateway, with a clock of the test.
import { afterEach, expect, test } from 'vitest';
import { createHandClock } from '../hand-clock.fixture.js';
import { createClock } from '../server/clock.js';
import type { InvocationOutcome } from '../service.js';
import type { Invocation } from './api-host.fixture.js';
import { documentOf, functionArn, type Json, proxied, STREAM } from './document.fixture.js';
import { returned, serveDocument, type ServedApi } from './served-api.fixture.js';

const STREAMED: InvocationOutcome = { kind: 'returned', payload: '', isStreamed: true };
const HEAD = `${JSON.stringify({ statusCode: 201, headers: { 'content-type': 'text/plain' } })}${'\0'.repeat(8)}`;

let api: ServedApi;
afterEach(() => api.close());

function streamed(more: Json): Json {
  const integration = { type: 'aws_proxy', httpMethod: 'POST', ...STREAM, ...more };
  return proxied({ 'x-amazon-apigateway-integration': integration });
}

type Write = (text: string | Buffer) => Promise<void>;

/** Serves an API whose function writes as the test says. `tick` advances its clock. */
async function serve(
  run: (write: Write, call: Invocation) => Promise<InvocationOutcome>,
  integration: Json = {},
): Promise<{ readonly tick: (milliseconds: number) => void }> {
  const clock = createHandClock();
  api = await serveDocument(
    documentOf({ '/': { get: streamed(integration) } }),
    (call) => run(async (text) => call.onChunk?.(Buffer.from(text)), call),
    { clock: createClock({ timeScale: 1, ...clock }) },
  );
  // Waits until the deployment is live.
  clock.advance(1000);
  return { tick: clock.advance };
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return Buffer.from(value ?? []).toString();
}

async function open(): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { body } = await api.request('/');
  if (!body) throw new Error('The response has no body');
  return body.getReader();
}

test('a chunk reaches the caller before the function writes the next one', async () => {
  let go = (): void => undefined;
  const next = new Promise<void>((resolve) => (go = resolve));
  await serve(async (write) => {
    await write(`${HEAD}one `);
    await next;
    await write('two');
    return STREAMED;
  });
  const response = await api.request('/');
  const reader = response.body?.getReader();
  if (!reader) throw new Error('The response has no body');
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'text/plain']);
  expect(response.headers.get('content-length')).toBeNull();
  expect(await readChunk(reader)).toBe('one ');
  go();
  expect(await readChunk(reader)).toBe('two');
  expect((await reader.read()).done).toBe(true);
  expect(api.invocations[0]?.arn).toBe(functionArn('app-dev-stream'));
});

test('a stream that fails after its head is cut, and one that fails before it is a 502', async () => {
  const failed = { kind: 'failed', payload: '{}' } as const;
  await serve(async (write) => {
    await write(`${HEAD}one`);
    return failed;
  });
  const reader = await open();
  await expect(readChunk(reader).then(() => reader.read())).rejects.toThrow();
  await api.close();
  await serve(() => Promise.resolve(failed));
  expect(await api.summary('/')).toBe(
    '502 InternalServerErrorException {"message": "Internal server error"}',
  );
});

test('a function that does not stream gives a STREAM integration nothing that it can read', async () => {
  await serve(() => Promise.resolve(returned({ statusCode: 200, body: 'hello' })));
  expect(await api.summary('/')).toContain('502');
});

test('a buffered integration cannot read what a function streams', async () => {
  const whole = { kind: 'returned', payload: `${HEAD}one`, isStreamed: true } as const;
  api = await serveDocument(documentOf({ '/': { get: proxied() } }), () => whole);
  expect(await api.summary('/')).toBe(
    '502 InternalServerErrorException {"message": "Internal server error"}',
  );
});

test.each([
  ['REGIONAL', 300_000],
  ['EDGE', 30_000],
])('an endpoint of type %s ends a stream that is silent for %i ms', async (type, idle) => {
  let go = (): void => undefined;
  const next = new Promise<void>((resolve) => (go = resolve));
  const { tick } = await serve(async (write) => {
    await write(`${HEAD}one`);
    await next;
    await write('two');
    return new Promise(() => undefined);
  });
  if (type === 'REGIONAL') {
    const path = '/endpointConfiguration/types/EDGE';
    const patchOperations = [{ op: 'replace' as const, path, value: type }];
    const { host, apiId: restApiId } = api;
    await host.client.updateRestApi({ restApiId, patchOperations });
  }
  const reader = await open();
  expect(await readChunk(reader)).toBe('one');
  tick(idle - 1);
  go();
  expect(await readChunk(reader)).toBe('two');
  const end = reader.read();
  tick(idle);
  await expect(end).rejects.toThrow();
});

test('a stream ends with the time-out of its integration however much it writes', async () => {
  let writes = 0;
  const { tick } = await serve(
    async (write, { onChunk }) => {
      for (;;) {
        await write(writes === 0 ? HEAD : 'x');
        writes += 1;
        tick(20_000);
        if (!onChunk || writes > 10) return new Promise(() => undefined);
      }
    },
    { timeoutInMillis: 120_000 },
  );
  const response = await api.request('/');
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test('a function that writes nothing is a 504 after the time-out', async () => {
  const { tick } = await serve(() => new Promise(() => undefined), { timeoutInMillis: 60_000 });
  const answer = api.summary('/');
  await expect.poll(() => api.invocations).toHaveLength(1);
  tick(60_000);
  expect(await answer).toContain('504 InternalServerErrorException');
});

test('the first 10 MB pass at once, and what follows with 2 MB a second', async () => {
  const megabyte = Buffer.alloc(1024 * 1024);
  let written = 0;
  const { tick } = await serve(async (write) => {
    await write(HEAD);
    for (; written < 14; written += 1) await write(megabyte);
    return STREAMED;
  });
  const response = await api.request('/');
  const body = response.arrayBuffer();
  await expect.poll(() => written).toBe(10);
  for (const passed of [11, 12, 13, 14]) {
    tick(499);
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(passed - 1);
    tick(1);
    await expect.poll(() => written).toBe(passed);
  }
  expect((await body).byteLength).toBe(14 * megabyte.length);
});
