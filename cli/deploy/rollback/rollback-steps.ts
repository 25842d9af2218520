// The steps of a rollback: the earlier code is fetched before anything is changed; then the stage goes back, so that no
// route is open whose view is gone, then the code.
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
  const code = fetchedCode(functions, ports);
  const stages: readonly Step[] = api
    ? [
        {
          id: 'stage',
          label: { verb: 'return', object: `stage ${api.stage} to deployment ${api.deploymentId}` },
          dependsOn: [FETCH],
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
    dependsOn: [FETCH, ...stages.map(({ id }) => id), ...othersBefore(one, functions)],
    run: () => returnCode(one, code.zip(), ports),
  }));
  return [...code.steps, ...stages, ...returns];
}

const FETCH = 'code';

/** Every function of a stage runs the same zip, so one is fetched. */
function fetchedCode(
  functions: readonly FunctionReturn[],
  { cloud }: RollbackPorts,
): { readonly steps: readonly Step[]; readonly zip: () => Uint8Array } {
  let zip: Uint8Array = new Uint8Array();
  const leader = functions.at(-1);
  if (!leader) return { steps: [], zip: () => zip };
  const { current, version } = leader;
  const step: Step = {
    id: FETCH,
    label: {
      verb: 'fetch',
      object: `code of function ${current.name}, version ${version.version}`,
    },
    dependsOn: [],
    run: async () => {
      zip = await cloud.lambda.downloadCode(current.name, version.version);
    },
  };
  return { steps: [step], zip: () => zip };
}

function idOf({ current }: FunctionReturn): string {
  return `function ${current.name}`;
}

/** The last one tells the next run what is deployed. */
function othersBefore(one: FunctionReturn, all: readonly FunctionReturn[]): readonly string[] {
  return one === all.at(-1) ? all.slice(0, -1).map(idOf) : [];
}

async function returnCode(
  { current }: FunctionReturn,
  zip: Uint8Array,
  { cloud, wait }: RollbackPorts,
): Promise<void> {
  const { name, architecture } = current;
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
