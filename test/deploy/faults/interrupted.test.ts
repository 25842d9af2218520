// Ctrl-C during the first or the last call to a service, half of which never get a response: the command reports what is left,
// and the next run finishes it.
import { expect, test } from 'vitest';
import { framework } from '../deployments.js';
import { type Disturb, expectConverged, MATRIX, tryFaults } from './fault-matrix.js';
import { OF_PROGRAM } from './operations.js';
import { INTERRUPTIONS } from './ways.js';

const interrupt: Disturb = async ({ cwd, cloud }, { command }, fault) => {
  const interruption = new AbortController();
  cloud.arm({
    ...fault,
    onKill: () => {
      interruption.abort();
    },
  });
  const before = cloud.inventory();
  const result = await framework(command, { cwd, cloud, signal: interruption.signal });
  const { exitCode, err, count } = result;
  // It may arrive when only the final message is missing.
  if (exitCode === 0) return exitCode;
  expect({ exitCode, err }).toEqual({
    exitCode: 130,
    err: expect.stringMatching(
      /^Interrupted\. (?:Nothing was changed\.|Not done: .+\.\nRun `framework \w+(?: --allow-delete)?` again to finish\.)\n$/m,
    ) as unknown,
  });
  if (err.includes('Nothing was changed')) {
    expect({ count, inventory: cloud.inventory() }).toEqual({
      count: expect.stringMatching(/ 0 writes$/) as unknown,
      inventory: before,
    });
  }
  return exitCode;
};

for (const operation of OF_PROGRAM) {
  test(`a ${operation.name} that is interrupted converges`, MATRIX, async () => {
    const outcome = await tryFaults(operation, {
      ways: INTERRUPTIONS,
      calls: 'ends',
      disturb: interrupt,
    });
    expectConverged(outcome, operation.leastEnds);
  });
}
