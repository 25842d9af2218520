// `framework rollback`: restores what the last deploy changed, and nothing else.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.js';
import { addressIn, answerOf, appWith, framework, helloWorld, testCloud } from './deployments.js';

async function deploy(cwd: string, cloud: TestCloud, views: Readonly<Record<string, string>>) {
  writeFileSync(join(cwd, 'app.ts'), appWith(views));
  const result = await framework('deploy', { cwd, cloud });
  expect(result.err).not.toContain('error');
  expect(result.exitCode).toBe(0);
  return addressIn(result.out);
}

test('code goes back to the version before, and further when asked again', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  for (const text of ['one', 'two', 'three']) await deploy(cwd, cloud, { '/': text });
  const url = await deploy(cwd, cloud, { '/': 'four' });
  for (const text of ['three', 'two', 'one']) {
    const result = await framework('rollback', { cwd, cloud });
    expect(result.exitCode).toBe(0);
    expect(result.out).toMatch(/^Returned function helloworld-dev .*$/m);
    await expect.poll(() => answerOf(url)).toEqual({ answer: text });
  }
  const last = await framework('rollback', { cwd, cloud });
  expect(last.exitCode).toBe(1);
  expect(last.err).toContain('FW6227');
});

test('a deploy of routes and code goes back as a whole', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  await deploy(cwd, cloud, { '/': 'one' });
  const url = await deploy(cwd, cloud, { '/': 'two', '/new': 'new' });
  await expect.poll(() => answerOf(`${url}new`)).toEqual({ answer: 'new' });
  const result = await framework('rollback', { cwd, cloud });
  expect(result.err).toMatch(/^ {2}stage api to the deployment of /m);
  expect(result.err).toMatch(/^ {2}function helloworld-dev to version 1 of /m);
  await expect.poll(() => answerOf(url)).toEqual({ answer: 'one' });
  await expect
    .poll(() => answerOf(`${url}new`))
    .toEqual({ message: 'Missing Authentication Token' });
});

test('the deploy after a rollback brings everything back, and then there is nothing to do', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const views = { '/': 'two', '/new': 'new' };
  await deploy(cwd, cloud, { '/': 'one' });
  const url = await deploy(cwd, cloud, views);
  await framework('rollback', { cwd, cloud });
  await deploy(cwd, cloud, views);
  await expect.poll(() => answerOf(`${url}new`)).toEqual({ answer: 'new' });
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
});

test('a stage that is not deployed cannot go back', async () => {
  const cloud = await testCloud();
  const result = await framework('rollback', { cwd: helloWorld(), cloud });
  expect(result.exitCode).toBe(1);
  expect(result.err).toContain('FW6226');
});

test('nothing goes back when the earlier code cannot be fetched', async () => {
  const twice = async () => {
    const cloud = await testCloud();
    const cwd = helloWorld();
    await deploy(cwd, cloud, { '/': 'one' });
    await deploy(cwd, cloud, { '/': 'two', '/new': 'new' });
    return { cloud, cwd };
  };
  const { calls } = await framework('rollback', await twice());
  const versions = calls.lastIndexOf('lambda:ListVersionsByFunction');
  const fetched = calls.indexOf('lambda:GetFunction', versions);
  expect(fetched).toBeGreaterThan(versions);
  const { cloud, cwd } = await twice();
  cloud.arm({ kind: 'denied', at: fetched + 1 });
  const result = await framework('rollback', { cwd, cloud });
  expect(result.exitCode).toBe(3);
  expect(result.count).toMatch(/ 0 writes$/);
});
