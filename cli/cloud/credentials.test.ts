// Which credentials sign the calls, and that the search for credentials ends.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProxy } from '../../test/support/proxy/http-proxy.js';
import { isCloudError } from './cloud-error.js';
import type { Cloud } from './cloud.js';
import { connect } from './connect.js';
import { explainCloudError } from './explain-cloud-error.js';
import { type Stub, startStub } from './http-stub.fixture.js';

const directory = mkdtempSync(join(tmpdir(), 'framework-credentials-'));
afterAll(() => rmSync(directory, { recursive: true }));
const credentials = join(directory, 'credentials');
writeFileSync(
  credentials,
  `[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key = secret
[work]
aws_access_key_id = AKIAWORK
aws_secret_access_key = secret
[empty]
region = eu-west-1
`,
);

let stub: Stub;
let cloud: Cloud | undefined;
beforeEach(async () => {
  stub = await startStub({ status: 200, body: { id: 'a1' } });
  // The SDK reads the environment of the process.
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', credentials);
});
afterEach(async () => {
  cloud?.close();
  vi.unstubAllEnvs();
  await stub.close();
});

function open(environment: Readonly<Record<string, string>> = {}, profile?: string): Cloud {
  const { signal } = new AbortController();
  const files = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: credentials };
  const place = { AWS_ENDPOINT_URL: stub.url, AWS_REGION: 'eu-west-1' };
  cloud = connect({ environment: { ...files, ...place, ...environment }, profile, signal });
  return cloud;
}

const keys = { AWS_ACCESS_KEY_ID: 'AKIAENVIRONMENT', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  ['the default profile of the credentials file', {}, undefined, 'AKIADEFAULT'],
  ['the environment before the file', keys, undefined, 'AKIAENVIRONMENT'],
  [
    'CLOUD_PROFILE before the environment',
    { ...keys, CLOUD_PROFILE: 'work' },
    undefined,
    'AKIAWORK',
  ],
  ['--profile before CLOUD_PROFILE', { CLOUD_PROFILE: 'default' }, 'work', 'AKIAWORK'],
])('%s signs', async (_, environment, profile, key) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const warnings = vi.spyOn(console, 'warn');
  await open(environment, profile).apiGateway.getApi('a1');
  expect(stub.calls[0]?.authorization).toContain(`Credential=${key}/`);
  expect(warnings).not.toHaveBeenCalled();
});

test('all services use the credentials that were found once', async () => {
  const own = join(directory, 'own');
  writeFileSync(own, '[work]\naws_access_key_id = AKIAOWN\naws_secret_access_key = secret\n');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', own);
  const { apiGateway, lambda } = open({}, 'work');
  await apiGateway.getApi('a1');
  rmSync(own);
  await lambda.getPermissions('f');
  for (const { authorization } of stub.calls) expect(authorization).toContain('AKIAOWN');
});

test('a profile without credentials is told', async () => {
  await expect(open({}, 'empty').apiGateway.getApi('a1')).rejects.toMatchObject({
    facts: { kind: 'no-credentials' },
  });
});

const SSO = `[profile sso]
sso_session = company
sso_account_id = 123456789012
sso_role_name = deployer
[sso-session company]
sso_start_url = https://company.awsapps.com/start
sso_region = eu-west-1
`;

/** Creates a home directory with a sign-in; with undefined, one without any sign-in. */
function homeWith(token: object | undefined): string {
  const home = mkdtempSync(join(directory, 'home-'));
  const cache = join(home, '.aws', 'sso', 'cache');
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(home, '.aws', 'config'), SSO);
  const name = `${createHash('sha1').update('company').digest('hex')}.json`;
  if (token) writeFileSync(join(cache, name), JSON.stringify(token));
  vi.stubEnv('HOME', home);
  vi.stubEnv('AWS_CONFIG_FILE', join(home, '.aws', 'config'));
  return join(home, '.aws', 'config');
}

async function problemOf(opened: Cloud): Promise<string> {
  const error: unknown = await opened.apiGateway.getApi('a1').catch((reason: unknown) => reason);
  if (!isCloudError(error)) throw error;
  const { code, message, hint } = explainCloudError(error, opened);
  return `${code} ${message} ${hint ?? ''}`;
}

test.each([
  ['over', { accessToken: 'a', expiresAt: '2020-01-01T00:00:00Z' }],
  ['none', undefined],
])('a sign-in that is %s is told the command to sign in, with the profile', async (_, token) => {
  const config = homeWith(token);
  expect(await problemOf(open({ AWS_CONFIG_FILE: config }, 'sso'))).toBe(
    'FW6003 The AWS credentials of the profile `sso` have expired. Run `aws sso login --profile sso` and run the command again.',
  );
});

test('the sign-in is asked for through the proxy too', async () => {
  const config = homeWith({ accessToken: 'a', expiresAt: '2999-01-01T00:00:00Z' });
  const { port, asked } = await startProxy({ url: stub.url });
  const HTTPS_PROXY = `http://127.0.0.1:${port}`;
  vi.stubEnv('HTTPS_PROXY', HTTPS_PROXY);
  await problemOf(open({ AWS_CONFIG_FILE: config, HTTPS_PROXY }, 'sso'));
  expect(asked[0]).toBe('CONNECT portal.sso.eu-west-1.amazonaws.com:443');
});

test('a machine whose metadata address does not answer is no reason to hang', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo; // because it listens on a port
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', undefined);
  vi.stubEnv('AWS_EC2_METADATA_SERVICE_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null');
  const started = performance.now();
  await expect(open().apiGateway.getApi('a1')).rejects.toMatchObject({
    facts: { kind: 'no-credentials' },
  });
  expect(performance.now() - started).toBeLessThan(8000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});
