// Creates a role with its policy before the functions that use it, and changes existing roles. Permissions are removed from
// the policy after the functions have changed.
import type { Cloud } from '../../../cloud/cloud.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { isMapping } from '../../../../compiler/json-values.js';
import { FORMER_TAG } from '../../../config/limits.js';
import {
  createNamed,
  type Limits,
  notShown,
  READY_WITHIN,
  retry,
  retryWithin,
} from '../../stage/repeated-calls.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { Session, Step } from '../../stage/run-steps.js';
import {
  type Lists,
  type Plan,
  type UpdateOf,
  accountOf,
  isGone,
  isUpdate,
  roleNameOf,
  type WantedChange,
} from '../../stage/states.js';
import {
  joined,
  type PolicyTransition,
  transitionOf,
  type FunctionRole,
  type DesiredRole,
  type ObservedRole,
  type RoleChange,
} from './policy-changes.js';
import { keptRoleTags } from './read-roles.js';

/** Returns the ids of the steps after which a role can be assigned to a function. */
export function roleStepIds(name: string): readonly string[] {
  return [roleId(name), policyId(name)];
}

/** The id of the step after which a function may get another role; see {@link spreadSteps}. */
export const SPREAD_ID = 'await roles';

/** Returns the steps of one change. Deletions have separate steps. */
export function roleSteps(change: RoleChange, session: Session): readonly Step[] {
  if (change.action === 'create') return createSteps(change, session);
  if (change.action !== 'update') return [];
  const { desired, observed, parts } = change;
  const { iam } = session.cloud;
  const { name, trust } = desired;
  const { before } = transitionIn(change, session);
  if (before === undefined && parts.every((part) => part === 'policy')) return [];
  return [
    {
      id: roleId(name),
      label: { verb: 'update', object: `role ${name}` },
      run: async () => {
        if (parts.includes('trust')) await iam.updateTrust(name, trust);
        if (before !== undefined) await iam.putRolePolicy(name, name, before);
        const tags = keptRoleTags(desired.tags, observed?.role?.tags);
        if (parts.includes('tags')) await iam.tagRole(name, tags);
      },
    },
  ];
}

export function policyEndSteps(session: Session): readonly Step[] {
  return session.plan.roles.flatMap((change): readonly Step[] => {
    if (isGone(change) || change.action === 'unchanged') return [];
    const { name } = change.desired;
    const policy = transitionIn(change, session).after;
    if (policy === undefined) return [];
    return [
      {
        id: `policy end ${name}`,
        label: { verb: 'update', object: `policy of role ${name}` },
        run: () => session.cloud.iam.putRolePolicy(name, name, policy),
      },
    ];
  });
}

type FunctionUpdate = UpdateOf<Lists['functions']['desired'], Lists['functions']['observed']>;

export function movesOf({ functions }: Plan): readonly FunctionUpdate[] {
  return functions
    .filter(isUpdate)
    .filter(
      ({ desired: { role }, observed }) =>
        role.kind === 'managed' && roleNameOf(observed.role) !== role.name,
    );
}

function movesTo(name: string, plan: Plan): readonly FunctionUpdate[] {
  return movesOf(plan).filter(
    ({ desired: { role } }) => role.kind === 'managed' && role.name === name,
  );
}

/**
 * Returns a single wait for all functions that get another role, if that role is new or gains permissions. They lack its
 * permissions until IAM has propagated the policy, and no call reports when it has.
 */
export function spreadSteps(session: Session): readonly Step[] {
  const { plan } = session;
  if (!movesOf(plan).some((one) => isSpreading(one.desired.role, session))) return [];
  return [
    {
      id: SPREAD_ID,
      label: { verb: 'await', object: 'the new roles to take effect' },
      dependsOn: plan.roles.flatMap((one) => (isGone(one) ? [] : roleStepIds(one.desired.name))),
      run: () => session.wait(SPREAD_WITHIN),
    },
  ];
}

/** Deletes a role with its policy, and removes manually added policies from it. */
export async function deleteRole({ iam }: Cloud, name: string): Promise<void> {
  await iam.deleteRolePolicy(name, name);
  try {
    await iam.deleteRole(name);
  } catch (error) {
    // IAM does not delete a role that still has policies.
    const others = isCloudError(error, 'rejected') ? await iam.listRolePolicies(name) : [];
    if (others.length === 0) throw error;
    for (const policy of others) await iam.deleteRolePolicy(name, policy);
    await iam.deleteRole(name);
  }
}

