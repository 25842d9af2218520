// The data of a stage over its history: it is kept whatever happens, listed by every plan, reused, and deleted only on request.
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../test/support/sample.js';
import type { ResourceEntry } from '../../../../runtime/contract/manifest.js';
import { CloudError } from '../../../cloud/cloud-error.js';
import { findDeletions, observe } from '../../deploy/observe.js';
import {
  keptIn,
  planDeploy,
  planDocument,
  planRollback,
  readHistory,
  renderPlan,
} from '../../deploy/plan-deploy.js';
import {
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  recordOrNot,
  rollBackOnce,
  WRITES,
} from '../../deploy/port-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import {
  allowing,
  appWithResources,
  bucketOf,
  queueOf,
  sourceOf,
  tableOf,
  topicOf,
} from './resources.fixture.js';

const ALL: readonly ResourceEntry[] = [
  tableOf('cities', { stream: true, expires: 'until' }),
  queueOf('arrivals', { retries: 2 }),
  topicOf('news'),
  bucketOf('photos', { versioning: true }),
];
/** A resource of each type that stays, so that each type is in use. */
const OTHERS: readonly ResourceEntry[] = [tableOf('a'), queueOf('b'), bucketOf('c')];
const DATA = [
  'bucket fixture-dev-photos-123456789012-eu-west-1',
  'queue fixture-dev-arrivals',
  'queue fixture-dev-arrivals-failed',
  'table fixture-dev-cities',
];
const BUCKET = 'fixture-dev-photos-123456789012-eu-west-1';

function dataIn({ testCloud }: PortCloud): readonly string[] {
  return testCloud.inventory().filter((one) => /^(?:table|queue|bucket|topic) /.test(one));
}

/** Returns what every plan prints about data that stays. */
async function keptBy(cloud: PortCloud, wanted: Desired, { state }: Machine) {
  const observation = await observe({ cloud, desired: wanted, state });
  if (observation.kind === 'refused') throw new Error('refused');
  const plan = planDeploy(observation.desired, observation.observed);
  const kept = keptIn(plan).map(({ kind, name }) => `${kind} ${name}`);
  const text = renderPlan(plan, { hasColor: false });
  expect(kept.filter((name) => !text.includes(name))).toEqual([]);
  expect(planDocument(plan).kept ?? []).toHaveLength(kept.length);
  return kept.toSorted();
}

async function fill({ clients }: PortCloud): Promise<void> {
  const TableName = 'fixture-dev-cities';
  await clients.dynamodb.putItem({ TableName, Item: { id: { S: 'one' } } });
  await clients.s3.putObject({ Bucket: BUCKET, Key: 'in/0', Body: 'x' });
}

/** Adds a thousand versions per round: S3 adds a delete marker for each key, even if there is no such object. */
async function addVersions({ clients }: PortCloud, rounds: number): Promise<void> {
  const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: `in/${index}` }));
  for (let round = 0; round < rounds; round += 1)
    await clients.s3.deleteObjects({ Bucket: BUCKET, Delete: { Objects } });
}

/** Creates a stage with data, and a machine with its record. */
async function filled(): Promise<PortCloud> {
  const cloud = await openCloud();
  const { outcome } = await cloud.deploy(appWithResources([...ALL, ...OTHERS]));
  expect(outcome.kind).toBe('done');
  await fill(cloud);
  return cloud;
}

test.each(recordOrNot('kept data'))(
  'what leaves the source is kept and listed, and used again (record: %s)',
  async (has) => {
    const cloud = await filled();
    const known = (): Machine => (has ? cloud.here : elsewhere());
    const before = dataIn(cloud);
    const without = appWithResources(OTHERS, { code: 'two' });
    expect(await keptBy(cloud, without, known())).toEqual(DATA);
    expect((await cloud.deploy(without, known())).outcome.kind).toBe('done');
    // Deploys twice, to include the case in which no function refers to the data any longer.
    expect(await keptBy(cloud, without, known())).toEqual(DATA);
    const again = await cloud.deploy(without, known());
    expect(again.calls.filter((name) => WRITES.test(name) && !/^describe/.test(name))).toEqual([]);
    expect(dataIn(cloud)).toEqual(before.filter((one) => !one.startsWith('topic ')));
    const back = appWithResources([...ALL, ...OTHERS], { code: 'three' });
    expect((await cloud.deploy(back, known())).outcome.kind).toBe('done');
    expect(cloud.calls.filter((name) => /^create/.test(name))).toEqual(['createTopic']);
    expect(await keptBy(cloud, back, known())).toEqual([]);
    expect(dataIn(cloud)).toEqual(before);
  },
);

