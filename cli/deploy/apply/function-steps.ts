// Functions: made, changed or made again; each in one step that ends when Lambda is ready to run it.
import type { DesiredFunction } from '../desired/desired.js';
import { ownDescription } from '../desired/own-description.js';
import type {
  CloudFunction,
  FunctionSettings,
  PublishedFunction,
} from '../../cloud/lambda-calls.js';
import { accountOf } from '../observed/account-of.js';
import type { FunctionChange } from '../plan/plan.js';
import { createNamed } from './creation.js';
import { updateFunction } from './function-update.js';
import { ready } from './patience.js';
import { whenRoleIsReady } from './role-patience.js';
import { roleStepIds } from './role-steps.js';
import { accountIn, noteVersion, type Session } from './session.js';
import type { Step } from './step.js';

export function functionId(name: string): string {
  return `function ${name}`;
}

/** Of one change; deletions come later, permissions have a step of their own. */
export function functionSteps(change: FunctionChange, session: Session): readonly Step[] {
  if (change.action === 'delete') return [];
  const { name, role } = change.function;
  const step = {
    id: functionId(name),
    dependsOn: role.kind === 'managed' ? roleStepIds(role.name) : [],
  };
  const object = `function ${name}`;
  switch (change.action) {
    case 'create':
      return [
        {
          ...step,
          label: { verb: 'create', object },
          run: () => createFunction(change.function, session),
        },
      ];
    case 'replace':
      return [
        {
          ...step,
          label: { verb: 'create', object },
          run: async () => {
            await session.cloud.lambda.deleteFunction(name);
            await createFunction(change.function, session);
          },
        },
      ];
    case 'update': {
      // Permissions alone leave the function itself as it is.
      if (change.parts.every((part) => part === 'permissions')) break;
      return [
        {
          ...step,
          label: { verb: 'update', object },
          run: async () => {
            const settings = settingsOf(change.function, session);
            session.learned.functions.set(name, await updateFunction(change, settings, session));
          },
        },
      ];
    }
    case 'unchanged':
  }
  const { observed } = change;
  if (observed.progress.kind !== 'working') return [];
  // An interrupted deploy has changed it, and Lambda is still at it.
  const run = async (): Promise<void> => {
    await ready(observed, session);
  };
  return [{ ...step, label: { verb: 'await', object }, run }];
}

async function createFunction(desired: DesiredFunction, session: Session): Promise<void> {
  const { cloud, learned, wait } = session;
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
  learned.functions.set(name, await ready(made, session));
  const { reservedConcurrency } = desired;
  if (reservedConcurrency !== undefined) await lambda.putConcurrency(name, reservedConcurrency);
}

function settingsOf(desired: DesiredFunction, session: Session): FunctionSettings {
  const { runtime, handler, timeout, memorySize, environment, vpc } = desired;
  return {
    role: roleArnOf(desired, session),
    runtime,
    handler,
    timeout,
    memorySize,
    environment,
    vpc,
  };
}

function roleArnOf({ role }: DesiredFunction, session: Session): string {
  if (role.kind === 'given') return role.arn;
  const known = session.learned.roles.get(role.name);
  if (known !== undefined) return known;
  const { id, partition } = accountIn(session);
  return `arn:${partition}:iam::${id}:role/${role.name}`;
}
