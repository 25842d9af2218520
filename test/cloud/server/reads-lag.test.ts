// Reads that do not find yet what was just made, as those of the real services now and then.
import { GetRoleCommand } from '@aws-sdk/client-iam';
import { CreateFunctionCommand, GetFunctionCommand } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { createClients, createReadyRole, refusalOf, zipOf } from '../clients.js';
import { startTestCloud } from '../start-test-cloud.js';

test('a new role and a new function are found after the lag', async () => {
  const cloud = await startTestCloud({ readsLag: 100_000 });
  const clients = createClients(cloud);
  const getRole = (): Promise<string> =>
    refusalOf(clients.iam.send(new GetRoleCommand({ RoleName: 'role' })));
  const Role = await createReadyRole(clients);
  expect(await getRole()).toBe(
    'NoSuchEntityException 404 The role with name role cannot be found.',
  );
  await clients.lambda.send(
    new CreateFunctionCommand({
      FunctionName: 'late',
      Role,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Code: { ZipFile: zipOf({ 'index.mjs': '' }) },
    }),
  );
  const getFunction = (): Promise<string> =>
    refusalOf(clients.lambda.send(new GetFunctionCommand({ FunctionName: 'late' })));
  expect(await getFunction()).toBe(
    'ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:late',
  );
  const accepted = { timeout: 5000 };
  await expect.poll(getRole, accepted).toBe('accepted');
  await expect.poll(getFunction, accepted).toBe('accepted');
  await cloud.close();
});
