// Creates, reads, updates and deletes roles.
import { checkPolicy } from '../policy/check-policy.js';
import { RefusedCall } from '../refused-call.js';
import { encodeDocument, type IamOperation, page, roleOf } from './operation.js';
import {
  deleteConflict,
  limitExceeded,
  noSuchRole,
  roleExists,
  validationError,
} from './refusals.js';
import { newRoleId, type Role } from './roles.js';
import type { XmlValue } from './xml.js';

const TRUST_LIMIT = 2048;

const createRole: IamOperation = {
  name: 'CreateRole',
  isWrite: true,
  parameters: {
    RoleName: 'required',
    AssumeRolePolicyDocument: 'required',
    Path: 'optional',
    Description: 'optional',
    MaxSessionDuration: 'optional',
    Tags: 'optional',
  },
  run: (call) => {
    const { roles, caller, parameters } = call;
    const name = parameters.text('RoleName');
    const path = parameters.optional('Path') ?? '/';
    const trust = readTrust(parameters.text('AssumeRolePolicyDocument'));
    const tags = new Map(parameters.tags());
    const arn = `arn:aws:iam::${roles.account}:role${path}${name}`;
    const denial =
      tags.size > 0 ? caller.denial({ action: 'iam:TagRole', resource: arn }) : undefined;
    if (denial !== undefined)
      throw new RefusedCall({ status: 403, code: 'AccessDenied', message: denial });
    // Names are unique regardless of case.
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
      description: parameters.optional('Description'),
      maxSessionDuration: sessionDuration(parameters.optional('MaxSessionDuration')),
      tags,
      policies: new Map(),
      attached: new Set(),
    };
    roles.byName.set(name, role);
    return { Role: describe(role, 'full') };
  },
};

const getRole: IamOperation = {
  name: 'GetRole',
  isWrite: false,
  parameters: { RoleName: 'required' },
  run: (call) => {
    const role = roleOf(call);
    if (!call.roles.isVisible(role)) throw noSuchRole(role.name);
    return { Role: describe(role, 'full') };
  },
};

const listRoles: IamOperation = {
  name: 'ListRoles',
  isWrite: false,
  parameters: { PathPrefix: 'optional', Marker: 'optional', MaxItems: 'optional' },
  run: (call) => {
    const prefix = call.parameters.optional('PathPrefix') ?? '/';
    const found = [...call.roles.byName.values()]
      .filter((role) => role.path.startsWith(prefix) && call.roles.isVisible(role))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'));
    const { items, next } = page(found, call);
    return { Roles: items.map((role) => describe(role, 'listed')), ...next };
  },
};

const updateTrust: IamOperation = {
  name: 'UpdateAssumeRolePolicy',
  isWrite: true,
  parameters: { RoleName: 'required', PolicyDocument: 'required' },
  run: (call) => {
    const role = roleOf(call);
    role.trust = readTrust(call.parameters.text('PolicyDocument'));
    return undefined;
  },
};

const tagRole: IamOperation = {
  name: 'TagRole',
  isWrite: true,
  parameters: { RoleName: 'required', Tags: 'required' },
  run: (call) => {
    const { tags } = roleOf(call);
    const merged = new Map([...tags, ...call.parameters.tags()]);
    if (merged.size > 50) throw limitExceeded('Cannot exceed quota for TagsPerRole: 50');
    for (const [key, value] of merged) tags.set(key, value);
    return undefined;
  },
};

const untagRole: IamOperation = {
  name: 'UntagRole',
  isWrite: true,
  parameters: { RoleName: 'required', TagKeys: 'required' },
  run: (call) => {
    const { tags } = roleOf(call);
    for (const key of call.parameters.list('TagKeys')) tags.delete(key);
    return undefined;
  },
};

/** Only the role entries of the summary. */
const getAccountSummary: IamOperation = {
  name: 'GetAccountSummary',
  isWrite: false,
  parameters: {},
  run: ({ roles }) => ({
    SummaryMap: new Map([
      ['Roles', roles.byName.size],
      ['RolesQuota', roles.quota],
    ]),
  }),
};

const deleteRole: IamOperation = {
  name: 'DeleteRole',
  isWrite: true,
  parameters: { RoleName: 'required' },
  run: (call) => {
    const role = roleOf(call);
    if (role.policies.size > 0) throw deleteConflict('delete policies');
    if (role.attached.size > 0) throw deleteConflict('detach all policies');
    call.roles.byName.delete(role.name);
    return undefined;
  },
};

export const ROLE_OPERATIONS: readonly IamOperation[] = [
  createRole,
  getRole,
  listRoles,
  updateTrust,
  tagRole,
  untagRole,
  deleteRole,
  getAccountSummary,
];

function readTrust(text: string): string {
  checkPolicy(text, 'trust');
  if (text.replaceAll(/\s/g, '').length > TRUST_LIMIT)
    throw limitExceeded(`Cannot exceed quota for ACLSizePerRole: ${TRUST_LIMIT}`);
  return text;
}

function sessionDuration(text: string | undefined): number {
  const seconds = Number(text ?? 3600);
  if (Number.isInteger(seconds) && seconds >= 3600 && seconds <= 43_200) return seconds;
  const rule = 'Member must have value greater than or equal to 3600';
  throw validationError(
    `1 validation error detected: Value '${text}' at 'maxSessionDuration' failed to satisfy constraint: ${rule}`,
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
    AssumeRolePolicyDocument: encodeDocument(role.trust),
    Description: role.description,
    MaxSessionDuration: role.maxSessionDuration,
    ...(extent === 'full' && { Tags: tags.length > 0 ? tags : undefined, RoleLastUsed: {} }),
  };
}
