// Processes of functions in a cloud that runs for days: unused processes end.
import { afterEach, expect, test } from 'vitest';
import { createClients, createReadyFunction, createRole } from '../../clients.fixture.js';
import { createHandClock } from '../../hand-clock.fixture.js';
import { startTestCloud } from '../../start-test-cloud.fixture.js';
import type { TestCloud } from '../../test-cloud.fixture.js';

let cloud: TestCloud;
afterEach(() => cloud.close());

async function open() {
  const hand = createHandClock();
  cloud = await startTestCloud({ ...hand, live: true, timeScale: 0 });
  const clients = createClients(cloud);
  const Role = await createRole(clients);
  const files = { 'index.mjs': 'export const handler = () => process.pid;' };
  await createReadyFunction(clients, { FunctionName: 'mail', files, Role });
  const run = async (): Promise<number> => {
    const { Payload } = await clients.lambda.invoke({ FunctionName: 'mail' });
    return Number(Payload?.transformToString());
  };
  return { hand, run, lambda: clients.lambda };
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process ends ten minutes after its last event', async () => {
  const { hand, run } = await open();
  const pid = await run();
  hand.advance(590_000);
  expect(await run()).toBe(pid);
  hand.advance(590_000);
  expect(lives(pid)).toBe(true);
  hand.advance(10_000);
  await expect.poll(() => lives(pid)).toBe(false);
  expect(await run()).not.toBe(pid);
});

test('a process ends with its function', async () => {
  const { run, lambda } = await open();
  const pid = await run();
  await lambda.deleteFunction({ FunctionName: 'mail' });
  await expect.poll(() => lives(pid)).toBe(false);
});
