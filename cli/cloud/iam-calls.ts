// The calls to IAM: roles, and their one inline policy, which has the name of the role.
import type { PolicyDocument } from '../../compiler/policy/generated-policy.js';
import type { Tags } from './cloud.js';
import { type ActionsOf, callOn } from './call-needs.js';

export type CloudRole = {
  readonly name: string;
  readonly arn: string;
  /** The trust policy: who may assume the role. */
  readonly trust: unknown;
  readonly tags: Tags;
  /** Milliseconds since 1970; undefined when IAM does not say. */
  readonly createdAt?: number | undefined;
};

export type IamCalls = {
  readonly getRole: (name: string) => Promise<CloudRole | undefined>;
  /** Names of the roles whose name begins so; every page is read. */
  readonly listRoles: (namePrefix: string) => Promise<readonly string[]>;
  /** Makes one attempt, because the caller handles an uncertain outcome itself. */
  readonly createRole: (role: {
    readonly name: string;
    readonly trust: PolicyDocument;
    readonly description: string;
    readonly tags: Tags;
  }) => Promise<CloudRole>;
  readonly updateTrust: (name: string, trust: PolicyDocument) => Promise<void>;
  readonly tagRole: (name: string, tags: Tags) => Promise<void>;
  /** The inline policy, decoded; undefined when the role or the policy does not exist. */
  readonly getRolePolicy: (role: string, policy: string) => Promise<unknown>;
  readonly putRolePolicy: (role: string, policy: string, document: unknown) => Promise<void>;
  /** The names of the inline policies. */
  readonly listRolePolicies: (role: string) => Promise<readonly string[]>;
  /** Deletes the policy. As with every delete here, one that is gone already is no error. */
  readonly deleteRolePolicy: (role: string, policy: string) => Promise<void>;
  readonly deleteRole: (name: string) => Promise<void>;
};

export const IAM_ACTIONS: ActionsOf<IamCalls> = {
  getRole: callOn('role', 'read', 'iam:GetRole'),
  listRoles: callOn('anything', 'read', 'iam:ListRoles'),
  createRole: callOn('role', 'write', 'iam:CreateRole', 'iam:TagRole'),
  updateTrust: callOn('role', 'write', 'iam:UpdateAssumeRolePolicy'),
  tagRole: callOn('role', 'write', 'iam:TagRole'),
  getRolePolicy: callOn('role', 'read', 'iam:GetRolePolicy'),
  putRolePolicy: callOn('role', 'write', 'iam:PutRolePolicy'),
  listRolePolicies: callOn('role', 'read', 'iam:ListRolePolicies'),
  deleteRolePolicy: callOn('role', 'remove', 'iam:DeleteRolePolicy'),
  deleteRole: callOn('role', 'remove', 'iam:DeleteRole'),
};
