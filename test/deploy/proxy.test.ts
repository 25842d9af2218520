// A deploy behind a proxy that signs connections itself, as in many companies: the program, the hosts of AWS, TLS.
import { expect } from 'vitest';
import { CERTIFICATE, startProxy } from '../support/proxy/http-proxy.js';
import { type RunResult, run } from '../support/run.js';
import { sampledTest } from '../support/sampled-test.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import { helloWorld } from './deployments.js';

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
