// Creates, updates and replaces functions. A step ends when Lambda can run the function. For a new function that API Gateway
// calls, a separate step waits after the permission is added, so that the last read returns the last revision.
import type {
  CloudFunction,
  FunctionSettings,
  PublishedFunction,
} from '../../../cloud/services/lambda-function.js';
import { accountOf, functionId, isGone, isUpdate } from '../../stage/states.js';
import { createNamed, longer } from '../../stage/repeated-calls.js';
import { extraTags, ownDescription } from '../../stage/own-tag.js';
import {
  type Ports,
  type Session,
  accountIn,
  DeployProblem,
  type Step,
} from '../../stage/run-steps.js';
import { withQueueUrls } from '../declared/declared-resources.js';
import { SPREAD_ID, roleStepIds, whenRoleIsReady } from '../role/role-steps.js';
import {
  type ChangedFunction,
  type FunctionChange,
  type FunctionUpdate,
  awaitId,
  invokerId,
  isCalled,
  isInvoked,
  noteVersion,
  permissionId,
} from './function-state.js';
import {
  diagnose,
  code,
  codeList,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { changedKeys, type DesiredFunction } from './function-settings.js';

export const changedMeanwhile: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW6222',
  severity: 'error',
  title: 'Another deploy changed the function in the meantime',
  message: ({ name }) =>
    `The function ${code(name)} was changed elsewhere after this command read it.`,
  hint: () => 'Run the command again: it starts from the current state.',
};

export const functionFailed: CatalogueEntry<{ readonly name: string; readonly reason: string }> = {
  code: 'FW6224',
  severity: 'error',
  title: 'Lambda could not activate the function',
  message: ({ name, reason }) => `Lambda could not activate the function ${code(name)}: ${reason}`,
  hint: () => 'Fix what Lambda reports, then run the command again: the function is recreated.',
};

export const neverReady: CatalogueEntry<{ readonly name: string; readonly minutes: number }> = {
  code: 'FW6225',
  severity: 'error',
  title: 'A function was not ready in time',
  message: ({ name, minutes }) =>
    `Lambda is still working on the function ${code(name)} after ${minutes} minutes.`,
  hint: () => 'Run the command again: it continues where this one stopped.',
};

export const deletedSince: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW6240',
  severity: 'warning',
  title: 'A deleted function is not restored',
  message: ({ name }) =>
    `The function ${code(name)} is not restored: a later deploy deleted it together with its settings and permissions.`,
  hint: () =>
    'Deploy the earlier source to create it again. Until then, routes that use it as an authorizer respond with 500.',
};

export const variablesGone: CatalogueEntry<{
  readonly name: string;
  readonly variables: readonly string[];
}> = {
  code: 'FW6244',
  severity: 'warning',
  title: 'The earlier code used variables that no longer exist',
  message: ({ name, variables }) =>
    `The earlier code of ${code(name)} ran with ${codeList(variables)}, which the function no longer has: a rollback restores neither variables nor permissions.`,
  hint: () =>
    'If the earlier code needs them, deploy the earlier source instead: the tables, queues and buckets that you removed are reused with their data.',
};

export const streamsDeletedSince: CatalogueEntry<{
  readonly stage: string;
  readonly name: string;
}> = {
  code: 'FW6243',
  severity: 'error',
  title: 'The function of the earlier streaming routes is deleted',
  message: ({ stage, name }) =>
    `The stage ${code(stage)} had streaming routes before its last deploy, which deleted their function ${code(name)}. A rollback creates no functions, so these routes would fail.`,
  hint: () => 'Deploy the earlier source, which creates the function again.',
};

export const settingsCameLast: CatalogueEntry<{
  readonly stage: string;
  readonly settings: readonly string[];
}> = {
  code: 'FW6241',
  severity: 'error',
  title: 'The last deploy changed only settings',
  message: ({ stage, settings }) =>
    `The last deploy of the stage ${code(stage)} changed only settings (${settings.map(code).join(', ')}). A rollback does not restore settings, so it would undo the deploy before that one instead.`,
  hint: () =>
    'Revert the change in the configuration and deploy it. To undo the deploy before it and keep the settings, add `--past-settings`.',
};

export const unrecordedDeploys: CatalogueEntry<{ readonly stage: string }> = {
  code: 'FW6242',
  severity: 'warning',
  title: 'Earlier rollbacks are not on record',
  message: ({ stage }) =>
    `The function of the stage ${code(stage)} was created by a version of framework that kept no record of rollbacks: if there was one before the last deploy, the code below is not the previous code.`,
  hint: () => 'Compare the times. From this rollback on, the stage has a record.',
};

/** Returns the steps of one change. Deletions and permissions have their own steps. */
export function functionSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (isGone(change)) return [];
  const { action, desired, observed } = change;
  const { name, role } = desired;
  const dependsOn = role.kind === 'managed' ? roleStepIds(role.name) : [];
  const step = (verb: Step['label']['verb'], run: Step['run']): Step => {
    const label = { verb, object: `function ${name}` };
    return { id: functionId(name), label, dependsOn, run };
  };
  if (action === 'create') {
    return [{ ...step('create', () => createFunction(change, session)), isExclusive: true }];
  }
  if (action === 'replace') {
    const replace = async (): Promise<void> => {
      await session.cloud.lambda.deleteFunction(name);
      await createFunction(change, session);
    };
    return [step('create', replace)];
  }
  // If only permissions change, the function itself is not updated.
  if (isUpdate(change) && change.parts.some((part) => part !== 'permissions')) {
    const update = async (): Promise<void> => {
      const settings = settingsOf(desired, session);
      session.learned.functions.set(name, await updateFunction(change, settings, session));
    };
    return [{ ...step('update', update), dependsOn: [...dependsOn, SPREAD_ID] }];
  }
  // Lambda may still be processing a change from an interrupted deploy.
  const isWorking = observed?.progress.kind === 'working';
  return isWorking ? [step('await', () => ready(observed, session))] : [];
}

