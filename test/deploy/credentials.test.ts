// If AWS rejects the credentials or there is no region, one diagnostic says so, and nothing is changed.
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { framework, helloWorld, testCloud } from './deployments.js';

const COMMANDS = ['plan', 'deploy', 'url', 'logs', 'rollback', 'delete --yes'];

const PROBLEMS: readonly (readonly [
  title: string,
  environment: Readonly<Record<string, string | undefined>>,
  code: string,
])[] = [
  ['an expired token', { AWS_ACCESS_KEY_ID: 'EXPIRED' }, 'FW6003'],
  ['an unknown key', { AWS_ACCESS_KEY_ID: 'UNKNOWN' }, 'FW6004'],
  ['a wrong secret', { AWS_ACCESS_KEY_ID: 'WRONGSECRET' }, 'FW6004'],
  [
    'missing credentials',
    { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined },
    'FW6001',
  ],
  ['a missing region', { AWS_REGION: undefined }, 'FW6006'],
];

test.each(PROBLEMS)('%s', async (_, problem, code) => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const HOME = temporaryProject({});
  const environment = { ...problem, HOME };
  const check = (line: string, exitCode: number | null, out: string, err: string): void => {
    const codes = [...err.matchAll(/^error (FW\d+)/gm)].map(([, found]) => found);
    expect({ line, exitCode, out, codes, err }).toEqual({
      line,
      exitCode: 3,
      out: '',
      codes: [code],
      err: expect.stringMatching(/^ {2}hint: /m) as unknown,
    });
  };
  // Without keys the SDK itself looks for credentials in the environment of its process.
  if (code === 'FW6001') {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
  }
  for (const line of COMMANDS) {
    const { exitCode, out, err } = await framework(line, { cwd, cloud, environment });
    check(line, exitCode, out, err);
  }
  expect(cloud.calls().filter(({ isWrite }) => isWrite)).toEqual([]);
});

test('a token that expires in the middle of a deploy: the next one goes on', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  cloud.arm({ kind: 'expired', at: 6, times: 1000 });
  const stopped = await framework('deploy', { cwd, cloud });
  expect(stopped.exitCode).toBe(3);
  expect(stopped.err).toContain('error FW6003');
  expect(stopped.err).toContain(
    'Completed steps are kept; run `framework deploy` again to finish.',
  );
  cloud.disarm();
  const next = await framework('deploy', { cwd, cloud });
  expect(next).toMatchObject({ exitCode: 0, out: expect.stringContaining('http') as unknown });
  expect(cloud.inventory()).toEqual([
    'api helloworld-dev',
    'function helloworld-dev',
    'role helloworld-dev',
  ]);
});
