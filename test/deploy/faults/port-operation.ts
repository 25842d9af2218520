// The operations for the fault matrix at the cloud port: the stage is observed, planned and applied in this process. The
// desired state is created once.
import { prepareDeploy } from '../../../cli/ship/deploy/prepare-deploy.js';
import {
  deleteOnce,
  deployOnce,
  elsewhere,
  type Machine,
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
  /** Undefined if the operation deletes the stage. */
  readonly after: Desired | undefined;
  /** The state that is deployed before `before`. If given, the operation is a rollback to it, and `after` is not deployed. */
  readonly earlier?: Desired;
  /** True if the machine has no record of what is deployed. */
  readonly losesRecord?: true;
  /** Creates the resources of other applications in the cloud. */
  readonly prepare?: (cloud: PortCloud) => Promise<void>;
};

export type PortScene = { readonly cloud: PortCloud; readonly machine: Machine };

export type PortOutcome = (StepsResult | { readonly kind: 'refused' | 'impossible' })['kind'];

/** Converts an operation for the port. Must be called inside a test. */
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

/** Prepares the state before the operation. */
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

/** Runs the operation through a port, which may be a faulty port to the scene's cloud. */
export async function runAtPort(
  { earlier, before, after }: Pick<PortOperation, 'earlier' | 'before' | 'after'>,
  { cloud, machine }: PortScene,
): Promise<PortOutcome> {
  if (earlier) return (await rollBackOnce(cloud, machine)).kind;
  if (after) return (await deployOnce(cloud, after, machine)).outcome.kind;
  const { app = 'helloworld', stage = 'dev' } = before ?? {};
  return (await deleteOnce(cloud, machine, { owner: { app, stage } })).kind;
}
