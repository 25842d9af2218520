// A connection to a cloud on which a result is lost.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { attachFunctions } from './attached-process.js';

test('a result is sent once more when its connection breaks', async () => {
  const results: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/attach') === true) {
      const invocation = { kind: 'invocation', id: 'one', name: 'mail', event: {} };
      for (const line of [{ kind: 'attached', environments: {} }, invocation])
        response.write(`${JSON.stringify(line)}\n`);
      return;
    }
    results.push(request.url ?? '');
    if (results.length === 1) request.socket.destroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // because it listens on a port
  const nothing = (): void => undefined;
  const { detach } = await attachFunctions(
    { url: `http://127.0.0.1:${port}`, token: 'token' },
    {
      region: 'us-east-1',
      functions: ['mail'],
      isTaking: true,
      process: 'one',
      isInspected: false,
    },
    {
      onInvocation: () => Promise.resolve({ kind: 'returned', value: 1 }),
      onDenial: nothing,
      onReplaced: nothing,
      onFree: nothing,
      onLost: nothing,
    },
  );
  const path = '/_framework/result?id=one';
  await expect.poll(() => results, { timeout: 5000 }).toEqual([path, path]);
  detach();
});
