// Ctrl-C at any call of a deploy: no step begins after it, what was done is reported, and the next run finishes.
import { expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import { deployOnce, elsewhere, type Machine, openCloud } from './port-cloud.fixture.js';
import { appWith } from './states.fixture.js';

const DESIRED = appWith('code');

test('a deploy that is interrupted at any call tells what it did, and is finished by the next', async () => {
  const { calls } = await deployOnce(await openCloud(), DESIRED, elsewhere());
  const outcomes = new Set<string>();
  for (const at of sampleOf('interruption', [...calls.keys()].slice(1, -1), 8)) {
    const cloud = await openCloud();
    const interruption = new AbortController();
    cloud.onCall = () => {
      if (cloud.calls.length > at) interruption.abort();
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
    expect(cloud.testCloud.inventory()).toEqual([
      'api fixture-dev',
      'function fixture-dev',
      'role fixture-dev',
    ]);
  }
  expect([...outcomes]).toContain('interrupted');
});
