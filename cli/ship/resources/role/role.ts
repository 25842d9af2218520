// The resource type for roles. Each function has a role, and the role's inline policy defines what the code may do.
import {
  type Diagnostic,
  diagnose,
  code,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';
import { isListOf, isText, textOf } from '../../../../compiler/json-values.js';
import { INLINE_LIMIT, sizeOf } from '../../../../compiler/policy/document/statements.js';
import type { PolicyDocument } from '../../../../compiler/policy/sdk-use.js';
import { partitionOf } from '../../../cloud/regions.js';
import {
  anyRegionalRoleName,
  baseName,
  isRoleNameOfStage,
  regionalRoleName,
} from '../../../config/cloud-names.js';
import type { RolePolicy } from '../../policy/role-policies.js';
import { type DeployerScope, namesOfStage } from '../../stage/deployer-scope.js';
import { isOurs, ownTagOf, regionTagOf } from '../../stage/own-tag.js';
import { listType } from '../../stage/list-type.js';
import type {
  Deletion,
  ObservedResources,
  Recording,
  ResourceType,
} from '../../stage/resource-type.js';
import {
  deletedIn,
  byName,
  type DeployedState,
  type Desired,
  type DesiredInput,
  namesOf,
  type Observed,
  type Owner,
  type Plan,
  roleNameOf,
} from '../../stage/states.js';
import type { InvokerSource } from '../event-source/invokers.js';
import {
  planPolicies,
  renderPolicyChanges,
  type DesiredRole,
  type ObservedRole,
} from './policy-changes.js';
import {
  isEnough,
  isShared,
  readAllRoles,
  readNamedRoles,
  readRecordedRoles,
  roleTags,
  withFoundRoles,
  withRecordedRoles,
} from './read-roles.js';
import { roleExport } from './role-export.js';
import { deleteRole, movesOf, policyEndSteps, roleSteps, spreadSteps } from './role-steps.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudRole } from '../../../cloud/services/iam.js';
import { isSamePolicy } from '../../policy/policy-file.js';

export const policyTooLong: CatalogueEntry<{
  readonly role: string;
  readonly characters: number;
  readonly quota: number;
  /** The file that contains the policy; undefined for a generated policy. */
  readonly file: string | undefined;
}> = {
  code: 'FW6120',
  severity: 'error',
  title: 'The policy of a role is longer than IAM accepts',
  message: ({ role, characters, quota, file }) =>
    `The policy of the role ${code(role)}${file === undefined ? '' : `, ${code(file)},`} has ${characters} characters; IAM accepts at most ${quota}, not counting white space.`,
  hint: ({ file }) =>
    file === undefined
      ? 'Give every function its own role with `role_per_function`, or give individual functions their own roles with `"autogen_policy": true` in `lambda_functions`; or write a shorter policy by hand, with `*` in action names, and set `autogen_policy` to false.'
      : 'Combine statements that have the same resources, and use `*` for actions that begin with the same words.',
};

export const tooManyRoles: CatalogueEntry<{
  readonly created: number;
  readonly used: number;
  readonly quota: number;
}> = {
  code: 'FW6125',
  severity: 'error',
  title: 'The account cannot have as many roles as the functions need',
  message: ({ created, used, quota }) =>
    `The deploy would create ${created} role${created === 1 ? '' : 's'}. The account already has ${used} of at most ${quota} roles.`,
  hint: () =>
    'Delete unused roles, request a higher quota for `Roles per account` in the Service Quotas console, or set `role_per_function` to false: then the stage needs only one role.',
};

export const roleStays: CatalogueEntry<{ readonly role: string }> = {
  code: 'FW6250',
  severity: 'warning',
  title: 'A role is kept, because another region may use it',
  message: ({ role }) =>
    `The role ${code(role)} is kept: an earlier version of framework created it without recording its region, so functions in another region may use it.`,
  hint: ({ role }) =>
    `If no function in another region uses it, delete it: ${code(`aws iam delete-role-policy --role-name ${role} --policy-name ${role}`)}, then ${code(`aws iam delete-role --role-name ${role}`)}.`,
};

/** `callers` are the resource types that may call functions with their own role. */
export function roleType(callers: readonly InvokerSource[]): ResourceType {
  const list = listType({
    property: 'roles',
    noun: 'role',
    nameOf: ({ name }) => name,
    desired: (input) => desiredRoles(input, callers),
    tagsOf: (one) => ('trust' in one ? one.tags : one.role?.tags),
    isOwn: isToGo,
    check: checkPolicies,
    read: {
      none: { roles: [], rolesElsewhere: [], roleUse: undefined },
      isEnough,
      recorded: readRecordedRoles,
      named: readNamedRoles,
      all: (search) => readAllRoles(search, callers),
      nameRecorded: (desired, record) => withRecordedRoles(desired, record.roles),
      nameFound: withFoundRoles,
      isThere: ({ roles }) => roles.length > 0,
      arns: ({ roles }) => roles.flatMap((one) => one.role?.arn ?? []),
      problems: checkRoleUse,
    },
    compare: (one, existing) => ({ parts: existing ? partsOf(one, existing) : [] }),
    plan: { policies: ({ plan }) => planPolicies(plan.roles) },
    details: ({ parts }) => parts,
    isAlwaysListed: true,
    document: ({ name }, { parts }) => ({ name, parts }),
    show: {
      meaning: ({ policies }, look) => renderPolicyChanges(policies, look),
      meaningDocument: ({ policies }) => ({ policies }),
    },
    learned: {
      roles: (observed) =>
        new Map(observed.roles.flatMap((one) => (one.role ? [[one.name, one.role.arn]] : []))),
      firstRole: () => undefined,
    },
    steps: (session) => ({
      make: [
        ...session.plan.roles.flatMap((change) => roleSteps(change, session)),
        ...spreadSteps(session),
      ],
      end: policyEndSteps(session),
    }),
    deletions: {
      planned: (plan) =>
        deletedIn(plan.roles).map(({ name }) => deletionOf(name, runningWith(name, plan))),
      recorded: ({ roles }) => roles.map((name) => deletionOf(name)),
      found: (found, owner) =>
        ownRoles(found, owner)
          .filter((one) => !isShared(one.tags))
          .map(({ name }) => deletionOf(name)),
      kept: (found, owner) =>
        [...ownRoles(found, owner).filter((one) => isShared(one.tags)), ...unmarked(found)].map(
          ({ name }) => diagnose(roleStays, { role: name }),
        ),
    },
    wholeRecord: {
      isValid: ({ roles, hasRegions, hasShared, app, stage, region }) =>
        isListOf(roles, isText) &&
        roles.every((name) =>
          isRoleNameOfStage(name, baseName(textOf(app), textOf(stage)), textOf(region)),
        ) &&
        (hasRegions === undefined || hasRegions === true) &&
        (hasShared === undefined || hasShared === true),
      begin: (recording) => {
        const { desired, observed, previous } = recording;
        const roles = namesOf(desired.roles, observed.roles, previous?.roles);
        return { ...sharedField(recording), roles };
      },
      finish: (recording) => ({
        hasRegions: true,
        ...sharedField(recording),
        roles: namesOf(recording.desired.roles),
      }),
    },
    deployer: {
      statements: [
        {
          resource: 'role',
          sid: 'Roles',
          isWritten: ({ roles }) => roles.length > 0,
          arns: roleArns,
        },
        {
          resource: 'passed-role',
          sid: 'RolesOfFunctions',
          arns: (scope) => [
            ...(scope.roles.length > 0 ? roleArns(scope) : []),
            ...[...scope.givenRoles].sort(),
          ],
          condition: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } },
        },
        {
          resource: 'role-quota',
          sid: 'RoleQuota',
          arns: ({ api }) => (api?.role_per_function === true ? ['*'] : []),
        },
      ],
    },
    exported: roleExport,
  });
  const hasRolePerFunction = ({ config }: DesiredInput): boolean =>
    config.settings.role_per_function;
  return { ...list, desired: { ...list.desired, hasRolePerFunction } };
}

