// Creates a role with its policy before the functions that use it, and changes existing roles. Permissions are removed from
// the policy after the functions have changed.
import type { Cloud } from '../../../cloud/cloud.js';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { accountOf } from '../../stage/arn.js';
import {
  createNamed,
  type Limits,
  notShown,
  READY_WITHIN,
  retry,
  retryWithin,
} from '../../stage/repeated-calls.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { Session } from '../../stage/session.js';
import type { Step } from '../../stage/run-steps.js';
import { type PolicyTransition, transitionOf } from './policy-changes.js';
import type { DesiredRole, FunctionRole, RoleChange } from './role-state.js';

/** The steps after which a role can be given to a function. */
export function roleStepIds(name: string): readonly string[] {
  return [roleId(name), policyId(name)];
}

/** The steps of one change. Deletions have separate steps. */
export function roleSteps(change: RoleChange, session: Session): readonly Step[] {
  if (change.action === 'create') return createSteps(change.role, session);
  if (change.action !== 'update') return [];
  const { role, parts } = change;
  const { iam } = session.cloud;
  const { name } = role;
  const { before } = policyOf(change, session);
  if (before === undefined && parts.every((part) => part === 'policy')) return [];
  return [
    {
      id: roleId(name),
      label: { verb: 'update', object: `role ${name}` },
      dependsOn: [],
      run: async () => {
        if (parts.includes('trust')) await iam.updateTrust(name, role.trust);
        if (before !== undefined) await iam.putRolePolicy(name, name, before);
        if (parts.includes('tags')) await iam.tagRole(name, role.tags);
      },
    },
  ];
}

/** The steps that remove unnecessary permissions. */
export function policyEndSteps(session: Session): readonly Step[] {
  return session.plan.roles.flatMap((change): readonly Step[] => {
    if (change.action !== 'update') return [];
    const { name } = change.role;
    const policy = policyOf(change, session).after;
    if (policy === undefined) return [];
    return [
      {
        id: `policy end ${name}`,
        label: { verb: 'update', object: `policy of role ${name}` },
        dependsOn: [],
        run: () => session.cloud.iam.putRolePolicy(name, name, policy),
      },
    ];
  });
}

/** Deletes a role with its policy, and detaches manually attached policies. */
export async function deleteRole({ iam }: Cloud, name: string): Promise<void> {
  await iam.deleteRolePolicy(name, name);
  try {
    await iam.deleteRole(name);
  } catch (error) {
    // IAM refuses to delete a role that has attached policies.
    const others = isCloudError(error, 'rejected') ? await iam.listRolePolicies(name) : [];
    if (others.length === 0) throw error;
    for (const policy of others) await iam.deleteRolePolicy(name, policy);
    await iam.deleteRole(name);
  }
}

/** Repeats a call that gives a function its role. */
export function whenRoleIsReady<Result>(
  call: () => Promise<Result>,
  { role }: { readonly role: FunctionRole },
  session: Session,
): Promise<Result> {
  return retryWithin(call, session.wait, () => limitsOf(role, session));
}

function roleId(name: string): string {
  return `role ${name}`;
}

function policyId(name: string): string {
  return `policy ${name}`;
}

type RoleUpdate = Extract<RoleChange, { readonly action: 'update' }>;

function policyOf({ parts, role, observed }: RoleUpdate, { plan }: Session): PolicyTransition {
  if (!parts.includes('policy')) return { before: undefined, after: undefined };
  const change = plan.policies.find((one) => one.role === role.name);
  return transitionOf(observed.policy, role.policy, change);
}

function createSteps(role: DesiredRole, session: Session): readonly Step[] {
  const { cloud, desired, learned, wait } = session;
  const { iam } = cloud;
  const { name, trust, tags } = role;
  return [
    {
      id: roleId(name),
      label: { verb: 'create', object: `role ${name}` },
      dependsOn: [],
      isExclusive: true,
      run: async () => {
        const made = await createNamed({
          kind: 'role',
          name,
          tags,
          owner: desired,
          create: () =>
            iam.createRole({
              name,
              trust,
              description: ownDescription(desired),
              tags,
            }),
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
      run: () => retry(() => iam.putRolePolicy(name, name, role.policy), wait, notShown(true)),
    },
  ];
}

// How long a function waits for its role. Lambda accepts a new role or policy only after several seconds. For an old or given
// role there is no wait, because it really lacks the permission that Lambda names.

/** Milliseconds. The role may be from a run that was interrupted. */
const YOUNG = 300_000;

/** Milliseconds. An earlier run may have changed the role's policy, for which IAM has no date. */
const OLD_READY_WITHIN = 15_000;

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
