// `framework rollback`: restores what the last deploy changed, and nothing else.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import {
  addressIn,
  answerOf,
  appWith,
  cloudWith,
  framework,
  helloWorld,
  testCloud,
} from './deployments.js';

async function deploy(cwd: string, cloud: TestCloud, views: Readonly<Record<string, string>>) {
  writeFileSync(join(cwd, 'app.ts'), appWith(views));
  const result = await framework('deploy', { cwd, cloud });
  expect(result.err).not.toContain('error');
  expect(result.exitCode).toBe(0);
  return addressIn(result.out);
}

test('a deploy of routes and code goes back as a whole', async () => {
  const { cloud, cwd } = await cloudWith();
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

test('a stage that is not deployed cannot go back', async () => {
  const cloud = await testCloud();
  const result = await framework('rollback', { cwd: helloWorld(), cloud });
  expect(result.exitCode).toBe(1);
  expect(result.err).toContain('FW6226');
});

test('nothing goes back when the earlier code cannot be fetched', async () => {
  const twice = async () => {
    const { cloud, cwd } = await cloudWith();
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
