// The process of the CLI is killed at the first or the last call to a service, before or after it is executed: no `finally`
// block runs, the lock stays, and the next run on this or another machine completes the stage.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'vitest';
import { CLI } from '../../support/run.js';
import { type Disturb, expectConverged, MATRIX, tryFaults } from './fault-matrix.js';
import { OF_PROGRAM } from './operations.js';
import { KILLS } from './ways.js';

const kill: Disturb = async ({ cwd, cloud }, { command }, fault) => {
  const environment = { ...process.env, ...cloud.environment, CI: '1' };
  const child = spawn(process.execPath, [CLI, ...command.split(' ')], {
    cwd,
    env: environment,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  cloud.arm({ ...fault, onKill: () => child.kill('SIGKILL') });
  await exited;
  return child.exitCode ?? undefined;
};

for (const operation of OF_PROGRAM) {
  test(`a ${operation.name} that is killed converges`, MATRIX, async () => {
    const outcome = await tryFaults(operation, { ways: KILLS, calls: 'ends', disturb: kill });
    expectConverged(outcome, operation.leastEnds);
  });
}
