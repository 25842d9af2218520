// IAM: roles and their policies, in the query protocol with XML responses.
import { unmet } from '../members.js';
import { checkPolicy } from '../policy/check-policy.js';
import { type Form, membersOf, queryService, type XmlValue } from '../query-service.js';
import { percentEncoded } from '../server/signature.js';
import { RefusedCall, type RoleBook, type Service } from '../service.js';
import {
  checkParameters,
  createRoles,
  deleteConflict,
  type IamOperations,
  type IamPorts,
  limitExceeded,
  newRoleId,
  noSuchEntity,
  noSuchPolicy,
  noSuchRole,
  page,
  readTags,
  type Role,
  roleExists,
  roleOf,
  type Roles,
  validationError,
} from './operation.js';

const TRUST_LIMIT = 2048;

const ROLE_OPERATIONS: IamOperations = {
  CreateRole: {
    takes: `RoleName! AssumeRolePolicyDocument! Path Description
      MaxSessionDuration Tags`,
    run: (form, roles) => {
      const { caller } = roles;
      const name = form.get('RoleName') ?? '';
      const path = form.get('Path') ?? '/';
      const trust = readTrust(form.get('AssumeRolePolicyDocument') ?? '');
      const tags = readTags(form);
      const arn = `arn:aws:iam::${roles.account}:role${path}${name}`;
      const denial =
        tags.size > 0 ? caller.denial({ action: 'iam:TagRole', resource: arn }) : undefined;
      if (denial !== undefined)
        throw new RefusedCall({ status: 403, code: 'AccessDenied', message: denial });
      // Role names are unique regardless of case.
      const isTaken = [...roles.byName.keys()].some(
        (taken) => taken.toLowerCase() === name.toLowerCase(),
      );
      if (isTaken) throw roleExists(name);
      if (roles.byName.size >= roles.quota)
        throw limitExceeded(`Cannot exceed quota for RolesPerAccount: ${roles.quota}`);
      const role: Role = {
        name,
        path,
        id: newRoleId(),
        arn,
        createdAt: roles.clock.now(),
        trust,
        description: form.get('Description') ?? undefined,
        maxSessionDuration: sessionDuration(form.get('MaxSessionDuration')),
        tags,
        policies: new Map(),
        attached: new Set(),
      };
      roles.byName.set(name, role);
      return { Role: describe(role, 'full') };
    },
  },
  GetRole: {
    takes: 'RoleName!',
    run: (form, roles) => {
      const role = roleOf(form, roles);
      if (!roles.isVisible(role)) throw noSuchRole(role.name);
      return { Role: describe(role, 'full') };
    },
  },
  ListRoles: {
    takes: 'PathPrefix Marker MaxItems',
    run: (form, roles) => {
      const prefix = form.get('PathPrefix') ?? '/';
      const found = [...roles.byName.values()]
        .filter((role) => role.path.startsWith(prefix) && roles.isVisible(role))
        .sort((one, other) => one.name.localeCompare(other.name, 'en'));
      const { items, next } = page(found, form);
      return { Roles: items.map((role) => describe(role, 'listed')), ...next };
    },
  },
  UpdateAssumeRolePolicy: {
    takes: 'RoleName! PolicyDocument!',
    run: (form, roles) => {
      const role = roleOf(form, roles);
      role.trust = readTrust(form.get('PolicyDocument') ?? '');
    },
  },
  TagRole: {
    takes: 'RoleName! Tags!',
    run: (form, roles) => {
      const { tags } = roleOf(form, roles);
      const merged = new Map([...tags, ...readTags(form)]);
      if (merged.size > 50) throw limitExceeded('Cannot exceed quota for TagsPerRole: 50');
      for (const [key, value] of merged) tags.set(key, value);
    },
  },
  UntagRole: {
    takes: 'RoleName! TagKeys!',
    run: (form, roles) => {
      const { tags } = roleOf(form, roles);
      for (const key of membersOf(form, 'TagKeys')) tags.delete(key);
    },
  },
  DeleteRole: {
    takes: 'RoleName!',
    run: (form, roles) => {
      const role = roleOf(form, roles);
      if (role.policies.size > 0) throw deleteConflict('delete policies');
      if (role.attached.size > 0) throw deleteConflict('detach all policies');
      roles.byName.delete(role.name);
    },
  },
  /** Returns only the entries about roles. */
  GetAccountSummary: {
    takes: '',
    run: (_, roles) => ({
      SummaryMap: new Map([
        ['Roles', roles.byName.size],
        ['RolesQuota', roles.quota],
      ]),
    }),
  },
};

function readTrust(text: string): string {
  checkPolicy(text, 'trust');
  if (text.replaceAll(/\s/g, '').length > TRUST_LIMIT)
    throw limitExceeded(`Cannot exceed quota for ACLSizePerRole: ${TRUST_LIMIT}`);
  return text;
}

function sessionDuration(text: string | null): number {
  const seconds = Number(text ?? 3600);
  if (Number.isInteger(seconds) && seconds >= 3600 && seconds <= 43_200) return seconds;
  throw validationError(
    unmet('maxSessionDuration', 'have value greater than or equal to 3600', text),
  );
}

