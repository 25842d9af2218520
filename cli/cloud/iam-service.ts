// The calls to IAM, made with the AWS SDK.
import type * as iamClient from './iam-client.js';
import type { Role } from '@aws-sdk/client-iam';
import { unlessMissing } from './cloud-error.js';
import { type CloudRole, IAM_ACTIONS, type IamCalls } from './iam-calls.js';
import { readPages } from './pages.js';
import type { Port, SdkService } from './port.js';
import type { ServiceCaller } from './service-caller.js';
import { tagList, tagsOf } from './tag-list.js';

type Module = typeof iamClient;
type Client = InstanceType<Module['IAMClient']>;

declare module './cloud.js' {
  interface CloudCalls {
    readonly iam: IamCalls;
  }
}

const IAM: SdkService<Module, Client> = {
  id: 'IAM',
  prefix: 'iam',
  isXml: true,
  open: async (config) => {
    const sdk = await import('./iam-client.js');
    return { sdk, client: new sdk.IAMClient(config) };
  },
};

export const iamPort: Port<'iam'> = {
  name: 'iam',
  actions: IAM_ACTIONS,
  open: ({ caller }) => iamService(caller(IAM)),
};

function iamService(call: ServiceCaller<Module, Client>): IamCalls {
  return {
    getRole: (name) =>
      unlessMissing(
        call('GetRole', async ({ sdk, client }, options) => {
          const { Role } = await client.send(new sdk.GetRoleCommand({ RoleName: name }), options);
          return Role && readRole(Role);
        }),
      ),

    listRoles: async (namePrefix) => {
      const roles = await readPages((Marker: string | undefined) =>
        call('ListRoles', async ({ sdk, client }, options) => {
          const command = new sdk.ListRolesCommand({ Marker, MaxItems: 1000 });
          const page = await client.send(command, options);
          return {
            items: [...(page.Roles ?? [])],
            next: page.IsTruncated ? page.Marker : undefined,
          };
        }),
      );
      return roles
        .flatMap(({ RoleName = '' }) => (RoleName.startsWith(namePrefix) ? [RoleName] : []))
        .sort();
    },

    createRole: ({ name, trust, description, tags }) =>
      call(
        'CreateRole',
        async ({ sdk, client }, options) => {
          const command = new sdk.CreateRoleCommand({
            RoleName: name,
            AssumeRolePolicyDocument: JSON.stringify(trust),
            Description: description,
            Tags: tagList(tags),
          });
          const { Role } = await client.send(command, options);
          return { ...readRole(Role), name, trust, tags };
        },
        { repetition: 'once' },
      ),

    updateTrust: (name, trust) =>
      call('UpdateAssumeRolePolicy', async ({ sdk, client }, options) => {
        const PolicyDocument = JSON.stringify(trust);
        const input = { RoleName: name, PolicyDocument };
        await client.send(new sdk.UpdateAssumeRolePolicyCommand(input), options);
      }),

    tagRole: (name, tags) =>
      call('TagRole', async ({ sdk, client }, options) => {
        const input = { RoleName: name, Tags: tagList(tags) };
        await client.send(new sdk.TagRoleCommand(input), options);
      }),

    getRolePolicy: (role, policy) =>
      unlessMissing(
        call('GetRolePolicy', async ({ sdk, client }, options) => {
          const command = new sdk.GetRolePolicyCommand({ RoleName: role, PolicyName: policy });
          const { PolicyDocument } = await client.send(command, options);
          return readDocument(PolicyDocument);
        }),
      ),

    putRolePolicy: (role, policy, document) =>
      call('PutRolePolicy', async ({ sdk, client }, options) => {
        const PolicyDocument = JSON.stringify(document);
        const input = { RoleName: role, PolicyName: policy, PolicyDocument };
        await client.send(new sdk.PutRolePolicyCommand(input), options);
      }),

    listRolePolicies: (role) =>
      unlessMissing(
        readPages((Marker: string | undefined) =>
          call('ListRolePolicies', async ({ sdk, client }, options) => {
            const command = new sdk.ListRolePoliciesCommand({ RoleName: role, Marker });
            const page = await client.send(command, options);
            return {
              items: [...(page.PolicyNames ?? [])],
              next: page.IsTruncated ? page.Marker : undefined,
            };
          }),
        ),
        [],
      ),

    deleteRolePolicy: (role, policy) =>
      unlessMissing(
        call('DeleteRolePolicy', async ({ sdk, client }, options) => {
          const input = { RoleName: role, PolicyName: policy };
          await client.send(new sdk.DeleteRolePolicyCommand(input), options);
        }),
      ),

    deleteRole: (name) =>
      unlessMissing(
        call('DeleteRole', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteRoleCommand({ RoleName: name }), options);
        }),
      ),
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

/** Parses a policy document, which IAM sends as percent-encoded JSON. */
function readDocument(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const document: unknown = JSON.parse(text.startsWith('%') ? decodeURIComponent(text) : text);
  return document;
}
