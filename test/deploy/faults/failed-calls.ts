// Every call fails once, or is the last one before the network is gone for as long as the command runs.
import { expect, test } from 'vitest';
import { framework } from '../deployments.js';
import { type Disturb, summaryOf, tryFaults, type Way } from './fault-matrix.js';
import type { Operation } from './operation.js';

const WAYS: readonly Way[] = [
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'error-before' },
  { kind: 'error-after' },
  { kind: 'throttle' },
  { kind: 'denied' },
  { kind: 'denied', losesRecord: true },
  { kind: 'reset-before', lasts: true },
  { kind: 'reset-after', lasts: true },
  { kind: 'reset-after', lasts: true, losesRecord: true },
];

const disturb: Disturb = async ({ cwd, cloud }, { command }, fault) => {
  cloud.arm(fault);
  const { exitCode, err } = await framework(command, { cwd, cloud });
  // Anything else is a bug of ours, not a refusal of the cloud.
  expect([0, 3], err).toContain(exitCode);
  return exitCode;
};

/** Declares the tests of one operation. */
export function testFailedCalls(operation: Operation): void {
  test(`a ${operation.name} converges whatever call fails`, { timeout: 300_000 }, async () => {
    const outcome = await tryFaults(operation, WAYS, disturb);
    console.log(summaryOf(outcome));
    expect(outcome.failures).toEqual([]);
    expect(outcome.tried).toBeGreaterThan(0);
  });
}