/** Repeats a call that assigns a role to a function, until the role is ready. */
export function whenRoleIsReady<Result>(
  call: () => Promise<Result>,
  { role }: { readonly role: FunctionRole },
  session: Session,
): Promise<Result> {
  const repeated = (): Promise<Result> =>
    retryWithin(call, session.wait, () => limitsOf(role, session));
  const { desired, plan, learned } = session;
  const isCreated = roleChangeOf(role, plan)?.action === 'create';
  if (!desired.hasRolePerFunction || !isCreated) return repeated();
  // The roles are created at the same time. Only the first function waits for its role; after that, the roles of the others are
  // ready too.
  if (learned.firstRole) return learned.firstRole.then(repeated);
  const first = repeated();
  learned.firstRole = first.catch(() => undefined);
  return first;
}

function roleId(name: string): string {
  return `role ${name}`;
}

function policyId(name: string): string {
  return `policy ${name}`;
}

type WantedRole = WantedChange<DesiredRole, ObservedRole>;

/** Returns the change to the role of a function; undefined for a given role. */
export function roleChangeOf(role: FunctionRole, { roles }: Plan): WantedRole | undefined {
  if (role.kind === 'given') return undefined;
  return roles.filter((one) => !isGone(one)).find(({ desired }) => desired.name === role.name);
}

function transitionIn(change: WantedRole, session: Session): PolicyTransition {
  const { desired: role, observed } = change;
  const known = observed ? [observed.policy] : [];
  const former = formerPolicies(role.name, session);
  if (former.length > 0) {
    const before = [...known, ...former].reduce((all, one) => joined(all, one) ?? all, role.policy);
    return { before, after: role.policy };
  }
  if (!observed) return { before: role.policy, after: undefined };
  if (!change.parts.includes('policy')) return { before: undefined, after: undefined };
  const grants = session.plan.policies.find((one) => one.role === role.name);
  return transitionOf(observed.policy, role.policy, grants);
}

/**
 * Returns the policies of the former roles of functions that move to this role and get new code. They have the new role before
 * they have the new code, so until then the new role also allows everything that the former one allows.
 */
function formerPolicies(name: string, { plan, observed }: Session): readonly object[] {
  const former = movesTo(name, plan)
    .filter(({ parts }) => parts.includes('code'))
    .map((one) => roleNameOf(one.observed.role));
  return observed.roles.flatMap((one) =>
    former.includes(one.name) && isMapping(one.policy) ? [one.policy] : [],
  );
}

function createSteps(change: WantedRole, session: Session): readonly Step[] {
  const { desired: role } = change;
  const { cloud, desired, learned, plan, wait } = session;
  const { iam } = cloud;
  const { name, trust } = role;
  const hasFormer = !desired.hasRolePerFunction && movesTo(name, plan).length > 0;
  const tags = hasFormer ? { ...role.tags, [FORMER_TAG]: 'true' } : role.tags;
  const { before } = transitionIn(change, session);
  return [
    {
      id: roleId(name),
      label: { verb: 'create', object: `role ${name}` },
      isExclusive: true,
      run: async () => {
        const made = await createNamed({
          kind: 'role',
          name,
          tags,
          owner: desired,
          create: () => iam.createRole({ name, trust, description: ownDescription(desired), tags }),
          find: () => iam.getRole(name),
          wait,
        });
        learned.roles.set(name, made.arn);
        learned.account ??= accountOf(made.arn);
      },
    },
    {
      id: policyId(name),
      label: { verb: 'create', object: `policy of role ${name}` },
      dependsOn: [roleId(name)],
      run: () => retry(() => iam.putRolePolicy(name, name, before), wait, notShown(true)),
    },
  ];
}

// How long a function waits for its role. Lambda does not accept a new role or policy until several seconds after it is
// created. There is no wait for an old or given role: if Lambda reports a missing permission, it really is missing.

/** In milliseconds. A role younger than this may have been created by an interrupted run. */
const YOUNG = 300_000;

/** In milliseconds. Policies are eventually consistent: docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot.html */
const SPREAD_WITHIN = 15_000;

/** In milliseconds. An earlier run may have changed the role's policy, and IAM does not store when. */
const OLD_READY_WITHIN = 15_000;

async function limitsOf(role: FunctionRole, { cloud, plan }: Session): Promise<Limits> {
  const busy = READY_WITHIN;
  if (role.kind === 'given') return { busy };
  const action = roleChangeOf(role, plan)?.action;
  const isNew =
    action === 'create' ||
    action === 'update' ||
    isYoung((await cloud.iam.getRole(role.name))?.createdAt);
  return { busy, 'role-not-ready': isNew ? READY_WITHIN : OLD_READY_WITHIN };
}

/** True if this deploy or an interrupted one created the role, or if this deploy adds permissions to its policy. */
function isSpreading(role: FunctionRole, session: Session): boolean {
  const change = roleChangeOf(role, session.plan);
  if (!change) return false;
  if (change.action === 'create') return true;
  const hasMore = change.action === 'update' && transitionIn(change, session).before !== undefined;
  return hasMore || isYoung(change.observed?.role?.createdAt);
}

function isYoung(createdAt: number | undefined): boolean {
  return createdAt !== undefined && Date.now() - createdAt < YOUNG;
}
