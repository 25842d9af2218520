// Updates a function only while it has the revision that was read, to notice a deploy from another machine.
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import type { CloudFunction } from '../../../cloud/services/lambda-function.js';
import { DeployProblem } from '../../stage/run-steps.js';
import type { Ports } from '../../stage/session.js';
import { changedMeanwhile } from './function-catalogue.js';
import { untilReady } from './function-ready.js';
import { changedKeys } from './function-settings.js';

/**
 * Makes the update by `update`, with its retries. Returns Lambda's answer, after which Lambda may still be working on the
 * update.
 */
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
  if (!seen || !isSame(seen, current)) {
    throw new DeployProblem(diagnose(changedMeanwhile, { name: current.name }));
  }
  // A change of permissions or tags also makes a new revision. Code and settings are still those that were read.
  const latest = await untilReady(seen, ports);
  return update(latest);
}

function isSame(seen: CloudFunction, before: CloudFunction): boolean {
  return (
    seen.codeSha256 === before.codeSha256 &&
    seen.architecture === before.architecture &&
    changedKeys(before, seen).length === 0
  );
}