const TRUST: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'Lambda',
      Effect: 'Allow',
      Principal: { Service: 'lambda.amazonaws.com' },
      Action: ['sts:AssumeRole'],
    },
  ],
};

/** Returns one role for each policy, and the roles of services that call functions, sorted by name. */
function desiredRoles(
  input: DesiredInput,
  callers: readonly InvokerSource[],
): readonly DesiredRole[] {
  const { policies, ownTags, region } = input;
  const tags = roleTags(ownTags, region);
  const own = Object.entries(policies).map(([name, policy]): DesiredRole => {
    return { name, trust: TRUST, ...contentOf(policy), tags };
  });
  const other = { generated: undefined, policyFile: undefined, tags };
  const taken = Object.keys(policies);
  const calling = callers.flatMap(({ role }) => [role?.desired(input, taken) ?? []].flat());
  return [...own, ...calling.map((one) => ({ ...one, ...other }))].toSorted(byName);
}

function contentOf(policy: RolePolicy): Pick<DesiredRole, 'policy' | 'generated' | 'policyFile'> {
  if (policy.kind === 'file') {
    return { policy: policy.document, generated: undefined, policyFile: policy.path };
  }
  const { generated } = policy;
  return { policy: generated.document, generated, policyFile: undefined };
}

function checkPolicies({ roles }: Desired): readonly Diagnostic[] {
  return roles.flatMap(({ name, policy, policyFile }) => {
    const characters = sizeOf(policy);
    if (characters <= INLINE_LIMIT) return [];
    const data = { role: name, characters, quota: INLINE_LIMIT, file: policyFile };
    return [diagnose(policyTooLong, data)];
  });
}

