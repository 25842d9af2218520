// S3 buckets declared in the source: created before the functions, not public, updated in place, and kept.
import { expect } from 'vitest';
import { elsewhere, openCloud, type PortCloud, writesIn } from '../../deploy/port-cloud.fixture.js';
import { appWithResources, bucketOf, sourceOf } from '../declared/resources.fixture.js';
import { sampledTest } from '../../../../test/support/sampled-test.js';

const test = sampledTest('buckets', 3);

const NAME = 'fixture-dev-photos-123456789012-eu-west-1';
const photos = bucketOf('photos');
const cors = { origins: ['https://example.com'], methods: ['GET', 'PUT'], headers: ['*'] } as const;
const rich = bucketOf('photos', { expireDays: 30, versioning: true, cors });
const told = {
  report: [
    sourceOf({
      kind: 's3',
      bucket: { resource: 'photos' },
      events: ['s3:ObjectCreated:*'],
      delivery: 'notification',
    }),
  ],
};

async function bucketIn({ others: { s3 } }: PortCloud): Promise<unknown> {
  const access = await s3.getAccess(NAME);
  if (!access) return undefined;
  const rules = (await s3.getRules(NAME)) ?? [];
  return {
    ...access,
    hasVersions: await s3.hasVersions(NAME),
    rules: rules.map((one) => [
      one.ID,
      one.Expiration?.Days,
      one.NoncurrentVersionExpiration?.NoncurrentDays,
    ]),
    cors: await s3.getCors(NAME),
  };
}

const PLAIN = { isBlocked: true, hasVersions: false, rules: [], cors: undefined };
const RICH = {
  isBlocked: true,
  hasVersions: true,
  rules: [['framework-expiry', 30, 30]],
  cors: [cors],
};

function put({ clients: { s3 } }: PortCloud, Key: string): Promise<unknown> {
  return s3.putObject({ Bucket: NAME, Key, Body: 'x' });
}

test('a bucket is made before the function, which gets its name', async () => {
  const cloud = await openCloud();
  const { calls, outcome } = await cloud.deploy(appWithResources([rich]), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(await bucketIn(cloud)).toEqual(RICH);
  expect(calls.indexOf('putCors')).toBeLessThan(calls.indexOf('createFunction'));
  const made = await cloud.others.lambda.getFunction('fixture-dev-report');
  expect(made?.environment).toEqual({ BUCKET_PHOTOS: NAME });
});

test('a deploy of the same reads each bucket once, and each of its settings', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([photos]));
  const { calls } = await cloud.deploy(appWithResources([photos]));
  expect(calls.toSorted()).toEqual(['getAccess', 'getFunction', 'getRolePolicy']);
  await cloud.deploy(appWithResources([rich]));
  const again = await cloud.deploy(appWithResources([rich]));
  expect(again.calls.toSorted()).toEqual([
    'getAccess',
    'getCors',
    'getFunction',
    'getRolePolicy',
    'getRules',
    'hasVersions',
  ]);
});

test.each([true, false])('changes in place, and back (record: %s)', async (has) => {
  const cloud = await openCloud();
  const known = (): typeof cloud.here => (has ? cloud.here : elsewhere());
  await cloud.deploy(appWithResources([photos]), known());
  await put(cloud, 'one');
  for (const [wanted, found] of [
    [rich, RICH],
    [photos, PLAIN],
    [
      bucketOf('photos', { expireDays: 3 }),
      { ...PLAIN, rules: [['framework-expiry', 3, undefined]] },
    ],
  ] as const) {
    const { outcome } = await cloud.deploy(appWithResources([wanted]), known());
    expect(outcome.kind).toBe('done');
    expect(await bucketIn(cloud)).toEqual(found);
    const again = await cloud.deploy(appWithResources([wanted]), known());
    expect(writesIn(again.calls)).toEqual([]);
  }
  await cloud.remove(known());
  expect(cloud.namesOf('bucket')).toEqual([NAME]);
});

test('what was changed by hand is put back, and what is of others stays', async () => {
  const cloud = await openCloud();
  const { s3 } = cloud.clients;
  await cloud.deploy(appWithResources([rich]));
  const archive = {
    ID: 'archive',
    Status: 'Enabled',
    Filter: { Prefix: 'old/' },
    Expiration: { Days: 3000 },
  } as const;
  await s3.putBucketLifecycleConfiguration({
    Bucket: NAME,
    LifecycleConfiguration: { Rules: [archive] },
  });
  await s3.deletePublicAccessBlock({ Bucket: NAME });
  await cloud.others.s3.putCors(NAME, undefined);
  await cloud.others.s3.putVersions(NAME, false);
  const { outcome } = await cloud.deploy(appWithResources([rich]));
  expect(outcome.kind).toBe('done');
  const rules = [['archive', 3000, undefined], ...RICH.rules];
  expect(await bucketIn(cloud)).toEqual({ ...RICH, rules });
  await cloud.deploy(appWithResources([photos]));
  expect(await bucketIn(cloud)).toEqual({ ...PLAIN, rules: [['archive', 3000, undefined]] });
});

test('a bucket that was deleted by hand is made again', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([rich]));
  await cloud.clients.s3.deleteBucket({ Bucket: NAME });
  const { outcome } = await cloud.deploy(appWithResources([rich]));
  expect(outcome.kind).toBe('done');
  expect(await bucketIn(cloud)).toEqual(RICH);
});

test('a function is told of objects', async () => {
  const cloud = await openCloud();
  const app = appWithResources([photos], { sources: told });
  const { outcome } = await cloud.deploy(app);
  expect(outcome.kind).toBe('done');
  expect(cloud.namesOf('notification')).toHaveLength(1);
  expect(writesIn((await cloud.deploy(app)).calls)).toEqual([]);
  await cloud.remove();
  expect(cloud.namesOf('notification')).toEqual([]);
  expect(cloud.namesOf('bucket')).toEqual([NAME]);
});

test('a bucket of the name that is not ours is left alone', async () => {
  const cloud = await openCloud();
  await cloud.clients.s3.createBucket({ Bucket: NAME });
  const { outcome, calls } = await cloud.deploy(appWithResources([photos]), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
  await cloud.remove(elsewhere());
  expect(await cloud.others.s3.getAccess(NAME)).toBeDefined();
});

test('us-east-1 has a bucket of its own', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([photos]), elsewhere());
  const { desired } = { desired: appWithResources([photos], { region: 'us-east-1' }) };
  expect(desired.ownBuckets[0]?.name).toBe('fixture-dev-photos-123456789012-us-east-1');
});
