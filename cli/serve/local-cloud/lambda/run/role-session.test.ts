// A function that calls the cloud itself: it can only reach this cloud, with the permissions of its role.
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import {
  createClients,
  createReadyFunction,
  createReadyRole,
  policyOf,
} from '../../clients.fixture.js';
import { startTestCloud } from '../../start-test-cloud.fixture.js';

// A bundle contains the SDK; here it is imported from where it is installed.
const SDK = import.meta.resolve('@aws-sdk/client-iam');

test('what a function may do is what the policy of its role allows', async () => {
  const cloud = await startTestCloud();
  const clients = createClients(cloud);
  const policy = policyOf({
    Effect: 'Allow',
    Action: 'iam:GetRole',
    Resource: 'arn:aws:iam::123456789012:role/reader',
  });
  const Role = await createReadyRole(clients, { name: 'reader', policy });
  await createReadyFunction(clients, {
    FunctionName: 'reads-roles',
    Role,
    MemorySize: 512,
    Timeout: 20,
    files: {
      'index.mjs': `
        import { GetRoleCommand, IAMClient, ListRolesCommand } from '${SDK}';
        const iam = new IAMClient({ maxAttempts: 1 });
        export const handler = async ({ role }) => {
          if (role === '*') return iam.send(new ListRolesCommand({}));
          const { Role } = await iam.send(new GetRoleCommand({ RoleName: role }));
          return Role.Arn;
        };`,
    },
  });
  const ask = async (role: string): Promise<unknown> => {
    const { Payload } = await clients.lambda.send(
      new InvokeCommand({ FunctionName: 'reads-roles', Payload: JSON.stringify({ role }) }),
    );
    return JSON.parse(Payload?.transformToString() ?? '');
  };
  expect(await ask('reader')).toBe('arn:aws:iam::123456789012:role/reader');
  const denied =
    'User: arn:aws:sts::123456789012:assumed-role/reader/reads-roles is not authorized';
  const missing = (action: string, resource: string): string =>
    `${denied} to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action. `;
  const next = (action: string, resource: string): string =>
    ` \`framework gen-policy\` prints what it finds in the code. If it does not find this call, add this statement to .framework/policy-base.json (with \`autogen_policy\` false, to the policy file of the stage) and deploy again: {"Effect":"Allow","Action":"${action}","Resource":"${resource}"}`;
  const ROLE = 'arn:aws:iam::123456789012:role/';
  const elsewhere = `The policy of the role reader allows iam:GetRole only on ${ROLE}reader.`;
  expect(await ask('other')).toMatchObject({
    errorMessage: `${missing('iam:GetRole', `${ROLE}other`)}${elsewhere}${next('iam:GetRole', `${ROLE}other`)}`,
  });
  const unknown = 'The policy of the role reader does not contain iam:ListRoles.';
  expect(await ask('*')).toMatchObject({
    errorMessage: `${missing('iam:ListRoles', ROLE)}${unknown}${next('iam:ListRoles', ROLE)}`,
  });
  await cloud.close();
});
