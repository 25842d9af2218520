// `framework url`: the URL of a stage, with or without the record of a deploy.
import { expect, test } from 'vitest';
import { addressIn, framework, helloWorld, testCloud } from './deployments.js';

test('the address is known from the last deploy without a call', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const { out } = await framework('deploy', { cwd, cloud });
  const url = await framework('url', { cwd, cloud });
  expect(url).toMatchObject({ exitCode: 0, out: `${addressIn(out)}\n`, err: '', calls: [] });
  const json = await framework('url --json', { cwd, cloud });
  expect(JSON.parse(json.out)).toEqual({
    version: 1,
    app: 'helloworld',
    stage: 'dev',
    url: addressIn(out),
  });
});

test('another machine finds it by name and tag', async () => {
  const cloud = await testCloud();
  const { out } = await framework('deploy', { cwd: helloWorld(), cloud });
  expect(await framework('url', { cwd: helloWorld(), cloud })).toMatchObject({
    exitCode: 0,
    out: `${addressIn(out)}\n`,
  });
});

test('a stage that is not deployed is an error that says what to type', async () => {
  const cloud = await testCloud();
  const url = await framework('url --stage prod', { cwd: helloWorld(), cloud });
  expect(url).toMatchObject({ exitCode: 1, out: '' });
  expect(url.err).toContain('FW6226');
  expect(url.err).toContain('framework deploy --stage prod');
});

test('the record of another cloud is not believed', async () => {
  const [here, there] = [await testCloud(), await testCloud()];
  const cwd = helloWorld();
  await framework('deploy', { cwd, cloud: here });
  expect(await framework('url', { cwd, cloud: there })).toMatchObject({ exitCode: 1, out: '' });
});
