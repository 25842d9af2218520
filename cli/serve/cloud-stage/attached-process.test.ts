// A connection to a cloud on which a result is lost.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { attachFunctions } from './attached-process.js';

test('a result is sent once more when its connection breaks, and it is said if it comes too late', async () => {
  const results: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/attach') === true) {
      const invocations = ['one', 'two'].map((id) => ({
        kind: 'invocation',
        id,
        name: id,
        event: {},
      }));
      for (const line of [{ kind: 'attached', environments: {} }, ...invocations])
        response.write(`${JSON.stringify(line)}\n`);
      return;
    }
    const id = request.url?.split('=')[1] ?? '';
    results.push(id);
    const isFirst = results.filter((one) => one === 'one').length === 1;
    if (id === 'one' && isFirst) request.socket.destroy();
    else response.writeHead(410).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // because it listens on a port
  const nothing = (): void => undefined;
  const late: string[] = [];
  const { detach } = await attachFunctions(
    { url: `http://127.0.0.1:${port}`, token: 'token' },
    {
      region: 'us-east-1',
      functions: ['one', 'two'],
      isTaking: true,
      process: 'one',
      isInspected: false,
    },
    {
      onInvocation: () => Promise.resolve({ kind: 'returned', value: 1 }),
      onLate: (name) => late.push(name),
      onDenial: nothing,
      onDeployed: nothing,
      onReplaced: nothing,
      onFree: nothing,
      onLost: nothing,
    },
  );
  await expect.poll(() => results.toSorted(), { timeout: 5000 }).toEqual(['one', 'one', 'two']);
  await expect.poll(() => late).toEqual(['two']);
  detach();
});
