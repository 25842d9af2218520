// Reads everything that a test cloud contains through its port, and the machine's record. Two pictures are equal if the clouds
// and records are indistinguishable.
import type { Cloud } from '../../../cli/cloud/cloud.js';
import type { CloudApi } from '../../../cli/cloud/services/api-gateway.js';
import { type Machine, type PortCloud } from '../../../cli/ship/deploy/port-cloud.fixture.js';

/** Returns the content of the cloud and of the machine, without the values that each cloud generates itself. */
export async function pictureOfPort({
  cloud,
  machine,
}: {
  readonly cloud: PortCloud;
  readonly machine?: Machine;
}): Promise<unknown> {
  // Lets AWS finish all pending changes.
  cloud.pass(60_000);
  const { others } = cloud;
  const each = <One>(kind: string, read: (name: string) => Promise<One>): Promise<One[]> =>
    Promise.all(cloud.namesOf(kind).map(read));
  const picture = {
    inventory: cloud.testCloud.inventory(),
    roles: await each('role', async (name) => {
      const policies = await others.iam.listRolePolicies(name);
      const documents = policies.map((policy) => others.iam.getRolePolicy(name, policy));
      const { trust, tags } = (await others.iam.getRole(name)) ?? {};
      return [name, trust, tags, await Promise.all(documents)];
    }),
    functions: await each('function', async (name) => [
      { ...(await others.lambda.getFunction(name)), revisionId: '' },
      (await others.lambda.getPermissions(name)).toSorted(byText),
      await mappingsOf(others, name),
    ]),
    apis: await each('api', (name) => apisOf(others, name)),
    groups: await others.logs.listGroups('/'),
    rules: await each('rule', async (name) => {
      const place = { name, bus: 'default' };
      const [rule] = (await others.events.listRules('default', name)) ?? [];
      const tags = await others.events.listRuleTags(rule?.arn ?? '');
      return [rule, tags, await others.events.listTargets(place)];
    }),
    schedules: await each('schedule', async (path) => {
      const [group = '', name = ''] = path.split('/');
      return [path, await others.scheduler.getSchedule({ group, name })];
    }),
    filters: await each('subscription', async (text) => {
      const topic = `arn:aws:sns:${others.region}:123456789012:${text.split(' ')[0] ?? ''}`;
      const all = (await others.sns.listSubscriptions(topic)) ?? [];
      return Promise.all(
        all.map(async ({ endpoint, arn }) => [endpoint, await others.sns.getFilter(arn)]),
      );
    }),
    buckets: await Promise.all(
      [...new Set(cloud.namesOf('notification').map((text) => text.split(' ')[0] ?? ''))].map(
        (bucket) => others.s3.getNotifications(bucket),
      ),
    ),
    tables: await each('table', async (name) => [
      await others.tables.describeTable(name),
      await others.tables.describeExpiry(name),
    ]),
    queues: await each('queue', async (name) => {
      const { CreatedTimestamp, LastModifiedTimestamp, ...attributes } =
        (await others.queues.getAttributes((await others.queues.getQueueUrl(name)) ?? '')) ?? {};
      return attributes;
    }),
    ownBuckets: await each('bucket', (name) =>
      Promise.all([
        others.s3.getAccess(name),
        others.s3.hasVersions(name),
        others.s3.getRules(name),
        others.s3.getCors(name),
        others.s3.listBucketTags(name),
      ]),
    ),
    keys: await keysOf(others),
    record: machine?.state,
  };
  const text = JSON.stringify(picture, (key, value: unknown) =>
    // A run that creates the API after its functions notes that another machine may have created one too. A machine that has
    // lost its record does not know about data resources that were removed from the source.
    ['mayHaveTwin', 'ownTables', 'ownQueues', 'ownBuckets'].includes(key) ? undefined : value,
  );
  const ids = picture.apis.flat().map(({ id }) => id);
  const known = [cloud.testCloud.url, ...ids].reduce(
    (all, one) => all.replaceAll(one, '<own>'),
    text,
  );
  return JSON.parse(known.replaceAll(IDS, '<id>')) as unknown; // because the text was created from a picture
}

/** Returns API keys and usage plans, by name, because their ids and values differ between clouds. */
async function keysOf({ apiGateway }: Cloud): Promise<unknown> {
  const [plans, keys] = await Promise.all([apiGateway.listPlans(), apiGateway.listKeys('')]);
  const described = plans.map(async ({ id, name, throttle, quota, stages }) => {
    const has = await Promise.all(keys.map((key) => apiGateway.hasPlanKey(id, key.id)));
    const linked = keys.filter((_, index) => has[index]).map((key) => key.name);
    return { name, throttle, quota, stages: stages.map(({ stage }) => stage), linked };
  });
  return (await Promise.all(described)).toSorted(byText);
}

/** Matches ids of deployments, revisions, mappings, and streams of tables. */
const IDS =
  /(?<="(?:deploymentId|id)":")[a-z0-9]{6}(?=")|(?<=\/stream\/)20[\dT:.-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

async function mappingsOf({ mappings }: Cloud, name: string): Promise<readonly unknown[]> {
  const all = await mappings.listMappings(name);
  const sorted = all.toSorted((one, other) => (one.sourceArn < other.sourceArn ? -1 : 1));
  return Promise.all(sorted.map(async (one) => [one, await mappings.getMappingTags(one.arn)]));
}

type ApiPicture = CloudApi & { readonly stages: readonly unknown[] };

async function apisOf({ apiGateway }: Cloud, name: string): Promise<readonly ApiPicture[]> {
  const all = await apiGateway.findApis(name);
  const each = all.map(async (api) => {
    const stages = (await apiGateway.listStages(api.id)).map(async (stage) => [
      { ...stage, deploymentId: '' },
      await apiGateway.exportStage(api.id, stage.name),
    ]);
    return { ...api, createdAt: 0, stages: await Promise.all(stages) };
  });
  return Promise.all(each);
}