/** Checks whether the new roles exceed the account's quota. Some existing roles are deleted only once no function uses them. */
function checkRoleUse(desired: Desired, { roles, roleUse }: Observed): readonly Diagnostic[] {
  const found = new Set(roles.map(({ name }) => name));
  const created = desired.roles.filter(({ name }) => !found.has(name)).length;
  if (!roleUse || roleUse.used + created <= roleUse.quota) return [];
  return [diagnose(tooManyRoles, { created, ...roleUse })];
}

/** Deletes a role after all functions that use it. `running` is how long calls may still run with the role. */
function deletionOf(name: string, running = 0): Deletion {
  return {
    kind: 'role',
    name,
    after: 'function',
    run: async ({ cloud, wait }) => {
      const end =
        running > 0 ? wait.for?.(`calls that started with the role ${name} to end`) : undefined;
      if (running > 0) await wait(running).finally(end);
      await deleteRole(cloud, name);
    },
  };
}

/**
 * Returns how many milliseconds calls may still run with a role: a call that began before its function got another role keeps
 * the credentials of the old one.
 */
function runningWith(name: string, plan: Plan): number {
  const moved = movesOf(plan).filter(({ observed }) => roleNameOf(observed.role) === name);
  return Math.max(0, ...moved.map(({ observed }) => observed.timeout * 1000));
}

function ownRoles({ roles }: ObservedResources, owner: Owner): readonly CloudRole[] {
  return roles.flatMap((one) => (one.role && isOurs(one.role, owner) ? [one.role] : []));
}

/** Returns the roles that have no region tag and are not used by a function in this region. */
function unmarked({ rolesElsewhere = [] }: ObservedResources): readonly ObservedRole[] {
  return rolesElsewhere.filter((one) => one.role && regionTagOf(one.role.tags) === undefined);
}

/** The tags of roles that were found through the record are not read, so the earlier value is kept. */
function sharedField({ observed, previous }: Recording): Pick<DeployedState, 'hasShared'> {
  const isFound = observed.roles.some((one) => one.role && isShared(one.role.tags));
  return isFound || previous?.hasShared ? { hasShared: true } : {};
}

// The account in these ARNs is `*`: a policy belongs to one account and grants nothing in others.
function roleArns(scope: DeployerScope): readonly string[] {
  return roleNames(scope).map((name) => `arn:${partitionOf(scope.region)}:iam::*:role/${name}`);
}

/** Returns names with and without this region, which is part of a name if another region already uses the plain name. */
function roleNames(scope: DeployerScope): readonly string[] {
  const { app, stage, roles, region } = scope;
  const prefix = `${app}-${stage}`;
  const regional = [prefix, ...roles].flatMap((name) =>
    region === '*' ? anyRegionalRoleName(name) : [regionalRoleName(name, region)],
  );
  // The wildcards in the stage's names match most regional names.
  const others = regional.filter((name) => !name.startsWith(`${prefix}-`));
  return [...new Set([...namesOfStage(roles, scope), ...others])];
}

/** A recorded role is ours even if its tags were not read. A role without a region tag is kept: other regions may use it. */
function isToGo({ role }: ObservedRole, owner: Owner & { readonly region?: string }): boolean {
  if (!role) return true;
  const { tags } = role;
  return isOurs(role, owner) && regionTagOf(tags) === owner.region && !isShared(tags);
}

/** Of a role that was found through the record, only the policy was read. */
function partsOf(wanted: DesiredRole, { role, policy }: ObservedRole): readonly string[] {
  return [
    ...(role && !isSamePolicy(role.trust, wanted.trust) ? ['trust'] : []),
    ...(isSamePolicy(policy, wanted.policy) ? [] : ['policy']),
    ...(role && hasOtherTags(role.tags, wanted.tags) ? ['tags'] : []),
  ];
}

function hasOtherTags(found: Tags, wanted: Tags): boolean {
  return [ownTagOf, regionTagOf].some((read) => read(found) !== read(wanted));
}
