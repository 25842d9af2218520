// Two applications whose names become the same in AWS: the second is rejected, and nothing of the first is changed.
import { expect, test } from 'vitest';
import { framework, helloWorld, testCloud } from './deployments.js';

const named = (app: string): Record<string, string> => ({
  '.framework/config.json': JSON.stringify({ version: '2.0', app_name: app }),
});

test.each(['deploy', 'plan'])(
  '%s refuses names that belong to another application',
  async (command) => {
    const cloud = await testCloud();
    const first = helloWorld(named('shop-eu'));
    expect(await framework('deploy --stage a', { cwd: first, cloud })).toMatchObject({
      exitCode: 0,
    });
    const before = cloud.inventory();
    const second = helloWorld(named('shop'));
    const run = await framework(`${command} --stage eu-a`, { cwd: second, cloud });
    expect(run.exitCode).toBe(1);
    expect(run.count).toMatch(/ 0 writes$/);
    expect(run.err).toContain(
      'error FW6220: The role `shop-eu-a` already exists and belongs to the stage `a` of `shop-eu`.',
    );
    expect(cloud.inventory()).toEqual(before);
  },
);
