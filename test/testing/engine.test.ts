// The thread behind the test client, if it ends early.
import { expect, test } from 'vitest';
import type { Worker } from 'node:worker_threads';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { testApp } from './support/built-testing.js';

test('when the engine ends, everything that is asked of it is refused', async () => {
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD });
  const { client } = await testApp(directory);
  await (await started).terminate();
  await expect(client.get('/')).rejects.toThrow('The engine of framework/testing stopped.');
  await expect(testApp(directory)).rejects.toThrow('The engine of framework/testing stopped.');
});
