// Calls through a proxy: which calls use it, and the message if the proxy fails.
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ProxyOptions,
  startProxy,
  type TestProxy,
} from '../../test/support/proxy/http-proxy.js';
import { isCloudError } from './cloud-error.js';
import type { Cloud } from './cloud.js';
import { connect, type ConnectOptions } from './connect.js';
import { explainCloudError } from './explain-cloud-error.js';
import { type Stub, startStub } from './http-stub.fixture.js';

const NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'];
let stub: Stub;
beforeEach(async () => {
  stub = await startStub({ status: 200, body: { id: 'a1' } });
  for (const name of NAMES.flatMap((one) => [one, one.toLowerCase()])) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await stub.close();
});

/** Opens a cloud at an endpoint, in an environment. */
function open(
  endpoint: string,
  environment: Readonly<Record<string, string>>,
  options: Partial<ConnectOptions> = {},
): Cloud {
  // The library reads the environment of the process.
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const cloud = connect({
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      ...environment,
    },
    region: 'eu-west-1',
    signal: new AbortController().signal,
    ...options,
  });
  onTestFinished(cloud.close);
  return cloud;
}

const proxy = (options: Partial<ProxyOptions> = {}): Promise<TestProxy> =>
  startProxy({ url: stub.url, ...options });

async function problemOf(cloud: Cloud): Promise<string> {
  const error: unknown = await cloud.apiGateway.getApi('a1').catch((reason: unknown) => reason);
  if (!isCloudError(error)) throw error;
  const { code, message, hint } = explainCloudError(error, cloud);
  return `${code} ${message}\n${hint ?? ''}`;
}

test.each([
  ['HTTP_PROXY', 'http://'],
  ['http_proxy', 'http://'],
  ['ALL_PROXY', 'http://'],
  // As in curl, the scheme is optional.
  ['HTTP_PROXY', ''],
])('%s=%s... is where calls go', async (name, scheme) => {
  const { port, asked } = await proxy();
  const cloud = open('http://aws.test', { [name]: `${scheme}127.0.0.1:${port}` });
  expect((await cloud.apiGateway.getApi('a1'))?.id).toBe('a1');
  expect(asked).toEqual(['GET aws.test']);
});

test.each([
  ['nothing', '', true],
  ['the host', 'apigateway.aws.test', false],
  ['the host among others', 'example.com, apigateway.aws.test', false],
  ['a domain', 'aws.test', false],
  ['a domain with a dot', '.aws.test', false],
  ['a domain with a star', '*.aws.test', false],
  ['everything', '*', false],
  ['the host with its port', 'apigateway.aws.test:80', false],
  ['the host with another port', 'apigateway.aws.test:8080', true],
  ['the end of a name that is no domain', 'ws.test', true],
])('NO_PROXY that names %s', async (_, noProxy, isAsked) => {
  const { port, asked } = await proxy();
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const environment = { HTTP_PROXY: `http://127.0.0.1:${port}`, [name]: noProxy };
    // Only the destination of the first attempt matters: the call is aborted when it would wait for a retry.
    const stop = new AbortController();
    const waitFor = (what: string) => {
      if (what.startsWith('the next attempt')) stop.abort();
      return () => undefined;
    };
    const options = { signal: stop.signal, waitFor };
    const cloud = open('http://apigateway.aws.test', environment, options);
    // Without the proxy, this host does not exist.
    await cloud.iam
      .createRole({
        name: 'x',
        trust: { Version: '2012-10-17', Statement: [] },
        description: '',
        tags: {},
      })
      .catch(() => undefined);
    expect(asked.length > 0).toBe(isAsked);
    expect(stop.signal.aborted).toBe(!isAsked);
    vi.stubEnv(name, undefined);
  }
});

test('an emulator on this machine is never asked for through a proxy', async () => {
  const { port, asked } = await proxy();
  const cloud = open(stub.url.replace('127.0.0.1', 'localhost'), {
    HTTP_PROXY: `http://127.0.0.1:${port}`,
  });
  expect((await cloud.apiGateway.getApi('a1'))?.id).toBe('a1');
  expect(asked).toEqual([]);
});

test('a proxy gets the name and the password of its address, and nobody else sees them', async () => {
  const { port } = await proxy({ login: 'me:pass word' });
  const address = `http://me:pass%20word@127.0.0.1:${port}`;
  const cloud = open('http://aws.test', { HTTP_PROXY: address });
  expect((await cloud.apiGateway.getApi('a1'))?.id).toBe('a1');
  const refused = open('http://aws.test', { HTTP_PROXY: `http://me:wrong@127.0.0.1:${port}` });
  const problem = await problemOf(refused);
  expect(problem).toContain('FW6012');
  expect(problem).toContain('an HTML page with status 407, "Authentication required"');
  expect(problem).toContain('The proxy requires a user name and a password');
  expect(problem).not.toContain('wrong');
});

test.each([
  [
    'a page',
    403,
    'text/html; charset=utf-8',
    '<html><head><style>a</style></head><body><h1>Access denied</h1></body></html>',
  ],
  ['a sign-in page', 200, 'text/html', '<!doctype html><title>Access denied</title>'],
  ['XML', 403, 'application/xml', '<?xml version="1.0"?><e><message>Access denied</message></e>'],
  ['text', 403, 'text/plain', 'Access denied'],
])('%s of a proxy is explained as that', async (_, status, type, body) => {
  const { port } = await proxy({ refusal: { status, type, body } });
  const problem = await problemOf(open('http://aws.test', { HTTP_PROXY: `127.0.0.1:${port}` }));
  expect(problem).toMatch(
    /^FW6012 A proxy or a sign-in page of the network responded to `apigateway:GetRestApi` instead of AWS/,
  );
  expect(problem).toContain(`with status ${status}, "Access denied"`);
  expect(problem).toContain('`HTTP_PROXY`');
  expect(problem).not.toMatch(/JSON|position|[Uu]nexpected/);
});

test('a proxy that is not there is named by its variable, without its password', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // because it listens on TCP
  await new Promise((resolve) => server.close(resolve));
  const cloud = open('http://aws.test', { http_proxy: `http://me:secret@127.0.0.1:${port}` });
  const problem = await problemOf(cloud);
  expect(problem).toMatch(/^FW6009 .*ECONNREFUSED/);
  expect(problem).toContain('`http_proxy`');
  expect(problem).not.toContain('secret');
});

test.each(['socks5://me:secret@127.0.0.1:1080', 'http://', 'a b'])(
  'a variable that holds no address of a proxy is told: %s',
  (address) => {
    let told = '';
    try {
      open('http://aws.test', { https_proxy: address });
    } catch (error) {
      if (isCloudError(error)) told = explainCloudError(error, {}).message;
    }
    expect(told).toBe('`https_proxy` is not the URL of an HTTP proxy.');
  },
);
