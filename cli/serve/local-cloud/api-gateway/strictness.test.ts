// Calls that the SDK's client cannot make by mistake, but that a change of the SDK or of our code could cause: they are
// rejected.
import {
  CreateRestApiCommand,
  GetStagesCommand,
  GetTagsCommand,
  TagResourceCommand,
  UpdateRestApiCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf, startApiHost } from './api-host.fixture.js';
import type { ApiHost } from './api-host.fixture.js';
import { documentOf, proxied } from './document.fixture.js';
import { deployDocument } from './imported-api.fixture.js';
import { serveDocument } from './served-api.fixture.js';

let host: ApiHost;
beforeAll(async () => {
  host = await startApiHost();
});
afterAll(() => host.close());

test.each([
  [
    'a member that the operation does not have',
    '/restapis',
    { name: 'a', nane: 'b' },
    'Unknown member: nane',
  ],
  [
    'a member of another type',
    '/restapis',
    { name: true },
    'The value of name is not of type string',
  ],
  [
    'a member that is missing',
    '/restapis',
    {},
    "1 validation error detected: Value null at 'name' failed to satisfy constraint: Member must not be null",
  ],
  [
    'a parameter that the operation does not have',
    '/restapis?color=red',
    { name: 'a' },
    'Unknown query parameter: color',
  ],
  ['a body that is not an object', '/restapis', [], 'Unable to parse the body of the request'],
])('%s is refused', async (_, path, body, message) => {
  const answer = await fetch(host.url + path, { method: 'POST', body: JSON.stringify(body) });
  expect([answer.status, await answer.json()]).toEqual([400, { message }]);
});

test.each(['/domainnames', '/restapis/', '/domainnames/a.example/basepathmappings/'])(
  'an operation that is not there is not found: %s',
  async (path) => {
    const answer = await fetch(host.url + path);
    expect(await answer.text()).toContain(path);
    expect(answer.status).toBe(404);
  },
);

test('a patch has an operation that exists and a path that the resource has', async () => {
  const { id: restApiId } = await host.client.send(new CreateRestApiCommand({ name: 'a' }));
  const patch = (op: string, path: string, value?: string) =>
    refusalOf(
      host.client.send(
        new UpdateRestApiCommand({
          restApiId,
          patchOperations: [{ op: op as 'add', path, ...(value !== undefined && { value }) }], // because the type contains only valid operations
        }),
      ),
    );
  expect(await patch('wrong', '/name')).toBe(
    "ValidationException: 1 validation error detected: Value 'wrong' at 'updateRestApiInput.patchOperations.1.member.op' failed to satisfy constraint: Member must satisfy enum value set: [add, remove, move, test, replace, copy]",
  );
  expect(await patch('replace', '/binaryMediaTypes', 'x')).toBe(
    'BadRequestException: Invalid patch path /binaryMediaTypes',
  );
  expect(await patch('add', '/minimumCompressionSize', '10')).toBe(
    'BadRequestException: Invalid patch operation specified. Must be one of: [replace]',
  );
  expect(await patch('replace', '/minimumCompressionSize', '-1')).toBe(
    'BadRequestException: Invalid minimum compression size, must be between 0 and 10485760',
  );
});

test('a media type that is added twice is there once', async () => {
  const { id: restApiId } = await host.client.send(new CreateRestApiCommand({ name: 'a' }));
  const add = { op: 'add' as const, path: '/binaryMediaTypes/image~1png' };
  const { binaryMediaTypes } = await host.client.send(
    new UpdateRestApiCommand({ restApiId, patchOperations: [add, add] }),
  );
  expect(binaryMediaTypes).toEqual(['image/png']);
});

test('a stage has tags of its own', async () => {
  const restApiId = await deployDocument(host, documentOf({ '/': { get: proxied() } }));
  const resourceArn = `arn:aws:apigateway:us-east-1::/restapis/${restApiId}/stages/api`;
  await host.client.send(new TagResourceCommand({ resourceArn, tags: { a: 'b' } }));
  const { item } = await host.client.send(new GetStagesCommand({ restApiId }));
  expect(item?.[0]?.tags).toEqual({ a: 'b' });
  const api = `arn:aws:apigateway:us-east-1::/restapis/${restApiId}`;
  expect((await host.client.send(new GetTagsCommand({ resourceArn: api }))).tags).toEqual({});
});

test('tags in the name of the cloud are refused, and no API is made', async () => {
  const call = new CreateRestApiCommand({ name: 'badly tagged', tags: { 'aws:own': 'x' } });
  expect(await refusalOf(host.client.send(call))).toBe(
    'BadRequestException: Invalid tag key: aws:own',
  );
  expect(host.inventory()).not.toContain('api badly tagged');
});

test('an integration that invokes by another method than POST fails', async () => {
  const integration = proxied()['x-amazon-apigateway-integration'] as object; // because every method has an integration
  const get = { 'x-amazon-apigateway-integration': { ...integration, httpMethod: 'GET' } };
  const api = await serveDocument(documentOf({ '/': { get: proxied(get) } }));
  expect(await api.summary('/')).toBe(
    '500 InternalServerErrorException {"message": "Internal server error"}',
  );
  await api.close();
});
