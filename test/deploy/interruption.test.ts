// Ctrl-C in the middle of a deploy, as a process: it says what was done, ends with 130, and the next run finishes.
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { CLI, run } from '../support/run.js';
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
  expect(stopped).toMatchObject({
    exitCode: 130,
    stdout: expect.not.stringContaining('http') as unknown,
  });
  expect(stopped.stderr).toMatch(/^Interrupted\. Not done: .*publish stage api\b/m);
  expect(stopped.stderr).toMatch(/^Run `framework deploy` again to finish\.$/m);
  const next = await framework('deploy', { cwd, cloud });
  expect(next.exitCode).toBe(0);
  await expect.poll(() => answerOf(next.out)).toEqual({ hello: 'world' });
  expect(cloud.inventory().filter((name) => name.startsWith('api '))).toHaveLength(1);
});

test('a deploy that is killed is finished by the next on another machine, and nothing is left after a delete', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  await new Promise<void>((resolve) => {
    const child = spawn(process.execPath, [CLI, 'deploy'], {
      cwd,
      env: { ...process.env, ...cloud.environment, CI: '1' },
      stdio: 'ignore',
    });
    child.on('close', () => {
      resolve();
    });
    // The API exists and nobody has heard of it.
    cloud.arm({ kind: 'kill-after', at: 6, onKill: () => child.kill('SIGKILL') });
  });
  cloud.disarm();
  const next = await framework('deploy', { cwd: helloWorld(), cloud });
  expect(next.exitCode).toBe(0);
  await expect.poll(() => answerOf(next.out)).toEqual({ hello: 'world' });
  await framework('delete', { cwd, cloud });
  expect(cloud.inventory().filter((name) => !name.startsWith('log'))).toEqual([]);
});

test('a deploy goes on after connections were cut', async () => {
  const cloud = await testCloud();
  cloud.arm({ kind: 'reset-after', at: 4, times: 2 });
  const { environment } = cloud;
  const { exitCode, stdout, stderr } = await run('deploy', { cwd: helloWorld(), environment });
  expect(exitCode, stderr).toBe(0);
  expect(cloud.calls().filter(({ status }) => status === 0)).toHaveLength(2);
  await expect.poll(() => answerOf(stdout)).toEqual({ hello: 'world' });
});

test('two stages can be deployed at once from one directory', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const results = await Promise.all(
    ['dev', 'prod'].map((stage) =>
      run(`deploy --stage ${stage}`, { cwd, environment: cloud.environment }),
    ),
  );
  expect(results.map(({ exitCode, stderr }) => (exitCode === 0 ? 0 : stderr))).toEqual([0, 0]);
  for (const { stdout } of results) {
    await expect.poll(() => answerOf(stdout)).toEqual({ hello: 'world' });
  }
});

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
