// Responses of the test cloud describe one moment, however long it takes to create them.
import { expect, onTestFinished, test } from 'vitest';
import { createClients, createReadyFunction, createRole, pause } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';

/** An update takes 15 milliseconds. */
const STEPS = Array.from({ length: 15 }, (_, index) => index + 1);

test('a function that has ended its update has the revision that it makes', async () => {
  let time = Date.now();
  let step = 0;
  const cloud = await startTestCloud({ now: () => (time += step) });
  onTestFinished(() => cloud.close());
  const clients = createClients(cloud);
  const role = await createRole(clients);
  time += 1000;
  const functionReady = createReadyFunction(clients, { Role: role, files: { 'index.mjs': '' } });
  await expect.poll(() => cloud.inventory()).toContain('function function');
  time += 1000;
  await functionReady;

  const { lambda } = clients;
  const name = { FunctionName: 'function' };
  for (step of STEPS) {
    let seen = await lambda.updateFunctionConfiguration({ ...name, MemorySize: 128 + step });
    while (seen.LastUpdateStatus !== 'Successful') {
      await pause(1);
      seen = await lambda.getFunctionConfiguration(name);
    }
    const { RevisionId } = await lambda.getFunctionConfiguration(name);
    expect(seen.RevisionId, `the clock goes ${step} ms between two looks`).toBe(RevisionId);
  }
});
