// Changes a function in place: settings, then code, and Lambda must have ended the one before it takes the other. Both are
// bound to the revision that was observed, so that a deploy from another machine is noticed.
import { diagnose } from '../../../compiler/diagnostics/diagnose.js';
import { isCloudError } from '../../cloud/cloud-error.js';
import type { CloudFunction, FunctionSettings } from '../../cloud/lambda-calls.js';
import type { FunctionChange } from '../plan/plan.js';
import { changedMeanwhile } from './apply-catalogue.js';
import { DeployProblem } from './deploy-problem.js';
import { ready, untilReady } from './patience.js';
import { whenRoleIsReady } from './role-patience.js';
import type { Session } from './session.js';

export type FunctionUpdate = Extract<FunctionChange, { readonly action: 'update' }>;

/** The function as it is afterwards. */
export async function updateFunction(
  change: FunctionUpdate,
  settings: FunctionSettings,
  session: Session,
): Promise<CloudFunction> {
  const { lambda } = session.cloud;
  const { parts, observed } = change;
  const { name, reservedConcurrency } = change.function;
  let current: CloudFunction = await untilReady(observed, session);
  if (parts.includes('configuration')) {
    current = await bound({ current, change, session }, ({ revisionId }) =>
      lambda.updateFunctionConfiguration({ ...settings, name, revisionId }),
    );
  }
  if (parts.includes('code')) {
    const { architecture } = change.function;
    const { zip } = session.desired.package;
    current = await bound({ current, change, session }, ({ revisionId }) =>
      lambda.updateFunctionCode({ name, architecture, zip, publish: true, revisionId }),
    );
  }
  if (parts.includes('concurrency')) {
    await (reservedConcurrency === undefined
      ? lambda.deleteConcurrency(name)
      : lambda.putConcurrency(name, reservedConcurrency));
  }
  if (parts.includes('tags')) await updateTags(change, session);
  return current;
}

type Bound = {
  readonly current: CloudFunction;
  readonly change: FunctionUpdate;
  readonly session: Session;
};

/** Makes an update of the revision at hand, and waits until Lambda has carried it out. */
async function bound(
  { current, change, session }: Bound,
  update: (current: CloudFunction) => Promise<CloudFunction>,
): Promise<CloudFunction> {
  const make = (one: CloudFunction): Promise<CloudFunction> =>
    whenRoleIsReady(() => update(one), change.function, session);
  try {
    return await ready(await make(current), session);
  } catch (error) {
    if (!isCloudError(error, 'changed')) throw error;
  }
  const seen = await session.cloud.lambda.getFunctionConfiguration(current.name);
  if (!seen || !isSame(seen, current)) {
    throw new DeployProblem(diagnose(changedMeanwhile, { name: current.name }, { at: undefined }));
  }
  // A permission or a tag makes a new revision too; what we are about to replace is what we looked at.
  const latest = await untilReady(seen, session);
  return ready(await make(latest), session);
}

function isSame(seen: CloudFunction, before: CloudFunction): boolean {
  return keyOf(seen) === keyOf(before);
}

function keyOf(one: CloudFunction): string {
  const { role, runtime, handler, timeout, memorySize, environment, vpc } = one;
  return JSON.stringify([
    one.codeSha256,
    role,
    runtime,
    handler,
    timeout,
    memorySize,
    Object.entries(environment).toSorted(([left], [right]) => (left < right ? -1 : 1)),
    vpc?.subnetIds.toSorted() ?? [],
    vpc?.securityGroupIds.toSorted() ?? [],
  ]);
}

async function updateTags(
  { function: { tags }, observed }: FunctionUpdate,
  session: Session,
): Promise<void> {
  const { lambda } = session.cloud;
  const gone = Object.keys(observed.tags).filter(
    // AWS keeps tags of its own there.
    (key) => !Object.hasOwn(tags, key) && !/^aws:/i.test(key),
  );
  if (gone.length > 0) await lambda.untagFunction(observed.arn, gone);
  await lambda.tagFunction(observed.arn, tags);
}
