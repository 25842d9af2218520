// Ctrl-C in the middle of a deploy, in a process: it reports what was done, exits with 130, and the next run finishes.
import { expect } from 'vitest';
import { run } from '../support/run.js';
import { sampledTest } from '../support/sampled-test.js';
import { answerOf, framework, cloudWith } from './deployments.js';

const test = sampledTest('interruptions', 3);

test.each([
  ['one role', false],
  ['a role for each function', true],
])(
  'a deploy of %s that is stopped says what is left, and the next one finishes it',
  async (_, role_per_function) => {
    const config = JSON.stringify({ version: '2.0', app_name: 'helloworld', role_per_function });
    const { cloud, cwd } = await cloudWith({ '.framework/config.json': config });
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
    expect((await framework('delete --yes', { cwd, cloud })).exitCode).toBe(0);
    // Lambda created the log group.
    expect(cloud.inventory()).toEqual(['log-group /aws/lambda/helloworld-dev']);
  },
);

test('two stages can be deployed at once from one directory', async () => {
  const { cloud, cwd } = await cloudWith();
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
  const { cloud, cwd } = await cloudWith();
  const [one, two] = await Promise.all([
    framework('deploy', { cwd, cloud }),
    framework('deploy', { cwd, cloud }),
  ]);
  expect([one.exitCode, two.exitCode].toSorted()).toEqual([0, 1]);
  expect(one.err + two.err).toContain('FW6203');
});
