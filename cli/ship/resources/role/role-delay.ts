// How long a function waits for its role. Lambda knows a new role or policy only after some seconds, so the same call works
// later. A given or old role really lacks the permission that Lambda names.
import { type Limits, READY_WITHIN, retryWithin } from '../../stage/retry.js';
import type { Session } from '../../stage/session.js';
import type { FunctionRole } from './role-state.js';

/** An earlier run may have made the role and been interrupted. */
const YOUNG = 300_000;
/** An earlier run may have changed its policy, which has no date. */
const OLD_READY_WITHIN = 15_000;

/** Makes a call that gives a function its role. */
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
