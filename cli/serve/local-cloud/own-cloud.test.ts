// What a user's local cloud requires of its callers: keys, hosts, a token; and that its state can be serialized.
import { request } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import { IAM } from '@aws-sdk/client-iam';
import { afterEach, expect, test } from 'vitest';
import { refusalOf, TRUST } from './clients.fixture.js';
import { LOCAL_ACCOUNT, type LocalCloud, newKeys, startLocalCloud } from './start-local-cloud.js';
import { createStateStore } from './state-store.js';

let cloud: LocalCloud;
afterEach(() => cloud.close());

const own = {
  token: 'sesame',
  answer: (path: string) => (path === 'cloud' ? { id: 'x' } : undefined),
};

async function start(store = createStateStore()): Promise<LocalCloud> {
  cloud = await startLocalCloud({ account: LOCAL_ACCOUNT, keys: newKeys(), store, own });
  return cloud;
}

function iam(accessKeyId = cloud.environment['AWS_ACCESS_KEY_ID'] ?? ''): IAM {
  const secretAccessKey = cloud.environment['AWS_SECRET_ACCESS_KEY'] ?? '';
  const credentials = { accessKeyId, secretAccessKey };
  return new IAM({ endpoint: cloud.url, region: 'us-east-1', credentials, maxAttempts: 1 });
}

/** Returns the status of the response to a request, or `host` if the host is rejected. */
function status(
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | 'host' | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port: cloud.port, host: '127.0.0.1', path, headers };
    request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve(text.includes('only for hosts of this machine') ? 'host' : response.statusCode);
      });
    })
      .on('error', reject)
      .end();
  });
}

test('only its own keys are accepted', async () => {
  await start();
  const role = { RoleName: 'one', AssumeRolePolicyDocument: TRUST };
  expect(await refusalOf(iam('test').createRole(role))).toContain('InvalidClientTokenId');
  const made = await iam().createRole(role);
  expect(made.Role?.Arn).toBe('arn:aws:iam::000000000000:role/one');
});

test('hosts of other names are refused, and own paths without the token', async () => {
  await start();
  const right = { authorization: 'Bearer sesame' };
  for (const host of [
    'evil.example',
    'amazonaws.com.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:80',
  ])
    expect(await status('/_framework/cloud', { ...right, host }), host).toBe('host');
  for (const host of [
    '127.0.0.1',
    'localhost:80',
    'photos.localhost',
    'photos.s3.amazonaws.com',
    'iam.amazonaws.com',
  ])
    expect(await status('/_framework/cloud', { ...right, host }), host).toBe(200);
  expect(await status('/_framework/cloud', { authorization: 'Bearer other' })).toBe(401);
  expect(await status('/_framework/cloud', {})).toBe(401);
  expect(await status('/_framework/nothing', right)).toBe(404);
  // The host of a deployed API that does not exist.
  expect(await status('/', { host: 'abc.execute-api.us-east-1.amazonaws.com' })).toBe(403);
  const byPath = '/restapis/abc/api/_user_request_/';
  expect(await status(byPath, { host: 'evil.example' })).toBe('host');
  expect(await status(byPath, { host: '127.0.0.1:80' })).toBe(403);
});

test('its state can be written, and another begins with it', async () => {
  await start();
  await iam().createRole({ RoleName: 'kept', AssumeRolePolicyDocument: TRUST });
  const parts: unknown = deserialize(serialize(cloud.store.all()));
  await cloud.close();
  await start(createStateStore(parts as ReadonlyMap<string, unknown>)); // because it was one before serialization
  const { Role } = await iam().getRole({ RoleName: 'kept' });
  expect(Role?.RoleName).toBe('kept');
});
