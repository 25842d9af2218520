// Every call fails in one of the ways, with the whole program.
import { expect, test } from 'vitest';
import { framework } from '../deployments.js';
import { type Disturb, summaryOf, tryFaults } from './fault-matrix.js';
import type { Operation } from './operation.js';
import { FAILURES } from './ways.js';

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
    const outcome = await tryFaults(operation, { ways: FAILURES, each: 'turns', disturb });
    console.log(summaryOf(outcome));
    expect(outcome.failures).toEqual([]);
    expect(outcome.tried).toBeGreaterThanOrEqual(operation.leastCalls);
  });
}
