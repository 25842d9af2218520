// Functions in a VPC: the role has to let them.
import { PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import {
  createClients,
  createReadyFunction,
  createReadyRole,
  pause,
  policyOf,
  refusalOf,
} from '../clients.js';
import { startTestCloud } from '../start-test-cloud.js';

test('a function in a VPC needs a role that may make network interfaces', async () => {
  const cloud = await startTestCloud();
  const clients = createClients(cloud);
  const { lambda } = clients;
  const files = { 'index.mjs': '' };
  const vpcRole = await createReadyRole(clients, { name: 'vpc' });
  await createReadyFunction(clients, { FunctionName: 'vpc', Role: vpcRole, files });
  const attach = new UpdateFunctionConfigurationCommand({
    FunctionName: 'vpc',
    VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
  });
  expect(await refusalOf(lambda.send(attach))).toMatchInlineSnapshot(
    `"InvalidParameterValueException 400 The provided execution role does not have permissions to call CreateNetworkInterface on EC2"`,
  );
  const document = policyOf({
    Effect: 'Allow',
    Action: [
      'ec2:CreateNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DeleteNetworkInterface',
    ],
    Resource: '*',
  });
  await clients.iam.send(
    new PutRolePolicyCommand({ RoleName: 'vpc', PolicyName: 'vpc', PolicyDocument: document }),
  );
  // Policies take a while to count: 4 s at the scale of tests.
  expect(await refusalOf(lambda.send(attach))).toContain('does not have permissions');
  await pause(45);
  expect((await lambda.send(attach)).VpcConfig?.SubnetIds).toEqual(['subnet-1']);
  await cloud.close();
});
