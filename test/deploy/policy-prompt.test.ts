// Specification 2.7: on deploy, if the generator wants to add or remove actions, the CLI lists them and asks for confirmation
// with a yes/no prompt (default yes).
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { answering, framework, helloWorld, testCloud, cloudWith } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('questions about policies', 3);

const S3 = `import { Framework } from 'framework';
import { S3Client, GetObjectCommand } from '@aws-sdk/client-s3';

export const app = new Framework({ appName: 'helloworld' });
const s3 = new S3Client({});

export class Views {
  @app.route('/')
  async index() {
    await s3.send(new GetObjectCommand({ Bucket: 'pictures', Key: 'a' }));
    return { hello: 'world' };
  }
}
`;
const SDK = {
  'node_modules/@aws-sdk/client-s3/package.json': '{"name":"@aws-sdk/client-s3","main":"index.js"}',
  'node_modules/@aws-sdk/client-s3/index.js':
    'exports.S3Client = class { send() {} }; exports.GetObjectCommand = class {};',
};

/** Deploys an application whose source then also calls S3. */
async function deployedWithoutS3(cloud: TestCloud): Promise<string> {
  const cwd = helloWorld(SDK);
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), S3);
  return cwd;
}

test('the actions of a first deploy are listed, and nothing is asked', async () => {
  const { cloud, cwd } = await cloudWith();
  const { asked, answer } = answering(false);
  const result = await framework('deploy', { cwd, cloud, answer });
  expect(result.exitCode).toBe(0);
  expect(result.err).toContain('logs:CreateLogGroup');
  expect(asked).toEqual([]);
});

test('the generated policy is written to .framework/policy.json on each deploy', async () => {
  const { cloud, cwd } = await cloudWith();
  const policy = join(cwd, '.framework/policy.json');
  await framework('deploy', { cwd, cloud });
  expect(JSON.parse(readFileSync(policy, 'utf8'))).toMatchObject({ Version: '2012-10-17' });
  rmSync(policy);
  await framework('deploy', { cwd, cloud });
  expect(existsSync(policy)).toBe(true);
});

test('with yes, the action is added with the code', async () => {
  const cloud = await testCloud();
  const cwd = await deployedWithoutS3(cloud);
  const { asked, answer } = answering(true);
  const result = await framework('deploy', { cwd, cloud, answer });
  expect(asked).toHaveLength(1);
  expect(result.exitCode).toBe(0);
  expect(result.err).toMatch(/\+ {2}s3:GetObject .*app\.ts:10/);
  expect(result.calls).toContain('iam:PutRolePolicy');
  expect(readFileSync(join(cwd, '.framework/policy.json'), 'utf8')).toContain('s3:GetObject');
});

test('with no, nothing at all is touched', async () => {
  const cloud = await testCloud();
  const cwd = await deployedWithoutS3(cloud);
  const state = join(cwd, '.framework/deployed/dev.json');
  const before = readFileSync(state, 'utf8');
  const { answer } = answering(false);
  const result = await framework('deploy', { cwd, cloud, answer });
  expect(result.exitCode).toBe(1);
  expect(result.err).toMatch(/^Nothing was changed\.$/m);
  expect(result.count).toBe('3 calls, 0 writes');
  expect(readFileSync(state, 'utf8')).toBe(before);
  expect(readFileSync(join(cwd, '.framework/policy.json'), 'utf8')).not.toContain('s3:');
});

test('giving up at the question is an interruption', async () => {
  const cloud = await testCloud();
  const cwd = await deployedWithoutS3(cloud);
  const { answer } = answering(undefined);
  const result = await framework('deploy', { cwd, cloud, answer });
  expect(result).toMatchObject({ exitCode: 130, count: '3 calls, 0 writes' });
});

test('with --yes nothing is asked', async () => {
  const cloud = await testCloud();
  const cwd = await deployedWithoutS3(cloud);
  const { asked, answer } = answering(false);
  const result = await framework('deploy --yes', { cwd, cloud, answer });
  expect(result.exitCode).toBe(0);
  expect(asked).toEqual([]);
});

test('without a terminal the list is printed and the default is taken; removed actions too', async () => {
  const cloud = await testCloud();
  const cwd = await deployedWithoutS3(cloud);
  expect((await framework('deploy', { cwd, cloud })).err).toMatch(/\+ {2}s3:GetObject/);
  rmSync(join(cwd, 'app.ts'));
  const plain = helloWorld();
  writeFileSync(join(cwd, 'app.ts'), readFileSync(join(plain, 'app.ts')));
  const removed = await framework('deploy', { cwd, cloud });
  expect(removed.exitCode).toBe(0);
  expect(removed.err).toMatch(/- {2}s3:GetObject/);
});

test('a policy from a file is listed when it changes, and not asked about', async () => {
  const cloud = await testCloud();
  const cwd = await deployedWithoutS3(cloud);
  const { asked, answer } = answering(false);
  const result = await framework('deploy --no-autogen-policy', { cwd, cloud, answer });
  expect(result.exitCode).toBe(0);
  expect(asked).toEqual([]);
});
