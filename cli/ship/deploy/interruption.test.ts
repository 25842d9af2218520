// Ctrl-C at any call of a deploy: no step begins after it, what was done is told, and the next run finishes.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import type { Desired } from '../stage/states.js';
import { fakeCloud } from './fake-cloud.fixture.js';
import { desiredOf } from './states.fixture.js';

const zip = new TextEncoder().encode('code');
const DESIRED: Desired = {
  ...desiredOf(),
  package: { zip, sha256: createHash('sha256').update(zip).digest('base64') },
};

test('a deploy that is interrupted at any call is finished by the next', async () => {
  const whole = fakeCloud();
  const { calls } = await deployOnce(whole, DESIRED, { state: undefined });
  const outcomes = new Set<string>();
  for (let at = 1; at <= calls.length; at += 1) {
    const cloud = fakeCloud();
    const interruption = new AbortController();
    let count = 0;
    cloud.onCall = () => {
      count += 1;
      if (count === at) interruption.abort();
    };
    const machine: Machine = { state: undefined, signal: interruption.signal };
    const { outcome, events } = await deployOnce(cloud, DESIRED, machine);
    outcomes.add(outcome.kind);
    if (outcome.kind === 'interrupted') {
      const started = events.filter((text) => text.startsWith('started')).length;
      expect(outcome.done.length + outcome.stopped.length).toBe(started);
      expect(outcome.stopped.length + outcome.left.length).toBeGreaterThan(0);
      expect(machine.state?.isComplete ?? false).toBe(false);
    }
    cloud.onCall = undefined;
    const next: Machine = { state: machine.state };
    expect((await deployOnce(cloud, DESIRED, next)).outcome).toMatchObject({ kind: 'done' });
    expect([cloud.roles.size, cloud.functions.size, cloud.apis.size]).toEqual([1, 1, 1]);
  }
  expect([...outcomes]).toContain('interrupted');
});
