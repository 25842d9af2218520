// The operations of the fault matrix at the port of the cloud: observed, planned and applied in this process, against the
// cloud in memory. What is desired is made of the source once.
import type { Cloud } from '../../../cli/cloud/cloud.js';
import { deletionSteps } from '../../../cli/ship/deploy/apply-plan.js';
import { deployOnce, type Machine } from '../../../cli/ship/deploy/deploy-run.fixture.js';
import { type FakeCloud, fakeCloud } from '../../../cli/ship/deploy/fake-cloud.fixture.js';
import { findDeletions } from '../../../cli/ship/deploy/find-deletions.js';
import { prepareDeploy } from '../../../cli/ship/deploy/prepare-deploy.js';
import { runSteps, type StepsResult } from '../../../cli/ship/stage/run-steps.js';
import type { Desired } from '../../../cli/ship/stage/states.js';
import { helloWorld } from '../deployments.js';
import type { DeployedApp } from './fault-apps.js';
import type { Operation } from './operation.js';

export type PortOperation = {
  readonly name: string;
  readonly before: Desired | undefined;
  /** Undefined when the operation deletes the stage. */
  readonly after: Desired | undefined;
};

export type PortScene = { readonly cloud: FakeCloud; readonly machine: Machine };

export type PortOutcome = (StepsResult | { readonly kind: 'refused' })['kind'];

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
export async function openPortScene({ before }: PortOperation): Promise<PortScene> {
  const scene: PortScene = { cloud: fakeCloud(), machine: { state: undefined } };
  if (before) await deployOnce(scene.cloud, before, scene.machine);
  return scene;
}

/** Runs the operation over a port, which may be a faulty one of the scene's cloud. */
export async function runAtPort(
  { after }: PortOperation,
  { cloud, machine }: { readonly cloud: Cloud; readonly machine: Machine },
): Promise<PortOutcome> {
  if (after) return (await deployOnce({ ...cloud, calls: [] }, after, machine)).outcome.kind;
  const { signal = new AbortController().signal } = machine;
  const owner = { app: 'helloworld', stage: 'dev' };
  const options = { hasLogGroups: false };
  const found = await findDeletions({ cloud, owner, record: machine.state, options });
  const wait = (): Promise<void> => {
    signal.throwIfAborted();
    return Promise.resolve();
  };
  const steps = deletionSteps(found.deletions, { cloud, wait });
  const run = (): Promise<StepsResult> => runSteps(steps, { signal, onEvent: () => undefined });
  const kind = steps.length === 0 ? 'done' : (await run()).kind;
  if (kind === 'done') machine.state = undefined;
  return kind;
}

/** All that is in the cloud and on the machine, without what each cloud makes anew. */
export function pictureOfPort({ cloud, machine }: PortScene): unknown {
  const picture = {
    roles: [...cloud.roles].map(([name, { trust, tags, policies }]) => [
      name,
      { trust, tags, policies: [...policies] },
    ]),
    functions: [...cloud.functions].map(([name, { current, permissions }]) => [
      name,
      { ...current, revisionId: '', permissions },
    ]),
    apis: [...cloud.apis.values()].map(({ api, stages, deployments }) => ({
      ...api,
      createdAt: 0,
      stages: [...stages].map(([name, id]) => [
        name,
        deployments.find((one) => one.id === id)?.document,
      ]),
    })),
    record: machine.state,
  };
  const sorted = {
    ...picture,
    roles: picture.roles.toSorted(),
    functions: picture.functions.toSorted(),
  };
  const text = JSON.stringify(sorted).replaceAll(/\b(?:api|d|r)\d+\b/g, '<id>');
  return JSON.parse(text) as unknown; // because it was made from one
}
