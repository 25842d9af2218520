// A terminal asks before it deploys a stage that is neither in the configuration nor deployed, as a second copy of everything:
// `--stage porduction` is a typing mistake, `--stage pr-12` is intended. And an application with nothing to deploy says so.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answering, framework, helloWorld, testCloud, cloudWith } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('new stages', 3);

const CONFIGURED = {
  '.framework/config.json': JSON.stringify({ version: '2.0', stages: { dev: {}, production: {} } }),
};
const EMPTY = {
  'app.ts': `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
`,
};

test('a slip in the name of a stage is asked about at a terminal, with the nearest name', async () => {
  const { cloud, cwd } = await cloudWith(CONFIGURED);
  const { asked, answer } = answering(false);
  const result = await framework('deploy --stage porduction', { cwd, cloud, answer });
  expect(asked).toEqual(['Create the new stage porduction instead of using production? (no)']);
  expect(result.err).toContain(
    'warning FW6229: The stage `porduction` is neither in `.framework/config.json` nor deployed in `us-east-1`.',
  );
  expect(result.err).toContain('Did you mean `production`?');
  expect(result.err).toMatch(/^Nothing was changed\.$/m);
  expect(result.out).toBe('');
  expect(result).toMatchObject({ exitCode: 1 });
  expect(cloud.inventory()).toEqual([]);
});

test('giving up at that question is an interruption', async () => {
  const { cloud, cwd } = await cloudWith(CONFIGURED);
  const { answer } = answering(undefined);
  const result = await framework('deploy --stage porduction', { cwd, cloud, answer });
  expect(result).toMatchObject({ exitCode: 130 });
  expect(cloud.inventory()).toEqual([]);
});

test('a new stage that is near to none is asked about too, and yes is the default', async () => {
  const { cloud, cwd } = await cloudWith(CONFIGURED);
  const { asked, answer } = answering(true);
  const result = await framework('deploy --stage pr-12', { cwd, cloud, answer });
  expect(asked).toEqual(['Create the new stage pr-12? (yes)']);
  expect(result).toMatchObject({ exitCode: 0 });
  // Now it is deployed, and a similar name does not count as a misspelling of it.
  const next = answering(true);
  await framework('deploy --stage pr-12', { cwd, cloud, answer: next.answer });
  await framework('deploy --stage pr-13', { cwd, cloud, answer: next.answer });
  expect(next.asked).toEqual(['Create the new stage pr-13? (yes)']);
});

test('in a pipe, and with --yes, it is a warning, and the stage is made', async () => {
  const cloud = await testCloud();
  const piped = await framework('deploy --stage porduction', {
    cwd: helloWorld(CONFIGURED),
    cloud,
  });
  expect(piped).toMatchObject({ exitCode: 0 });
  expect(piped.err).toContain('warning FW6229: ');
  expect(piped.err).toContain('Did you mean `production`?');
  const { asked, answer } = answering(false);
  const cwd = helloWorld(CONFIGURED);
  const agreed = await framework('deploy --stage prodcution --yes', { cwd, cloud, answer });
  expect(agreed).toMatchObject({ exitCode: 0 });
  expect(asked).toEqual([]);
  expect(agreed.err).toContain('warning FW6229: ');
});

test('--json and the plan have the warning too', async () => {
  const { cloud, cwd } = await cloudWith(CONFIGURED);
  const codes = (out: string): readonly string[] =>
    (JSON.parse(out) as { diagnostics: readonly { code: string }[] }).diagnostics.map(
      ({ code }) => code,
    );
  const plan = await framework('plan --stage porduction --json', { cwd, cloud });
  expect([plan.exitCode, codes(plan.out)]).toEqual([0, ['FW6229']]);
  const deploy = await framework('deploy --stage porduction --json', { cwd, cloud });
  expect([deploy.exitCode, codes(deploy.out)]).toEqual([0, ['FW6229']]);
});

test('neither a stage of the configuration is asked about, nor dev, nor one that another machine has deployed', async () => {
  const cloud = await testCloud();
  const { asked, answer } = answering(false);
  for (const line of ['deploy --stage production', 'deploy', 'deploy --stage dev']) {
    const result = await framework(line, { cwd: helloWorld(CONFIGURED), cloud, answer });
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.err).not.toContain('FW6229');
  }
  const plain = await framework('deploy --stage production', {
    cwd: helloWorld(),
    cloud,
    answer,
  });
  expect(plain).toMatchObject({ exitCode: 0 });
  expect(asked).toEqual([]);
});

test('an application with nothing to deploy says so, and makes nothing', async () => {
  const { cloud, cwd } = await cloudWith(EMPTY);
  const says = 'Nothing to deploy: the application has no routes and no functions.\n';
  const { asked, answer } = answering(false);
  const result = await framework('deploy --stage new', { cwd, cloud, answer });
  expect(result.exitCode).toBe(0);
  expect(result.out).toBe(says);
  expect(result.err).not.toContain('FW6229');
  expect(asked).toEqual([]);
  expect(cloud.inventory()).toEqual([]);
  expect(existsSync(join(cwd, '.framework/deployed/new.json'))).toBe(false);
  expect((await framework('plan', { cwd, cloud })).out).toBe(says);
  const { out } = await framework('deploy --json', { cwd, cloud });
  expect(JSON.parse(out)).toMatchObject({ outcome: 'unchanged', url: null, functions: [] });
});

test('what is deployed and has gone from the source is not nothing', async () => {
  const { cloud, cwd } = await cloudWith();
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), EMPTY['app.ts']);
  const { err } = await framework('deploy', { cwd, cloud });
  expect(err).toContain('FW6228');
  expect(err).not.toContain('Nothing to deploy');
});
