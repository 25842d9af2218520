// One stage with events of every kind in two regions: changes in one region do not affect the other.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clients, createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { temporaryProject } from '../support/temporary-project.js';
import { sampleOf } from '../support/sample.js';
import { type CommandRun, framework, testCloud } from './deployments.js';
import { connectionsIn } from './event-connections.js';
import { makeSources, MEMBERS, type Members, MORE_MEMBERS, sourceOf } from './event-world.js';

const A = 'us-east-1';
const B = 'eu-west-1';

const ALL: Members = {
  ...MEMBERS,
  ...MORE_MEMBERS,
  upload: MEMBERS.upload.replace("'uploads'", 'process.env.UPLOADS'),
  scan: MEMBERS.scan.replace("'uploads'", 'process.env.UPLOADS'),
};

/** Every source has other options, one function has another name, and one source is removed. */
const { placed, ...others } = ALL;
const CHANGED: Members = {
  ...others,
  tick: MEMBERS.tick.replace('5 minutes', '7 minutes').replace('tick(', 'tock('),
  nightly: MEMBERS.nightly.replace('0 3', '0 4'),
  alert: MEMBERS.alert.replace("'alerts'", "'alerts', filterPolicy: { level: ['high'] }"),
  upload: ALL.upload?.replace("'.png'", "'.jpg'") ?? '',
  order: MEMBERS.order.replace("'orders'", "'orders', batchSize: 2"),
};

type RegionalProject = {
  readonly region: string;
  readonly bucket: string;
  readonly clients: Clients;
  readonly cwd: string;
};

async function placeIn(cloud: TestCloud, region: string): Promise<RegionalProject> {
  const environment = { ...cloud.environment, AWS_REGION: region };
  const clients = createClients({ ...cloud, environment });
  const bucket = `uploads-${region}`;
  await makeSources(clients, bucket);
  return { region, bucket, clients, cwd: machineOf(bucket) };
}

/** Creates a machine that has never deployed. */
function machineOf(bucket: string): string {
  const config = {
    version: '2.0',
    app_name: 'shop',
    lambda_timeout: 5,
    environment_variables: { UPLOADS: bucket },
  };
  return temporaryProject({
    'app.ts': sourceOf(ALL),
    '.framework/config.json': JSON.stringify(config),
  });
}

async function run(
  cloud: TestCloud,
  line: string,
  { region, cwd }: RegionalProject,
): Promise<CommandRun> {
  const result = await framework(`${line} --region ${region}`, { cwd, cloud });
  expect(result.exitCode, result.err).toBe(0);
  return result;
}

function topicOf({ region }: RegionalProject): string {
  return `arn:aws:sns:${region}:123456789012:alerts`;
}

function connected(place: RegionalProject): Promise<unknown> {
  return connectionsIn(place.clients, { topic: topicOf(place), bucket: place.bucket });
}

/** Returns the functions of a region that were called since, with the outcomes. */
async function called(cloud: TestCloud, place: RegionalProject): Promise<readonly string[]> {
  const before = (await cloud.deliveries()).length;
  const { sns, s3 } = place.clients;
  await sns.publish({ TopicArn: topicOf(place), Message: '{"id":"a","total":1}' });
  const Key = 'día=1/my photos/a.png';
  await s3.putObject({ Bucket: place.bucket, Key, Body: 'a' });
  const found = (await cloud.deliveries()).slice(before);
  return found
    .map(({ functionArn, outcome }) => `${functionArn.split(':').slice(3).join(':')} ${outcome}`)
    .toSorted();
}

const CASES = [
  [A, B, 'with its record'],
  [B, A, 'with its record'],
  [A, B, 'from another machine'],
] as const;

test.each(sampleOf('regions with events', CASES, 3))(
  'what changes and what is deleted in %s touches nothing in %s, %s',
  async (one, other, machine) => {
    expect(placed).toContain('onEvent');
    const cloud = await testCloud();
    const here = await placeIn(cloud, one);
    const there = await placeIn(cloud, other);
    await run(cloud, 'deploy', here);
    const before = await connected(here);
    await run(cloud, 'deploy', there);
    expect(await connected(here)).toEqual(before);
    const wanted = await connected(there);

    const next = machine === 'with its record' ? here : { ...here, cwd: machineOf(here.bucket) };
    writeFileSync(join(next.cwd, 'app.ts'), sourceOf(CHANGED));
    await run(cloud, 'deploy --allow-delete', next);
    expect(await connected(here)).not.toEqual(before);
    expect(await connected(there)).toEqual(wanted);
    expect((await run(cloud, 'deploy', there)).count).toMatch(/ 0 writes$/);

    const last = machine === 'with its record' ? here : { ...here, cwd: machineOf(here.bucket) };
    await run(cloud, 'delete', last);
    expect(await connected(there)).toEqual(wanted);
    const answers = ['alert', 'scan', 'upload'].map(
      (name) => `${other}:123456789012:function:shop-dev-${name} returned`,
    );
    expect(await called(cloud, there)).toEqual(answers);
    expect(await called(cloud, here)).toEqual([]);
    const another = { ...there, cwd: machineOf(there.bucket) };
    expect((await run(cloud, 'deploy', another)).count).toMatch(/ 0 writes$/);
  },
);
