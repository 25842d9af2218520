// The operations of the fault matrix at the port of the cloud: observed, planned and applied in this process. What is desired is
// made once.
import type { Cloud } from '../../../cli/cloud/cloud.js';
import type { CloudApi } from '../../../cli/cloud/services/api-gateway.js';
import { prepareDeploy } from '../../../cli/ship/deploy/prepare-deploy.js';
import {
  deleteOnce,
  deployOnce,
  elsewhere,
  type Machine,
  namesOf,
  openCloud,
  type PortCloud,
  rollBackOnce,
} from '../../../cli/ship/deploy/port-cloud.fixture.js';
import type { StepsResult } from '../../../cli/ship/stage/run-steps.js';
import type { Desired } from '../../../cli/ship/stage/states.js';
import { helloWorld } from '../deployments.js';
import type { DeployedApp } from './fault-apps.js';
import type { Operation } from './operation.js';

export type PortOperation = {
  readonly name: string;
  readonly before: Desired | undefined;
  /** Undefined when the operation deletes the stage. */
  readonly after: Desired | undefined;
  /** Deployed before `before`. The operation is then a rollback to it; `after` is not deployed. */
  readonly earlier?: Desired;
  /** The machine does not know what is deployed. */
  readonly losesRecord?: true;
  /** Makes what others have in the cloud. */
  readonly prepare?: (cloud: PortCloud) => Promise<void>;
};

export type PortScene = { readonly cloud: PortCloud; readonly machine: Machine };

export type PortOutcome = (StepsResult | { readonly kind: 'refused' | 'impossible' })['kind'];

/** Call it inside a test. */
export async function atPort({ name, before, after }: Operation): Promise<PortOperation> {
  return { name, before: await desiredOf(before), after: await desiredOf(after) };
}

async function desiredOf(app: DeployedApp | undefined): Promise<Desired | undefined> {
  if (!app) return undefined;
  const prepared = await prepareDeploy({
    directory: helloWorld(app.files),
    stage: 'dev',
    region: 'eu-west-1',
    autogenPolicy: true,
  });
  if (prepared.kind === 'ready') return prepared.desired;
  throw new Error(JSON.stringify(prepared.diagnostics));
}

/** The moment before the operation. */
export async function openPortScene({
  earlier,
  before,
  losesRecord,
  prepare,
}: PortOperation): Promise<PortScene> {
  const scene: PortScene = { cloud: await openCloud(), machine: elsewhere() };
  await prepare?.(scene.cloud);
  for (const one of [earlier, before]) if (one) await deployOnce(scene.cloud, one, scene.machine);
  if (losesRecord) scene.machine.state = undefined;
  scene.cloud.pass(60_000);
  return scene;
}

/** Runs the operation over a port, which may be a faulty one of the scene's cloud. */
export async function runAtPort(
  { earlier, before, after }: Pick<PortOperation, 'earlier' | 'before' | 'after'>,
  { cloud, machine }: PortScene,
): Promise<PortOutcome> {
  if (earlier) return (await rollBackOnce(cloud, machine)).kind;
  if (after) return (await deployOnce(cloud, after, machine)).outcome.kind;
  const { app = 'helloworld', stage = 'dev' } = before ?? {};
  return (await deleteOnce(cloud, machine, { owner: { app, stage } })).kind;
}

/** All that is in the cloud and on the machine, without what each cloud makes anew. */
export async function pictureOfPort({ cloud, machine }: PortScene): Promise<unknown> {
  // What AWS still does comes to its end.
  cloud.pass(60_000);
  const { others } = cloud;
  const each = <One>(kind: string, read: (name: string) => Promise<One>): Promise<One[]> =>
    Promise.all(namesOf(cloud, kind).map(read));
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
      [...new Set(namesOf(cloud, 'notification').map((text) => text.split(' ')[0] ?? ''))].map(
        (bucket) => others.s3.getNotifications(bucket),
      ),
    ),
    record: machine.state,
  };
  const text = JSON.stringify(picture, (key, value: unknown) =>
    // A run that makes the API after its functions notes that another machine may have made one too.
    key === 'mayHaveTwin' ? undefined : value,
  );
  const ids = picture.apis.flat().map(({ id }) => id);
  const known = [cloud.testCloud.url, ...ids].reduce(
    (all, one) => all.replaceAll(one, '<own>'),
    text,
  );
  return JSON.parse(known.replaceAll(IDS, '<id>')) as unknown; // because it was made from one
}

/** Of deployments, revisions, mappings, and streams of tables. */
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
