// Ctrl-C in the middle of a deploy, as a process: it says what was done, ends with 130, and the next run finishes.
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { answerOf, framework, helloWorld, testCloud } from './deployments.js';

test('a deploy that is stopped says what is left, and the next one finishes it', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const interruption = new AbortController();
  const stopped = await run('deploy', {
    cwd,
    environment: cloud.environment,
    signal: interruption.signal,
    onOutput: (text) => {
      if (text.includes('Created role')) interruption.abort();
    },
  });
  expect(stopped).toMatchObject({ exitCode: 130, stdout: '' });
  expect(stopped.stderr).toMatch(/^Interrupted\. Not done: .*publish stage api\.$/m);
  expect(stopped.stderr).toMatch(/^Run `framework deploy` again to finish\.$/m);
  const next = await framework('deploy', { cwd, cloud });
  expect(next.exitCode).toBe(0);
  await expect.poll(() => answerOf(next.out)).toEqual({ hello: 'world' });
  expect(cloud.inventory().filter((name) => name.startsWith('api '))).toHaveLength(1);
});

test('a deploy that is killed is finished by the next, on this machine or another', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const before = new AbortController();
  cloud.arm({ kind: 'kill-after', at: 6, onKill: () => before.abort() });
  // Two signals end it at once.
  const killed = run('deploy', { cwd, environment: cloud.environment, signal: before.signal });
  await killed;
  cloud.disarm();
  const next = await framework('deploy', { cwd: helloWorld(), cloud });
  expect(next.exitCode).toBe(0);
  await expect.poll(() => answerOf(next.out)).toEqual({ hello: 'world' });
  await framework('delete', { cwd, cloud });
  await framework('delete', { cwd, cloud });
  expect(cloud.inventory().filter((name) => !name.startsWith('log'))).toEqual([]);
}, 30_000);

test('two deploys on one machine: the second is told of the first', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const [one, two] = await Promise.all([
    framework('deploy', { cwd, cloud }),
    framework('deploy', { cwd, cloud }),
  ]);
  expect([one.exitCode, two.exitCode].toSorted()).toEqual([0, 1]);
  expect(one.err + two.err).toContain('FW6203');
});
