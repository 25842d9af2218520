// API Gateway in the test cloud: the SDK finds it by its signing name, and a deployed API has the same address.
import { CreateRestApiCommand, GetRestApisCommand } from '@aws-sdk/client-api-gateway';
import { AddPermissionCommand } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { createClients, createReadyFunction, createReadyRole } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import { documentOf, preflight, proxied } from './document.fixture.js';
import { deployDocument } from './imported-api.fixture.js';

test('an API is managed and served by the test cloud', async () => {
  const cloud = await startTestCloud();
  const { apiGateway } = createClients(cloud);
  const apiId = await deployDocument(
    { client: apiGateway },
    documentOf({ '/': { options: preflight() } }),
  );
  const url = `${cloud.url}/restapis/${apiId}/api/_user_request_/`;
  const answer = await fetch(url, { method: 'OPTIONS' });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(cloud.calls().map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    'CreateRestApi 201',
    'PutRestApi 200',
    'CreateDeployment 201',
  ]);
  expect(cloud.inventory()).toEqual(['api app-dev']);
  await cloud.close();
});

test('a function answers once its policy lets the API invoke it', async () => {
  const cloud = await startTestCloud();
  const clients = createClients(cloud);
  const Role = await createReadyRole(clients);
  const source = 'export const handler = async ({ path }) => ({ statusCode: 200, body: path });';
  await createReadyFunction(clients, {
    FunctionName: 'app-dev',
    Role,
    files: { 'index.mjs': source },
  });
  const apiId = await deployDocument(
    { client: clients.apiGateway },
    documentOf({ '/{id}': { get: proxied() } }),
  );
  const ask = async () => {
    const answer = await fetch(`${cloud.url}/restapis/${apiId}/api/_user_request_/5`);
    return `${answer.status} ${await answer.text()}`;
  };
  expect(await ask()).toBe('500 {"message": "Internal server error"}');
  await clients.lambda.send(
    new AddPermissionCommand({
      FunctionName: 'app-dev',
      StatementId: 'api',
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      SourceArn: `arn:aws:execute-api:us-east-1:123456789012:${apiId}/*`,
    }),
  );
  expect(await ask()).toBe('200 /5');
  await cloud.close();
});

test('the caller needs the permission of the path', async () => {
  const cloud = await startTestCloud();
  const { apiGateway } = createClients(cloud);
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: 'apigateway:GET',
        Resource: 'arn:aws:apigateway:us-east-1::/restapis',
      },
    ],
  });
  const { items } = await apiGateway.send(new GetRestApisCommand({}));
  expect(items).toEqual([]);
  await expect(apiGateway.send(new CreateRestApiCommand({ name: 'a' }))).rejects.toThrow(
    'is not authorized to perform: apigateway:POST on resource: arn:aws:apigateway:us-east-1::/restapis',
  );
  await cloud.close();
});
