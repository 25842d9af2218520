// Waits until Lambda has finished creating or updating a function.
import { diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import type { CloudFunction } from '../../../cloud/services/lambda-function.js';
import { longer } from '../../stage/repeated-calls.js';
import { DeployProblem } from '../../stage/run-steps.js';
import type { Ports } from '../../stage/session.js';
import { changedMeanwhile, functionFailed, neverReady } from './function-catalogue.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { changedKeys } from './function-settings.js';

/** In milliseconds. Creating a network interface in a VPC takes a minute or more. */
const READY_WITHIN = 600_000;

/** Waits until the function is ready and returns its configuration. */
export async function untilReady(
  seen: CloudFunction,
  { cloud, wait }: Ports,
): Promise<CloudFunction> {
  if (seen.progress.kind !== 'working') return seen;
  const end = wait.for?.(`Lambda to end what it does with the function ${seen.name}`);
  try {
    return await pollUntilReady(seen, { cloud, wait });
  } finally {
    end?.();
  }
}

/** Like {@link untilReady}, but throws a problem if Lambda could not make the change. */
export async function ready(seen: CloudFunction, session: Ports): Promise<CloudFunction> {
  const current = await untilReady(seen, session);
  if (current.progress.kind !== 'failed') return current;
  const { reason } = current.progress;
  throw new DeployProblem(diagnose(functionFailed, { name: seen.name, reason }));
}

// Updates a function only if it still has the revision that was read, so that a deploy from another machine is noticed.

/** Calls `update`, with retries. Returns Lambda's response, after which Lambda may still be processing the update. */
export async function boundUpdate(
  current: CloudFunction,
  ports: Ports,
  update: (current: CloudFunction) => Promise<CloudFunction>,
): Promise<CloudFunction> {
  try {
    return await update(current);
  } catch (error) {
    if (!isCloudError(error, 'changed')) throw error;
  }
  const seen = await ports.cloud.lambda.getFunctionConfiguration(current.name);
  if (!seen || !isSameFunction(seen, current)) {
    throw new DeployProblem(diagnose(changedMeanwhile, { name: current.name }));
  }
  // A change of permissions or tags also creates a new revision. The code and the settings are still the ones that were read.
  const latest = await untilReady(seen, ports);
  return update(latest);
}

async function pollUntilReady(seen: CloudFunction, { cloud, wait }: Ports): Promise<CloudFunction> {
  const { name } = seen;
  let current: CloudFunction = seen;
  for (let waited = 0, pause = 100; current.progress.kind === 'working'; pause = longer(pause)) {
    if (waited >= READY_WITHIN) {
      const minutes = READY_WITHIN / 60_000;
      throw new DeployProblem(diagnose(neverReady, { name, minutes }));
    }
    await wait(pause);
    waited += pause;
    // Lambda may not find a function that was just created.
    current = (await cloud.lambda.getFunctionConfiguration(name)) ?? current;
  }
  return current;
}

function isSameFunction(seen: CloudFunction, before: CloudFunction): boolean {
  return (
    seen.codeSha256 === before.codeSha256 &&
    seen.architecture === before.architecture &&
    changedKeys(before, seen).length === 0
  );
}
