// How long a function waits for its role. Lambda accepts a new role or policy only after some seconds. An old or given role
// is not waited for, because it really lacks the permission that Lambda names.
import { type Limits, READY_WITHIN, retryWithin } from '../../stage/retry.js';
import type { Session } from '../../stage/session.js';
import type { FunctionRole } from './role-state.js';

/** Milliseconds. The role may be from a run that was interrupted. */
const YOUNG = 300_000;
/** Milliseconds. An earlier run may have changed the role's policy, for which IAM has no date. */
const OLD_READY_WITHIN = 15_000;

/** Repeats a call that gives a function its role. */
export function whenRoleIsReady<Result>(
  call: () => Promise<Result>,
  { role }: { readonly role: FunctionRole },
  session: Session,
): Promise<Result> {
  return retryWithin(call, session.wait, () => limitsOf(role, session));
}

async function limitsOf(role: FunctionRole, session: Session): Promise<Limits> {
  const busy = READY_WITHIN;
  if (role.kind === 'given') return { busy };
  const isNew = await isJustMade(role.name, session);
  return { busy, 'role-not-ready': isNew ? READY_WITHIN : OLD_READY_WITHIN };
}

async function isJustMade(name: string, { cloud, plan }: Session): Promise<boolean> {
  const change = plan.roles.find((one) => one.action !== 'delete' && one.role.name === name);
  if (change?.action === 'create' || change?.action === 'update') return true;
  const createdAt = (await cloud.iam.getRole(name))?.createdAt;
  return createdAt !== undefined && Date.now() - createdAt < YOUNG;
}
