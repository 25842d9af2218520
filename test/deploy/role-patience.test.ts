// A deploy does not wait for a configured role that cannot be used.
import { CreateRoleCommand, PutRolePolicyCommand } from '@aws-sdk/client-iam';
import { expect, test } from 'vitest';
import { createClients, LOGS_POLICY, TRUST } from '../../cli/serve/local-cloud/clients.fixture.js';
import { framework, helloWorld, testCloud } from './deployments.js';

const VPC = { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'] };

test('a role of `iam_role_arn` that lacks network rights is told at once', async () => {
  const cloud = await testCloud();
  const { iam } = createClients(cloud);
  const name = { RoleName: 'mine' };
  const made = await iam.send(new CreateRoleCommand({ ...name, AssumeRolePolicyDocument: TRUST }));
  const policy = { PolicyName: 'logs', PolicyDocument: LOGS_POLICY };
  await iam.send(new PutRolePolicyCommand({ ...name, ...policy }));
  const iam_role_arn = made.Role?.Arn;
  const config = { version: '2.0', manage_iam_role: false, iam_role_arn, ...VPC };
  const cwd = helloWorld({ '.framework/config.json': JSON.stringify(config) });
  // Lambda has known the role for a long time.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { exitCode, err, calls } = await framework('deploy', { cwd, cloud });
  expect(exitCode, err).toBe(3);
  expect(err).toContain('FW6310');
  expect(calls.filter((name) => name === 'lambda:CreateFunction')).toHaveLength(1);
});
