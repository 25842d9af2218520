// Every call fails in one of the ways, and one call of each kind that recovers fails in all of them, with the whole program.
import { expect, test } from 'vitest';
import { framework } from '../deployments.js';
import { type Disturb, expectConverged, MATRIX, tryFaults } from './fault-matrix.js';
import { OPERATIONS } from './operations.js';
import { FAILURES } from './ways.js';
import { sampleOf } from '../../support/sample.js';

const disturb: Disturb = async ({ cwd, cloud }, { command }, fault) => {
  cloud.arm(fault);
  const { exitCode, err } = await framework(command, { cwd, cloud });
  // Any other exit code is an internal error instead of a rejection by the cloud.
  expect([0, 3], err).toContain(exitCode);
  return exitCode;
};

/**
 * If the response to these calls is lost, the outcome is determined below the port, so alternating would leave ways untested.
 */
const RECOVERING: ReadonlySet<string> = new Set([
  'lambda:CreateFunction',
  'lambda:UpdateFunctionCode',
  'lambda:UpdateFunctionConfiguration',
  'lambda:PublishVersion',
]);

for (const operation of sampleOf('operations whose calls fail', OPERATIONS, 3)) {
  test(`a ${operation.name} converges whatever call fails`, MATRIX, async () => {
    const outcome = await tryFaults(operation, {
      ways: FAILURES,
      calls: 'every',
      always: RECOVERING,
      disturb,
    });
    expectConverged(outcome, operation.leastCalls);
  });
}