test('what was kept with an expiry and comes back without one no longer deletes its data', async () => {
  const cloud = await openCloud();
  const expiring = [
    tableOf('cities', { expires: 'until' }),
    bucketOf('photos', { expireDays: 30 }),
  ];
  await cloud.deploy(appWithResources([...expiring, ...OTHERS]));
  await cloud.deploy(appWithResources(OTHERS, { code: 'two' }));
  // DynamoDB accepts only one change of the expiry per hour.
  cloud.pass(3_700_000);
  const lasting = [tableOf('cities'), bucketOf('photos'), ...OTHERS];
  const { outcome } = await cloud.deploy(appWithResources(lasting, { code: 'three' }));
  expect(outcome.kind).toBe('done');
  const { dynamodb, s3 } = cloud.clients;
  const ttl = await dynamodb.describeTimeToLive({ TableName: 'fixture-dev-cities' });
  expect(ttl.TimeToLiveDescription?.TimeToLiveStatus).toMatch(/^DISABL/);
  const rules = s3.getBucketLifecycleConfiguration({ Bucket: BUCKET });
  await expect(rules).rejects.toThrow(/lifecycle/i);
});

test('a plan lists what is kept, and the command that deletes it', async () => {
  const cloud = await filled();
  const wanted = appWithResources([...OTHERS, ...ALL.slice(1)]);
  const observation = await observe({ cloud, desired: wanted, state: cloud.here.state });
  if (observation.kind === 'refused') throw new Error('refused');
  const plan = planDeploy(observation.desired, observation.observed);
  expect(renderPlan(plan, { hasColor: false })).toMatchInlineSnapshot(`
    "Resources
      ~  function  fixture-dev-report  environment_variables.TABLE_CITIES is removed

    fixture, stage dev, eu-west-1: 1 to change.
    Kept with their data:
      table fixture-dev-cities
    To delete them with their data, run \`framework deploy --delete-data\`.
    "
  `);
});

test('a renamed table is another one, and the old one stays', async () => {
  const cloud = await filled();
  const renamed = appWithResources([tableOf('towns'), ...ALL.slice(1), ...OTHERS]);
  await cloud.deploy(renamed);
  expect(cloud.namesOf('table')).toEqual([
    'fixture-dev-a',
    'fixture-dev-cities',
    'fixture-dev-towns',
  ]);
  expect(await keptBy(cloud, renamed, cloud.here)).toEqual(['table fixture-dev-cities']);
});

test.each(recordOrNot('deleted data'))(
  'a deploy deletes with --delete-data what left the source alone (record: %s)',
  async (has) => {
    const cloud = await filled();
    const known = (): Machine => (has ? cloud.here : elsewhere());
    const without = appWithResources(OTHERS, { code: 'two' });
    await cloud.deploy(without, known());
    const machine = Object.assign(known(), { deletesData: true });
    const { outcome } = await cloud.deploy(without, machine);
    expect(outcome.kind).toBe('done');
    cloud.pass(60_000);
    expect(dataIn(cloud)).toEqual([
      'bucket fixture-dev-c-123456789012-eu-west-1',
      'queue fixture-dev-b',
      'table fixture-dev-a',
    ]);
    expect(await keptBy(cloud, without, known())).toEqual([]);
  },
);

test('without a record, --delete-data finds the last data of a stage', async () => {
  const cloud = await filled();
  await cloud.deploy(appWithResources([], { code: 'two' }), elsewhere());
  await cloud.deploy(appWithResources([], { code: 'two' }), elsewhere());
  const machine = { ...elsewhere(), deletesData: true };
  const { outcome } = await cloud.deploy(appWithResources([], { code: 'two' }), machine);
  expect(outcome.kind).toBe('done');
  cloud.pass(60_000);
  expect(dataIn(cloud)).toEqual([]);
});

test.each(recordOrNot('data of deleted stages'))(
  'a deleted stage leaves its data, or not (record: %s)',
  async (has) => {
    const cloud = await filled();
    const known = (): Machine => (has ? cloud.here : elsewhere());
    const before = dataIn(cloud).filter((one) => !one.startsWith('topic '));
    const owner = { app: 'fixture', stage: 'dev' };
    const found = await findDeletions({
      cloud,
      owner,
      record: known().state,
      options: { hasLogGroups: false },
    });
    const kept = found.kept.map(({ kind, name }) => `${kind} ${name}`);
    expect(kept.toSorted()).toEqual(before);
    await cloud.remove(known());
    expect(dataIn(cloud)).toEqual(before);
    expect(cloud.namesOf('function')).toEqual([]);
    // The stage is deployed again, with its data.
    const { outcome } = await cloud.deploy(appWithResources([...ALL, ...OTHERS]));
    expect(outcome.kind).toBe('done');
    expect((await cloud.remove(known(), { deletesData: true })).kind).toBe('done');
    cloud.pass(60_000);
    expect(dataIn(cloud)).toEqual([]);
    expect(cloud.namesOf('function')).toEqual([]);
  },
);

