// The steps of a rollback: the stage first, so that no route is open whose view is gone, then the code.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import type { Cloud } from '../../cloud/cloud.js';
import { isCloudError } from '../../cloud/cloud-error.js';
import { changedMeanwhile } from '../apply/apply-catalogue.js';
import { DeployProblem } from '../apply/deploy-problem.js';
import { patiently, ready, untilReady } from '../apply/patience.js';
import type { Wait } from '../apply/session.js';
import type { Step } from '../apply/step.js';
import type { FunctionReturn, RollbackPlan } from './plan-rollback.js';

export type RollbackPorts = { readonly cloud: Cloud; readonly wait: Wait };

export function rollbackSteps(
  { api, functions }: RollbackPlan,
  ports: RollbackPorts,
): readonly Step[] {
  const stages: readonly Step[] = api
    ? [
        {
          id: 'stage',
          label: { verb: 'return', object: `stage ${api.stage} to deployment ${api.deploymentId}` },
          dependsOn: [],
          run: () => ports.cloud.apiGateway.updateStage(api.id, api.stage, api.deploymentId),
        },
      ]
    : [];
  const returns = functions.map((one): Step => ({
    id: idOf(one),
    label: {
      verb: 'return',
      object: `function ${one.current.name} to version ${one.version.version}`,
    },
    dependsOn: [...stages.map(({ id }) => id), ...othersBefore(one, functions)],
    run: () => returnCode(one, ports),
  }));
  return [...stages, ...returns];
}

function idOf({ current }: FunctionReturn): string {
  return `function ${current.name}`;
}

/** The last one tells the next run what is deployed. */
function othersBefore(one: FunctionReturn, all: readonly FunctionReturn[]): readonly string[] {
  return one === all.at(-1) ? all.slice(0, -1).map(idOf) : [];
}

async function returnCode(
  { current, version }: FunctionReturn,
  { cloud, wait }: RollbackPorts,
): Promise<void> {
  const { name, architecture } = current;
  const zip = await cloud.lambda.downloadCode(name, version.version);
  const { revisionId } = await untilReady(current, { cloud, wait });
  try {
    // Not published: the version exists, and the next deploy counts on from the newest.
    const update = { name, architecture, zip, publish: false, revisionId };
    const updated = await patiently(() => cloud.lambda.updateFunctionCode(update), wait);
    await ready(updated, { cloud, wait });
  } catch (error) {
    if (!isCloudError(error, 'changed')) throw error;
    throw new DeployProblem(diagnose(changedMeanwhile, { name }, { at: undefined }));
  }
}
