// The inline policies of roles, and the managed policies attached to them.
import { checkPolicy } from '../policy/check-policy.js';
import { encodeDocument, type IamOperation, page, roleOf } from './operation.js';
import { limitExceeded, noSuchEntity, noSuchPolicy, validationError } from './refusals.js';
import type { Role } from './roles.js';

/** Characters of all inline policies of a role together, without whitespace. */
const POLICIES_LIMIT = 10_240;

const getRolePolicy: IamOperation = {
  name: 'GetRolePolicy',
  isWrite: false,
  parameters: { RoleName: 'required', PolicyName: 'required' },
  run: (call) => {
    const role = roleOf(call);
    const name = call.parameters.text('PolicyName');
    const policy = role.policies.get(name);
    if (!policy) throw noSuchPolicy(name);
    return {
      RoleName: role.name,
      PolicyName: name,
      PolicyDocument: encodeDocument(policy.text),
    };
  },
};

const putRolePolicy: IamOperation = {
  name: 'PutRolePolicy',
  isWrite: true,
  parameters: { RoleName: 'required', PolicyName: 'required', PolicyDocument: 'required' },
  run: (call) => {
    const role = roleOf(call);
    const name = call.parameters.text('PolicyName');
    const text = call.parameters.text('PolicyDocument');
    checkPolicy(text, 'identity');
    if (sizeWith(role, name, text) > POLICIES_LIMIT)
      throw limitExceeded(
        `Maximum policy size of ${POLICIES_LIMIT} bytes exceeded for role ${role.name}`,
      );
    const before = role.policies.get(name)?.text;
    role.policies.set(name, { text, since: call.roles.clock.now(), before });
    return undefined;
  },
};

const listRolePolicies: IamOperation = {
  name: 'ListRolePolicies',
  isWrite: false,
  parameters: { RoleName: 'required', Marker: 'optional', MaxItems: 'optional' },
  run: (call) => {
    const { items, next } = page([...roleOf(call).policies.keys()].sort(), call);
    return { PolicyNames: items, ...next };
  },
};

const deleteRolePolicy: IamOperation = {
  name: 'DeleteRolePolicy',
  isWrite: true,
  parameters: { RoleName: 'required', PolicyName: 'required' },
  run: (call) => {
    const name = call.parameters.text('PolicyName');
    if (!roleOf(call).policies.delete(name)) throw noSuchPolicy(name);
    return undefined;
  },
};

const attachRolePolicy: IamOperation = {
  name: 'AttachRolePolicy',
  isWrite: true,
  parameters: { RoleName: 'required', PolicyArn: 'required' },
  run: (call) => {
    const arn = call.parameters.text('PolicyArn');
    if (!/^arn:aws:iam::(?:aws|\d{12}):policy\/[\w+=,.@/-]+$/.test(arn))
      throw validationError(`ARN ${arn} is not valid.`);
    roleOf(call).attached.add(arn);
    return undefined;
  },
};

const detachRolePolicy: IamOperation = {
  name: 'DetachRolePolicy',
  isWrite: true,
  parameters: { RoleName: 'required', PolicyArn: 'required' },
  run: (call) => {
    const arn = call.parameters.text('PolicyArn');
    if (!roleOf(call).attached.delete(arn)) throw noSuchEntity(`Policy ${arn} was not found.`);
    return undefined;
  },
};

const listAttachedRolePolicies: IamOperation = {
  name: 'ListAttachedRolePolicies',
  isWrite: false,
  parameters: {
    RoleName: 'required',
    PathPrefix: 'optional',
    Marker: 'optional',
    MaxItems: 'optional',
  },
  run: (call) => {
    const { items, next } = page([...roleOf(call).attached].sort(), call);
    return {
      AttachedPolicies: items.map((arn) => ({
        PolicyName: arn.split('/').at(-1),
        PolicyArn: arn,
      })),
      ...next,
    };
  },
};

/** Terraform calls this before it deletes a role. There are no instances here, so no role has a profile. */
const listInstanceProfilesForRole: IamOperation = {
  name: 'ListInstanceProfilesForRole',
  isWrite: false,
  parameters: { RoleName: 'required', Marker: 'optional', MaxItems: 'optional' },
  run: (call) => {
    roleOf(call);
    return { InstanceProfiles: [], IsTruncated: false };
  },
};

export const ROLE_POLICY_OPERATIONS: readonly IamOperation[] = [
  getRolePolicy,
  putRolePolicy,
  listRolePolicies,
  deleteRolePolicy,
  attachRolePolicy,
  detachRolePolicy,
  listAttachedRolePolicies,
  listInstanceProfilesForRole,
];

function sizeWith(role: Role, name: string, text: string): number {
  const others = [...role.policies].filter(([other]) => other !== name);
  return [...others.map(([, policy]) => policy.text), text]
    .map((document) => document.replaceAll(/\s/g, '').length)
    .reduce((sum, size) => sum + size, 0);
}
