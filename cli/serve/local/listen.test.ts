// A port in use: unless a port was requested, the next one is used.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen, USUAL_PORT } from './listen.js';

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
