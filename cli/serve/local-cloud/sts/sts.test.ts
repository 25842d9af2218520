// Sessions of a role, and what resource policies add to the caller's permissions.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clients, createClients, policyOf, refusalOf, TRUST } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

const ACCOUNT = '123456789012';
const ROLE = `arn:aws:iam::${ACCOUNT}:role/worker`;
const QUEUE = `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`;

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud({ timeScale: 0 });
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

/** Returns the clients of a session of the role `worker`, which has this policy. */
async function sessionOf(policy: string): Promise<Clients> {
  const trust = {
    Effect: 'Allow',
    Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` },
    Action: 'sts:AssumeRole',
  };
  const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [trust] });
  await clients.iam.createRole({ RoleName: 'worker', AssumeRolePolicyDocument });
  await clients.iam.putRolePolicy({
    RoleName: 'worker',
    PolicyName: 'own',
    PolicyDocument: policy,
  });
  const { Credentials } = await clients.sts.assumeRole({ RoleArn: ROLE, RoleSessionName: 'me' });
  return createClients(cloud, Credentials?.AccessKeyId);
}

test('a session calls as its role, and a role that does not trust the account is refused', async () => {
  const session = await sessionOf(
    policyOf({ Effect: 'Allow', Action: 's3:ListAllMyBuckets', Resource: '*' }),
  );
  const { Arn } = await session.sts.getCallerIdentity({});
  expect(Arn).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/worker/me`);
  await clients.iam.createRole({ RoleName: 'function', AssumeRolePolicyDocument: TRUST });
  const assume = clients.sts.assumeRole({
    RoleArn: ROLE.replace('worker', 'function'),
    RoleSessionName: 'me',
  });
  expect(await refusalOf(assume)).toContain('AccessDenied 403');
});

test('the policy of a queue allows what the role does not, and denies what it does', async () => {
  const session = await sessionOf(
    policyOf({ Effect: 'Allow', Action: 'sqs:ListQueues', Resource: '*' }),
  );
  const { QueueUrl } = await clients.sqs.createQueue({ QueueName: 'orders' });
  const send = (by: Clients) => refusalOf(by.sqs.sendMessage({ QueueUrl, MessageBody: 'x' }));
  const setPolicy = (Effect: string, Principal: unknown) => {
    const statement = { Effect, Principal, Action: 'sqs:SendMessage', Resource: QUEUE };
    const Attributes = { Policy: policyOf(statement) };
    return clients.sqs.setQueueAttributes({ QueueUrl, Attributes });
  };
  expect(await send(session)).toContain(
    `is not authorized to perform: sqs:SendMessage on resource: ${QUEUE} because no identity-based policy allows the sqs:SendMessage action`,
  );
  await setPolicy('Allow', { AWS: ROLE });
  expect(await send(session)).toBe('accepted');
  await setPolicy('Deny', '*');
  expect(await send(session)).toContain('with an explicit deny in a resource-based policy');
  expect(await send(clients)).toContain('with an explicit deny in a resource-based policy');
});

test('a bucket lets others read by its policy, when public policies are not blocked', async () => {
  const Bucket = 'pages';
  await clients.s3.createBucket({ Bucket });
  await clients.s3.putObject({ Bucket, Key: 'index.html', Body: 'hello' });
  const statement = {
    Effect: 'Allow',
    Principal: '*',
    Action: 's3:GetObject',
    Resource: 'arn:aws:s3:::pages/*',
  };
  const open = () => clients.s3.putBucketPolicy({ Bucket, Policy: policyOf(statement) });
  expect(await refusalOf(open())).toContain('AccessDenied 403');
  await clients.s3.deletePublicAccessBlock({ Bucket });
  await open();
  const anonymous = await fetch(`${cloud.url}/pages/index.html`);
  expect([anonymous.status, await anonymous.text()]).toEqual([200, 'hello']);
  expect((await fetch(`${cloud.url}/pages/index.html`, { method: 'DELETE' })).status).toBe(403);
  const session = await sessionOf(
    policyOf({ Effect: 'Allow', Action: 's3:PutObject', Resource: '*' }),
  );
  const get = (Key: string) => refusalOf(session.s3.getObject({ Bucket, Key }));
  expect(await get('index.html')).toBe('accepted');
  // A caller who may not list the bucket does not learn that there is no such object.
  expect(await get('none')).toContain('AccessDenied 403');
});
