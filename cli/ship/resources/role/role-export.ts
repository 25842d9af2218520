// Exports roles to Terraform and CloudFormation. The inline policy is part of the role in CloudFormation, but a separate
// resource in Terraform.
import { baseName, ownRoleNameOf } from '../../../config/cloud-names.js';
import {
  attributeOf,
  bothFormats,
  type Exported,
  type ExportedOutput,
  type ExportedResource,
  json,
  type Reference,
  tagsRow,
} from '../../stage/exported.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import type { DesiredRole, FunctionRole } from './policy-changes.js';

export const roleExport: ResourceExport = {
  resources: exportRoles,
  adopted: ({ roles }, observed) =>
    roles.flatMap(({ name }) => {
      const found = observed.roles.find((one) => one.name === name);
      if (!found?.role) return [];
      const policy = { resource: policyId(name), importId: `${name}:${name}` };
      return [
        { resource: roleId(name), importId: name },
        ...(found.policy === undefined ? [] : [policy]),
      ];
    }),
};

function roleId(name: string): string {
  return `role ${name}`;
}

function policyId(name: string): string {
  return `policy of role ${name}`;
}

/** Returns the ids that a function with the role depends on: without the role's policy, the function cannot write logs. */
export function exportedRoleIds(role: FunctionRole): readonly string[] {
  return role.kind === 'given' ? [] : [policyId(role.name)];
}

export function exportedRoleArn(role: FunctionRole): string | Reference {
  return role.kind === 'given' ? role.arn : attributeOf(roleId(role.name), 'arn');
}

function exportRoles(desired: Desired): Exported {
  const { roles, functions } = desired;
  const resources = roles.flatMap((role) => exportRole(role, desired));
  if (desired.hasRolePerFunction) {
    const outputs = functions.map(({ role, key, name }) => {
      return { ...roleOutput(role), key, meaning: `The role of the function ${name}` };
    });
    return { resources, outputs };
  }
  const shared = functions.find(
    ({ role }) => role.kind === 'managed' && keyOf(role.name, desired) === undefined,
  );
  const owner = shared ?? functions.find(({ role }) => role.kind === 'given') ?? functions[0];
  return { resources, outputs: owner ? [roleOutput(owner.role)] : [] };
}

function roleOutput(role: FunctionRole): ExportedOutput {
  const meaning = 'The role of the functions';
  return { name: 'role_arn', meaning, value: exportedRoleArn(role) };
}

function exportRole(role: DesiredRole, desired: Desired): readonly ExportedResource[] {
  const { name, trust, policy, generated, policyFile, tags, ...rest } = role;
  // Fails to compile if a role gets a new property that is not exported.
  rest satisfies Record<string, never>;
  const key = keyOf(name, desired);
  const description = ownDescription(desired);
  const named = { kind: 'Role', ...(key !== undefined && { key }) };
  return [
    {
      ...named,
      id: roleId(name),
      ...bothFormats(
        ['aws_iam_role', 'AWS::IAM::Role'],
        [
          [name, 'name', 'RoleName'],
          [description, 'description', 'Description'],
          [json(trust), 'assume_role_policy', 'AssumeRolePolicyDocument'],
          [[{ PolicyName: name, PolicyDocument: json(policy) }], undefined, 'Policies'],
          tagsRow(tags),
        ],
        { arn: ['arn', 'Arn'], name: ['name', 'Ref'] },
      ),
    },
    {
      ...named,
      id: policyId(name),
      terraform: {
        type: 'aws_iam_role_policy',
        properties: { name, role: attributeOf(roleId(name), 'name'), policy: json(policy) },
      },
    },
  ];
}

/** Returns the key of the role's function; undefined for the shared role. The name of the role may end with a region. */
function keyOf(name: string, { app, stage, functions }: Desired): string | undefined {
  const base = baseName(app, stage);
  const [plain = name] = name.split('@');
  const own = functions.find(({ key }) => ownRoleNameOf(base, key) === plain);
  if (own) return own.key;
  return plain.startsWith(`${base}-`) ? plain.slice(base.length + 1) : undefined;
}
