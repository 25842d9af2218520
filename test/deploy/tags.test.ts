// Specification 2.6: every deployed resource carries the tag `cloud-framework`.
import { GetRestApisCommand, GetStageCommand } from '@aws-sdk/client-api-gateway';
import { GetRoleCommand } from '@aws-sdk/client-iam';
import { GetFunctionCommand } from '@aws-sdk/client-lambda';
import { expect } from 'vitest';
import { version } from '../../cli/program/version.js';
import { createClients, refusalOf } from '../../cli/serve/local-cloud/clients.fixture.js';
import { framework, helloWorld, testCloud } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('tags', 3);

const VALUE = `version=${version}:stage=dev:app=helloworld`;

test('every deployed resource carries the tag', async () => {
  const cloud = await testCloud();
  await framework('deploy', { cwd: helloWorld(), cloud });
  const { iam, lambda, apiGateway } = createClients(cloud);
  const { Role } = await iam.send(new GetRoleCommand({ RoleName: 'helloworld-dev' }));
  expect(Role?.Tags).toContainEqual({ Key: 'cloud-framework', Value: VALUE });
  const { Tags } = await lambda.send(new GetFunctionCommand({ FunctionName: 'helloworld-dev' }));
  expect(Tags).toMatchObject({ 'cloud-framework': VALUE });
  const { items = [] } = await apiGateway.send(new GetRestApisCommand({}));
  expect(items.map(({ tags }) => tags)).toMatchObject([{ 'cloud-framework': VALUE }]);
});

test('the gateway stage has it from its API: a policy that asks for the tag reaches the stage', async () => {
  const cloud = await testCloud();
  const apiIds: string[] = [];
  for (const stage of ['dev', 'other']) {
    const { out } = await framework(`deploy --stage ${stage}`, { cwd: helloWorld(), cloud });
    apiIds.push(/restapis\/(\w+)\//.exec(out)?.[1] ?? '');
  }
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: 'apigateway:GET',
        Resource: 'arn:aws:apigateway:*::/restapis/*/stages/*',
        Condition: { StringEquals: { 'aws:ResourceTag/cloud-framework': VALUE } },
      },
    ],
  });
  const { apiGateway } = createClients(cloud);
  const [own, other] = apiIds.map((restApiId) =>
    apiGateway.send(new GetStageCommand({ restApiId, stageName: 'api' })),
  );
  expect(await own).toMatchObject({ stageName: 'api' });
  expect(await refusalOf(other ?? Promise.resolve())).toMatch(/^AccessDeniedException 403 /);
});
