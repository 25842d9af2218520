// A connection without data, or a response that does not end or cannot be read: the call fails, and says why.
import { APIGatewayClient, GetRestApisCommand } from '@aws-sdk/client-api-gateway';
import { Agent, createServer } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isCloudError } from './cloud-error.js';
import { type Stub, type StubAnswer, startStub } from './http-stub.fixture.js';
import { openHandler } from './request-handler.js';

let stub: Stub | undefined;
afterEach(() => stub?.close());

test('a connection that stalls is noticed in 20 seconds', async () => {
  const { cloud } = (stub = await startStub('silence'));
  const began = performance.now();
  const error: unknown = await cloud.apiGateway
    .createApi({ name: 'x', tags: {} })
    .catch((reason: unknown) => reason);
  const seconds = (performance.now() - began) / 1000;
  expect(isCloudError(error, 'network') && error.facts.message).toBe(
    'the connection stalled: no data arrived for 20 s',
  );
  expect(seconds).toBeGreaterThan(15);
  expect(seconds).toBeLessThan(28);
});

test.each<readonly [string, StubAnswer, string, string]>([
  ['never ends', 'endless', 'foreign', 'a response of more than 32 MB'],
  ['has other types', { status: 200, body: { item: 5 } }, 'server', 'the response cannot be read'],
  ['is nothing', { status: 200, body: 'null' }, 'server', 'Cannot read properties of null'],
])('an answer that %s fails the call', async (_, answer, kind, message) => {
  const { cloud } = (stub = await startStub(answer));
  const error: unknown = await cloud.apiGateway.findApis('x').catch((reason: unknown) => reason);
  if (!isCloudError(error)) throw error;
  expect(error.facts).toMatchObject({ kind });
  expect(error.facts.message).toContain(message);
  expect(error.facts.message).not.toContain('$response');
});

test.each(['HTTP/1.1 200 OK\r\nx-a: ', 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n'])(
  'an answer that comes byte by byte fails the call: %j',
  async (start) => {
    const timers: NodeJS.Timeout[] = [];
    const server = createServer(({ socket }) => {
      socket.write(start);
      timers.push(setInterval(() => socket.write(' '), 20));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // because it listens on a port
    const connections = { httpAgent: new Agent(), httpsAgent: new SecureAgent() };
    const client = new APIGatewayClient({
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
      requestHandler: openHandler({ idleSeconds: 0.1, connections, isXml: false }),
    });
    const sent = client.send(new GetRestApisCommand({}));
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
    timers.forEach(clearInterval);
    server.closeAllConnections();
    server.close();
  },
);