/** Returns the step that waits for a new function that API Gateway or an event source calls. */
export function awaitSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (change.action === 'update' || !isPermitted(change, session)) return [];
  const { name } = change.desired;
  return [
    {
      id: awaitId(name),
      label: { verb: 'await', object: `function ${name}` },
      dependsOn: [permissionId(name), invokerId(name)],
      run: () => settleFunction(change.desired, session),
    },
  ];
}

async function createFunction(change: ChangedFunction, session: Session): Promise<void> {
  const { cloud, learned, wait } = session;
  const { desired } = change;
  const { lambda } = cloud;
  const { name, architecture, tags } = desired;
  const { zip } = session.desired.package;
  const settings = settingsOf(desired, session);
  const description = ownDescription(session.desired);
  const creation = { ...settings, name, architecture, zip, description, tags };
  const made = await createNamed<CloudFunction>({
    kind: 'function',
    name,
    tags,
    owner: session.desired,
    create: async () => {
      const create = (): Promise<PublishedFunction> => lambda.createFunction(creation);
      const published = await whenRoleIsReady(create, desired, session);
      noteVersion(session, published);
      return published;
    },
    find: () => lambda.getFunction(name),
    wait,
  });
  learned.account ??= accountOf(made.arn);
  learned.functions.set(name, made);
  if (!isPermitted(change, session)) await settleFunction(desired, session);
}

function isPermitted(change: FunctionChange, session: Session): change is ChangedFunction {
  return isCalled(change, session) || isInvoked(change, session);
}

async function settleFunction(
  { name, reservedConcurrency }: DesiredFunction,
  session: Session,
): Promise<void> {
  const { cloud, learned } = session;
  const made = learned.functions.get(name);
  if (made) learned.functions.set(name, await ready(made, session));
  if (reservedConcurrency === undefined) return;
  await cloud.lambda.putConcurrency(name, reservedConcurrency);
}

function settingsOf(desired: DesiredFunction, session: Session): FunctionSettings {
  const { key, name, architecture, reservedConcurrency, tags, ...settings } = desired;
  const { queueUrls } = session.learned;
  return {
    ...settings,
    environment: withQueueUrls(desired.environment, session.desired, queueUrls),
    role: roleArnOf(desired, session),
  };
}

function roleArnOf({ role }: DesiredFunction, session: Session): string {
  if (role.kind === 'given') return role.arn;
  const known = session.learned.roles.get(role.name);
  if (known !== undefined) return known;
  const { id, partition } = accountIn(session);
  return `arn:${partition}:iam::${id}:role/${role.name}`;
}

async function updateFunction(
  change: FunctionUpdate,
  settings: FunctionSettings,
  session: Session,
): Promise<CloudFunction> {
  const { lambda } = session.cloud;
  const { desired, observed, parts } = change;
  const { name, architecture, reservedConcurrency } = desired;
  let current: CloudFunction = await untilReady(observed, session);
  if (parts.includes('configuration')) {
    const update: Update = ({ revisionId }) =>
      lambda.updateFunctionConfiguration({ ...settings, name, revisionId });
    current = await bound({ current, change, session }, update);
  }
  if (parts.includes('code')) {
    const { zip } = session.desired.package;
    const update: Update = async ({ revisionId }) => {
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

type Update = (current: CloudFunction) => Promise<CloudFunction>;

type Bound = {
  readonly current: CloudFunction;
  readonly change: FunctionUpdate;
  readonly session: Session;
};

/** Updates the current revision, and waits until Lambda has finished. */
async function bound({ current, change, session }: Bound, update: Update): Promise<CloudFunction> {
  const make: Update = (one) => {
    if (one.revisionId !== current.revisionId) session.learned.unsure.add(one.name);
    return whenRoleIsReady(() => update(one), change.desired, session);
  };
  return ready(await boundUpdate(current, session, make), session);
}

async function updateTags(
  { desired: { tags }, observed }: FunctionUpdate,
  session: Session,
): Promise<void> {
  const { lambda } = session.cloud;
  const gone = extraTags(observed.tags, tags);
  if (gone.length > 0) await lambda.untagFunction(observed.arn, gone);
  await lambda.tagFunction(observed.arn, tags);
}

/** In milliseconds. Creating a network interface in a VPC takes a minute or more. */
const READY_WITHIN = 600_000;

export async function untilReady(
  seen: CloudFunction,
  { cloud, wait }: Ports,
): Promise<CloudFunction> {
  if (seen.progress.kind !== 'working') return seen;
  const end = wait.for?.(`Lambda to complete the current change of the function ${seen.name}`);
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

/**
 * Updates only the revision that was read, so that a deploy from another machine is noticed. Repeats the update if only
 * permissions or tags have changed since. Lambda may still be processing the update afterwards.
 */
export async function boundUpdate(
  current: CloudFunction,
  ports: Ports,
  update: Update,
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
  // A change to permissions or tags also creates a new revision. The code and the settings are still the ones that were read.
  return update(await untilReady(seen, ports));
}

async function pollUntilReady(seen: CloudFunction, { cloud, wait }: Ports): Promise<CloudFunction> {
  const { name } = seen;
  let current: CloudFunction = seen;
  for (let waited = 0, pause = 100; current.progress.kind === 'working'; pause = longer(pause)) {
    if (waited >= READY_WITHIN) {
      throw new DeployProblem(diagnose(neverReady, { name, minutes: READY_WITHIN / 60_000 }));
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