/** Lists of roles omit the tags. */
function describe(role: Role, extent: 'full' | 'listed'): XmlValue {
  const tags = [...role.tags].map(([Key, Value]) => ({ Key, Value }));
  return {
    Path: role.path,
    RoleName: role.name,
    RoleId: role.id,
    Arn: role.arn,
    CreateDate: `${new Date(role.createdAt).toISOString().slice(0, 19)}Z`,
    AssumeRolePolicyDocument: percentEncoded(role.trust),
    Description: role.description,
    MaxSessionDuration: role.maxSessionDuration,
    ...(extent === 'full' && { Tags: tags.length > 0 ? tags : undefined, RoleLastUsed: {} }),
  };
}

/** The maximum number of characters in all inline policies of a role together, not counting whitespace. */
const POLICIES_LIMIT = 10_240;

const ROLE_POLICY_OPERATIONS: IamOperations = {
  GetRolePolicy: {
    takes: 'RoleName! PolicyName!',
    run: (form, roles) => {
      const role = roleOf(form, roles);
      const name = form.get('PolicyName') ?? '';
      const policy = role.policies.get(name);
      if (!policy) throw noSuchPolicy(name);
      return {
        RoleName: role.name,
        PolicyName: name,
        PolicyDocument: percentEncoded(policy.text),
      };
    },
  },
  PutRolePolicy: {
    takes: 'RoleName! PolicyName! PolicyDocument!',
    run: (form, roles) => {
      const role = roleOf(form, roles);
      const name = form.get('PolicyName') ?? '';
      const text = form.get('PolicyDocument') ?? '';
      checkPolicy(text, 'identity');
      if (sizeWith(role, name, text) > POLICIES_LIMIT)
        throw limitExceeded(
          `Maximum policy size of ${POLICIES_LIMIT} bytes exceeded for role ${role.name}`,
        );
      const before = role.policies.get(name)?.text;
      role.policies.set(name, { text, since: roles.clock.now(), before });
    },
  },
  ListRolePolicies: {
    takes: 'RoleName! Marker MaxItems',
    run: (form, roles) => {
      const { items, next } = page([...roleOf(form, roles).policies.keys()].sort(), form);
      return { PolicyNames: items, ...next };
    },
  },
  DeleteRolePolicy: {
    takes: 'RoleName! PolicyName!',
    run: (form, roles) => {
      const name = form.get('PolicyName') ?? '';
      if (!roleOf(form, roles).policies.delete(name)) throw noSuchPolicy(name);
    },
  },
  AttachRolePolicy: {
    takes: 'RoleName! PolicyArn!',
    run: (form, roles) => {
      const arn = form.get('PolicyArn') ?? '';
      if (!/^arn:aws:iam::(?:aws|\d{12}):policy\/[\w+=,.@/-]+$/.test(arn))
        throw validationError(`ARN ${arn} is not valid.`);
      roleOf(form, roles).attached.add(arn);
    },
  },
  DetachRolePolicy: {
    takes: 'RoleName! PolicyArn!',
    run: (form, roles) => {
      const arn = form.get('PolicyArn') ?? '';
      if (!roleOf(form, roles).attached.delete(arn))
        throw noSuchEntity(`Policy ${arn} was not found.`);
    },
  },
  ListAttachedRolePolicies: {
    takes: 'RoleName! PathPrefix Marker MaxItems',
    run: (form, roles) => {
      const { items, next } = page([...roleOf(form, roles).attached].sort(), form);
      return {
        AttachedPolicies: items.map((arn) => ({
          PolicyName: arn.split('/').at(-1),
          PolicyArn: arn,
        })),
        ...next,
      };
    },
  },
  /**
   * Terraform calls this operation before it deletes a role. This cloud has no instances, so no role has an instance profile.
   */
  ListInstanceProfilesForRole: {
    takes: 'RoleName! Marker MaxItems',
    run: (form, roles) => {
      roleOf(form, roles);
      return { InstanceProfiles: [], IsTruncated: false };
    },
  },
};

function sizeWith(role: Role, name: string, text: string): number {
  const others = [...role.policies].filter(([other]) => other !== name);
  return [...others.map(([, policy]) => policy.text), text]
    .map((document) => document.replaceAll(/\s/g, '').length)
    .reduce((sum, size) => sum + size, 0);
}

export type Iam = { readonly service: Service; readonly roles: RoleBook };

export function createIam(ports: IamPorts): Iam {
  const roles = createRoles(ports);
  const resource = (form: Form, { account, byName }: Roles): string => {
    const name = form.get('RoleName') ?? '';
    return byName.get(name)?.arn ?? `arn:aws:iam::${account}:role/${name}`;
  };
  const operations = Object.entries({ ...ROLE_OPERATIONS, ...ROLE_POLICY_OPERATIONS });
  const service = queryService({
    name: 'iam',
    version: '2010-05-08',
    store: roles,
    operations: Object.fromEntries(operations.map(([name, one]) => [name, { ...one, resource }])),
    inventory: () => [...roles.byName.keys()].map((name) => `role ${name}`),
    check: checkParameters,
  });
  return { service, roles: roles.book };
}
