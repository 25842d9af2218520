// If AWS rejects the credentials or there is no region, one diagnostic says so, and nothing is changed.
import { expect, onTestFinished, test, vi, describe } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { framework, helloWorld, cloudWith } from './deployments.js';
import { CERTIFICATE, startProxy } from '../support/proxy/http-proxy.js';
import { type RunResult, run } from '../support/run.js';
import { sampleOf } from '../support/sample.js';
import { sampledTest } from '../support/sampled-test.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';

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

test.each(PROBLEMS)('%s', async (title, problem, code) => {
  const { cloud, cwd } = await cloudWith();
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
  for (const line of sampleOf(`commands with ${title}`, COMMANDS, 2)) {
    const { exitCode, out, err } = await framework(line, { cwd, cloud, environment });
    check(line, exitCode, out, err);
  }
  expect(cloud.calls().filter(({ isWrite }) => isWrite)).toEqual([]);
});

test.each(['plan', 'deploy'])(
  '%s reports a missing region together with the mistakes of the project',
  async (line) => {
    const { cloud, cwd } = await cloudWith({
      'app.ts': `import { Framework } from 'framework';
export const app = new Framework({ appName: 'mistaken' });
export const index = app.route('index')(() => 1);
`,
      '.framework/config.json': '{ "memory": 1 }',
    });
    const { err } = await framework(line, { cwd, cloud, environment: { AWS_REGION: undefined } });
    const codes = [...err.matchAll(/\berror (FW\d+)/g)].map(([, found]) => found);
    expect(codes).toEqual(['FW1103', 'FW2104', 'FW6006']);
  },
);

test('a token that expires in the middle of a deploy: the next one goes on', async () => {
  const { cloud, cwd } = await cloudWith();
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

// A deploy behind a proxy that signs connections itself, as in many companies: the program, the hosts of AWS, TLS.
describe('a proxy', () => {
  const test = sampledTest('deploys through a proxy', 3);

  async function deploy(
    login: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<RunResult & { readonly asked: readonly string[] }> {
    const cloud = await startTestCloud({ region: 'eu-west-1' });
    const proxy = await startProxy({ url: cloud.url, login: 'me:secret' });
    try {
      const result = await run('deploy', {
        cwd: helloWorld(),
        environment: {
          ...cloud.environment,
          AWS_ENDPOINT_URL: undefined,
          HTTP_PROXY: undefined,
          NO_PROXY: undefined,
          HTTPS_PROXY: `http://${login}@127.0.0.1:${proxy.port}`,
          ...more,
        },
      });
      return { ...result, asked: [...new Set(proxy.asked)].sort() };
    } finally {
      await cloud.close();
    }
  }

  test('HTTPS_PROXY is where every service of AWS is asked for', async () => {
    const { exitCode, stdout, stderr, asked } = await deploy('me:secret', {
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    });
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain('.execute-api.eu-west-1.amazonaws.com/api/');
    expect(asked).toEqual([
      'CONNECT apigateway.eu-west-1.amazonaws.com:443',
      'CONNECT iam.amazonaws.com:443',
      'CONNECT lambda.eu-west-1.amazonaws.com:443',
    ]);
    expect(stdout + stderr).not.toContain('secret');
  });

  test('a proxy that signs connections is told with the variable for its certificate', async () => {
    const { exitCode, stderr } = await deploy('me:secret');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('FW6009');
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS');
    expect(stderr).not.toContain('secret');
  });

  test('a proxy that refuses the login is told, without the login', async () => {
    const { exitCode, stderr } = await deploy('me:wrong', { NODE_EXTRA_CA_CERTS: CERTIFICATE });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('FW6012');
    expect(stderr).not.toContain('wrong');
  });
});