test('a stage that is gone can still be asked to delete its data', async () => {
  const cloud = await filled();
  await cloud.remove(elsewhere());
  expect((await cloud.remove(elsewhere(), { deletesData: true })).kind).toBe('done');
  cloud.pass(60_000);
  expect(dataIn(cloud)).toEqual([]);
});

test('a bucket with thousands of versions is emptied in pages, and goes on after an interruption', async () => {
  const cloud = await filled();
  await addVersions(cloud, 2);
  await fill(cloud);
  const stop = new AbortController();
  cloud.onCall = (name) => {
    // The pages are requests of one call: the abort happens during them.
    if (name === 'emptyBucket') setImmediate(() => setImmediate(() => stop.abort()));
  };
  await cloud.remove({ ...cloud.here, signal: stop.signal }, { deletesData: true });
  cloud.onCall = undefined;
  expect((await cloud.remove(cloud.here, { deletesData: true })).kind).toBe('done');
  cloud.pass(60_000);
  expect(dataIn(cloud)).toEqual([]);
});

test('stages do not touch the data of each other, also where a name begins like another', async () => {
  const cloud = await filled();
  const before = dataIn(cloud);
  const there = elsewhere();
  const other = { app_name: 'fixture-dev' };
  const neighbour = appWithResources([tableOf('x'), bucketOf('x')], { config: other });
  expect(neighbour.ownTables[0]?.name).toBe('fixture-dev-dev-x');
  await cloud.deploy(neighbour, there);
  const all = dataIn(cloud);
  expect(all).toHaveLength(before.length + 2);
  for (const machine of [cloud.here, elsewhere()]) {
    expect(await keptBy(cloud, appWithResources([...ALL, ...OTHERS]), machine)).toEqual([]);
  }
  await cloud.remove(elsewhere(), { deletesData: true });
  cloud.pass(60_000);
  expect(dataIn(cloud)).toEqual(all.filter((one) => !before.includes(one)));
});

test('a rollback leaves resources as they are, before and after', async () => {
  const cloud = await filled();
  const before = dataIn(cloud);
  await cloud.deploy(appWithResources([...ALL, ...OTHERS], { code: 'two' }));
  await rollBackOnce(cloud, cloud.here);
  expect(dataIn(cloud)).toEqual(before);
  await cloud.deploy(appWithResources(OTHERS, { code: 'three' }));
  // The variables of resources that were removed from the source are not restored with the code.
  const history = await readHistory({ app: 'fixture', stage: 'dev', cloud, apiStage: 'api' });
  if (!history) throw new Error('Nothing is deployed');
  const request = { app: 'fixture', stage: 'dev', cloud, pastSettings: false };
  const planned = await planRollback(history, request);
  expect(planned).toMatchObject({ kind: 'return', diagnostics: [{ code: 'FW6244' }] });
  expect(JSON.stringify(planned)).toContain(
    '`BUCKET_PHOTOS`, `QUEUE_ARRIVALS`, `TABLE_CITIES` and `TOPIC_NEWS`',
  );
  await rollBackOnce(cloud, cloud.here);
  expect(dataIn(cloud)).toEqual(before.filter((one) => !one.startsWith('topic ')));
});

const SOURCES = {
  report: [
    sourceOf({
      kind: 'dynamodb',
      table: { resource: 'cities' },
      batchSize: 10,
      batchWindow: 0,
      enabled: true,
      startingPosition: 'LATEST',
    }),
  ],
};
const STREAM = 'arn:*:dynamodb:*:*:table/fixture-dev-cities/stream/*';
const READS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];

/** Creates a stage whose function reads the stream of its table. */
function streaming(code: string): Desired {
  const policies = allowing(
    READS.map((name) => `dynamodb:${name}`),
    [STREAM],
  );
  return appWithResources(ALL, { code, sources: SOURCES, policies });
}

