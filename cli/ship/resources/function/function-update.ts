// Changes an existing function: its settings, then its code. Lambda refuses the second change until the first is finished.
// Both changes require the revision that was read, to notice a deploy from another machine.
import type { CloudFunction, FunctionSettings } from '../../../cloud/lambda-calls.js';
import type { Session } from '../../stage/session.js';
import { whenRoleIsReady } from '../role/role-delay.js';
import { boundUpdate } from './bound-update.js';
import { ready, untilReady } from './function-ready.js';
import { type FunctionUpdate, noteVersion } from './function-state.js';

/** Updates the function and returns its new configuration. */
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
    const update = ({ revisionId }: CloudFunction): Promise<CloudFunction> =>
      lambda.updateFunctionConfiguration({ ...settings, name, revisionId });
    current = await bound({ current, change, session }, update);
  }
  if (parts.includes('code')) {
    const { architecture } = change.function;
    const { zip } = session.desired.package;
    const update = async ({ revisionId }: CloudFunction): Promise<CloudFunction> => {
      const published = await lambda.updateFunctionCode({ name, architecture, zip, revisionId });
      noteVersion(session, published);
      return published;
    };
    current = await bound({ current, change, session }, update);
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

/** Updates the current revision, and waits until Lambda has finished. */
async function bound(
  { current, change, session }: Bound,
  update: (current: CloudFunction) => Promise<CloudFunction>,
): Promise<CloudFunction> {
  const make = (one: CloudFunction): Promise<CloudFunction> => {
    if (one.revisionId !== current.revisionId) session.learned.unsure.add(one.name);
    return whenRoleIsReady(() => update(one), change.function, session);
  };
  return ready(await boundUpdate(current, session, make), session);
}

async function updateTags(
  { function: { tags }, observed }: FunctionUpdate,
  session: Session,
): Promise<void> {
  const { lambda } = session.cloud;
  const gone = Object.keys(observed.tags).filter(
    // AWS forbids removing its own tags.
    (key) => !Object.hasOwn(tags, key) && !/^aws:/i.test(key),
  );
  if (gone.length > 0) await lambda.untagFunction(observed.arn, gone);
  await lambda.tagFunction(observed.arn, tags);
}
