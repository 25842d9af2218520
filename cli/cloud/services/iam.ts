// The IAM calls: for roles, and for their single inline policy, which has the same name as the role. Also the STS call that
// returns the identity of the caller.
import type { Role } from '@aws-sdk/client-iam';
import type { PolicyDocument } from '../../../compiler/policy/sdk-use.js';
import type { Tags } from '../cloud.js';
import { isCloudError, unlessMissing } from '../cloud-error.js';
import type * as sdk from '@aws-sdk/client-iam';
import type * as stsSdk from '@aws-sdk/client-sts';
import { call, type Calls, callOn, type Port, port, tagList, tagsOf } from '../service.js';

export type CloudRole = {
  readonly name: string;
  readonly arn: string;
  /** The trust policy: who may assume the role. */
  readonly trust: unknown;
  readonly tags: Tags;
  /** In milliseconds since 1970; undefined if IAM does not return it. */
  readonly createdAt?: number | undefined;
};

export type RoleUse = { readonly used: number; readonly quota: number };

export type RoleCreation = Pick<CloudRole, 'name' | 'tags'> & {
  readonly trust: PolicyDocument;
  readonly description: string;
};

export const iamPort: Port<'iam', ReturnType<typeof iamCalls>> = port({
  name: 'iam',
  id: 'IAM',
  prefix: 'iam',
  load: () => import('@aws-sdk/client-iam'),
  client: 'IAMClient',
  isXml: true,
  pageTokens: ['Marker', 'Marker'],
  actions: {
    getRole: callOn('role', 'read', 'iam:GetRole'),
    listRoles: callOn('anything', 'read', 'iam:ListRoles'),
    readRoleUse: callOn('role-quota', 'read', 'iam:GetAccountSummary'),
    createRole: callOn('role', 'write', 'iam:CreateRole', 'iam:TagRole'),
    updateTrust: callOn('role', 'write', 'iam:UpdateAssumeRolePolicy'),
    tagRole: callOn('role', 'write', 'iam:TagRole'),
    getRolePolicy: callOn('role', 'read', 'iam:GetRolePolicy'),
    putRolePolicy: callOn('role', 'write', 'iam:PutRolePolicy'),
    listRolePolicies: callOn('role', 'read', 'iam:ListRolePolicies'),
    deleteRolePolicy: callOn('role', 'remove', 'iam:DeleteRolePolicy'),
    deleteRole: callOn('role', 'remove', 'iam:DeleteRole'),
  },
  calls: iamCalls,
});

function iamCalls({ send, find, remove, pages }: Calls<typeof sdk>) {
  return {
    getRole: (RoleName: string): Promise<CloudRole | undefined> =>
      find('GetRole', { RoleName }, ({ Role }) => Role && readRole(Role)),

    listRoles: async (namePrefix: string): Promise<readonly string[]> => {
      const names = await pages('ListRoles', { MaxItems: 1000 }, ({ Roles }) =>
        Roles?.map(({ RoleName = '' }) => RoleName),
      );
      return names.filter((name) => name.startsWith(namePrefix)).sort();
    },

    /** Returns undefined if the caller has no permission to read these numbers, or if an emulator does not return them. */
    readRoleUse: async (): Promise<RoleUse | undefined> => {
      try {
        const { Roles: used, RolesQuota: quota } = await send(
          'GetAccountSummary',
          {},
          ({ SummaryMap }): Readonly<Record<string, number>> => SummaryMap ?? {},
        );
        return used === undefined || quota === undefined ? undefined : { used, quota };
      } catch (error) {
        if (isCloudError(error, 'denied', 'unsupported')) return undefined;
        throw error;
      }
    },

    /** Creates a role. Makes only one attempt, because the caller handles an uncertain outcome itself. */
    createRole: ({ name, trust, description, tags }: RoleCreation): Promise<CloudRole> =>
      send(
        'CreateRole',
        {
          RoleName: name,
          AssumeRolePolicyDocument: JSON.stringify(trust),
          Description: description,
          Tags: tagList(tags),
        },
        {
          read: ({ Role }): CloudRole => ({ ...readRole(Role), name, trust, tags }),
          repetition: 'once',
        },
      ),

    updateTrust: (RoleName: string, trust: PolicyDocument): Promise<void> =>
      send('UpdateAssumeRolePolicy', { RoleName, PolicyDocument: JSON.stringify(trust) }),

    tagRole: (RoleName: string, tags: Tags): Promise<void> =>
      send('TagRole', { RoleName, Tags: tagList(tags) }),

    /** Returns the parsed inline policy; undefined if the role or the policy does not exist. */
    getRolePolicy: (RoleName: string, PolicyName: string): Promise<unknown> =>
      find('GetRolePolicy', { RoleName, PolicyName }, (one) => readDocument(one.PolicyDocument)),

    putRolePolicy: (RoleName: string, PolicyName: string, document: unknown): Promise<void> =>
      send('PutRolePolicy', { RoleName, PolicyName, PolicyDocument: JSON.stringify(document) }),

    listRolePolicies: (RoleName: string): Promise<readonly string[]> =>
      unlessMissing(
        pages('ListRolePolicies', { RoleName }, (page) => page.PolicyNames),
        [],
      ),

    deleteRolePolicy: (RoleName: string, PolicyName: string): Promise<void> =>
      remove('DeleteRolePolicy', { RoleName, PolicyName }),

    deleteRole: (RoleName: string): Promise<void> => remove('DeleteRole', { RoleName }),
  };
}

function readRole(role: Role | undefined): CloudRole {
  return {
    name: role?.RoleName ?? '',
    arn: role?.Arn ?? '',
    trust: readDocument(role?.AssumeRolePolicyDocument),
    createdAt: role?.CreateDate?.getTime(),
    tags: tagsOf(role?.Tags),
  };
}

/** Parses a policy document, which IAM returns as percent-encoded JSON. */
function readDocument(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const document: unknown = JSON.parse(text.startsWith('%') ? decodeURIComponent(text) : text);
  return document;
}

export const stsPort: Port<'sts', ReturnType<typeof stsCalls>> = port({
  name: 'sts',
  id: 'STS',
  prefix: 'sts',
  load: () => import('@aws-sdk/client-sts'),
  client: 'STSClient',
  isXml: true,
  // Every caller has permission for this call: docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html
  actions: { getCallerArn: call('read') },
  calls: stsCalls,
});

function stsCalls({ send }: Calls<typeof stsSdk>) {
  return {
    getCallerArn: (): Promise<string> => send('GetCallerIdentity', {}, ({ Arn = '' }) => Arn),
  };
}