test('a function reads the stream of a table that the same deploy creates', async () => {
  const cloud = await openCloud();
  const { outcome, calls } = await cloud.deploy(streaming('one'));
  expect(outcome.kind).toBe('done');
  expect(calls.indexOf('createTable')).toBeLessThan(calls.indexOf('createMapping'));
  const [mapping] = await cloud.others.mappings.listMappings('fixture-dev-report');
  const table = await cloud.others.tables.describeTable('fixture-dev-cities');
  expect(mapping?.sourceArn).toBe(table?.streamArn);
  const again = await cloud.deploy(streaming('one'));
  expect(again.calls.filter((name) => WRITES.test(name) && !/^describe/.test(name))).toEqual([]);
});

test('lists that the credentials may not read are said, and only without a record', async () => {
  const cloud = await filled();
  cloud.testCloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: '*', Resource: '*' },
      {
        Effect: 'Deny',
        Action: ['dynamodb:ListTables', 'sqs:ListQueues', 's3:ListAllMyBuckets'],
        Resource: '*',
      },
    ],
  });
  const warned = async ({ state }: Machine): Promise<readonly string[]> => {
    const observation = await observe({ cloud, desired: appWithResources(OTHERS), state });
    if (observation.kind === 'refused') throw new Error('refused');
    return observation.warnings.map(({ code, message }) => `${code} ${message.split(' ')[0]}`);
  };
  expect((await warned(elsewhere())).toSorted()).toEqual([
    'FW6284 Buckets',
    'FW6284 Queues',
    'FW6284 Tables',
  ]);
  expect(await warned(cloud.here)).toEqual([]);
});

// Each call of a first deploy, of one that changes everything, and of a deletion fails once, or ends the deploy.
const CASES = (['first', 'change', 'deletion'] as const).flatMap((history) =>
  (['fails', 'is lost', 'ends the deploy'] as const).flatMap((way) =>
    Array.from({ length: 40 }, (_, index) => ({ history, way, at: index + 1 })),
  ),
);

test.each(sampleOf('data of a stage', CASES, 60))(
  'in a $history, call $at $way, and the next one finishes: no data is lost',
  async ({ history, way, at }) => {
    const cloud = await openCloud();
    const changed = [
      tableOf('cities', { indexes: [{ name: 'byName', key: [{ name: 'name', type: 'string' }] }] }),
      queueOf('arrivals', { visibilityTimeout: 77 }),
      bucketOf('photos', { expireDays: 3 }),
      ...OTHERS,
    ];
    const first = appWithResources([...ALL, ...OTHERS]);
    const second = appWithResources(changed, { code: 'two' });
    const run = (machine: Machine): Promise<unknown> => {
      if (history === 'first') return cloud.deploy(first, machine);
      if (history === 'change') return cloud.deploy(second, machine);
      return cloud.remove(machine, { deletesData: true });
    };
    if (history !== 'first') {
      await cloud.deploy(first);
      await fill(cloud);
      // DynamoDB accepts a change of the expiry once an hour.
      cloud.pass(3_600_000);
    }
    const before = dataIn(cloud).filter((one) => !one.startsWith('topic '));
    const stop = new AbortController();
    let count = 0;
    const fail = (name: string): never => {
      const facts = { kind: 'network', operation: name, message: 'cut', name: 'cut' } as const;
      throw new CloudError({ ...facts, status: undefined, requestId: undefined }, undefined);
    };
    const disturb = (name: string): void => {
      count += 1;
      if (count !== at) return;
      if (way === 'ends the deploy') stop.abort();
      else fail(name);
    };
    if (way === 'is lost') cloud.onWrite = disturb;
    else cloud.onCall = disturb;
    await run({ ...cloud.here, signal: stop.signal }).catch((error: unknown) => {
      if (!(error instanceof CloudError)) throw error;
    });
    cloud.onCall = cloud.onWrite = undefined;
    if (history !== 'deletion') {
      expect(dataIn(cloud)).toEqual(expect.arrayContaining([...before]));
    }
    // The next run succeeds with the record of the interrupted run, and without a record.
    cloud.pass(3_600_000);
    const machine = at % 2 === 0 ? cloud.here : elsewhere();
    await run(machine);
    cloud.pass(60_000);
    if (history === 'deletion') {
      expect(dataIn(cloud)).toEqual([]);
      return;
    }
    const wanted = history === 'first' ? first : second;
    const again = await cloud.deploy(wanted, machine);
    expect(again.outcome.kind).toBe('done');
    expect(again.calls.filter((name) => WRITES.test(name) && !/^describe/.test(name))).toEqual([]);
    expect(dataIn(cloud)).toEqual(expect.arrayContaining([...before]));
  },
);
