// Management calls through the SDK's own client: created resources can be read, changed and deleted, and what the real service
// rejects is rejected with the same messages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../server/clock.js';
import { refusalOf, startApiHost, type ApiHost } from './api-host.fixture.js';
import { bytesOf, documentOf, preflight, proxied } from './document.fixture.js';
import { deployDocument } from './imported-api.fixture.js';
import { serveDocument } from './served-api.fixture.js';

let host: ApiHost;
beforeAll(async () => {
  host = await startApiHost();
});
afterAll(() => host.close());

async function createApi(name = 'app-dev'): Promise<string> {
  const { id = '' } = await host.client.createRestApi({
    name,
    endpointConfiguration: { types: ['REGIONAL'] },
    tags: { 'cloud-framework': 'app:dev' },
  });
  return id;
}

async function createDeployedApi(): Promise<{ restApiId: string; deploymentId: string }> {
  const restApiId = await createApi();
  await put(restApiId, documentOf({ '/': { get: proxied() } }));
  const { id = '' } = await host.client.createDeployment({
    restApiId,
    stageName: 'api',
    description: 'first',
  });
  return { restApiId, deploymentId: id };
}

function put(restApiId: string, document: unknown, mode: 'overwrite' | 'merge' = 'overwrite') {
  return host.client.putRestApi({ restApiId, mode, failOnWarnings: true, body: bytesOf(document) });
}

describe('REST APIs', () => {
  test('an API has the members of the real one', async () => {
    const id = await createApi();
    const api = await host.client.getRestApi({ restApiId: id });
    const { id: ownId = '', createdDate, rootResourceId = '', ...others } = api;
    expect([ownId, rootResourceId].every((text) => /^[a-z0-9]{10}$/.test(text))).toBe(true);
    expect(createdDate).toBeInstanceOf(Date);
    expect({ ...others, $metadata: undefined }).toEqual({
      name: 'app-dev',
      apiKeySource: 'HEADER',
      endpointConfiguration: { types: ['REGIONAL'], ipAddressType: 'ipv4' },
      tags: { 'cloud-framework': 'app:dev' },
      disableExecuteApiEndpoint: false,
    });
    expect(host.inventory()).toContain('api app-dev');
  });

  test('lists are read by pages of 25', async () => {
    const alone = await startApiHost();
    for (let count = 0; count < 30; count++) {
      await alone.client.createRestApi({ name: `api-${count}` });
    }
    const first = await alone.client.getRestApis({});
    expect(first.items).toHaveLength(25);
    const { position } = first;
    const second = await alone.client.getRestApis({ position });
    expect(second.items?.map(({ name }) => name)).toEqual(
      [25, 26, 27, 28, 29].map((n) => `api-${n}`),
    );
    expect(second.position).toBeUndefined();
    const all = await alone.client.getRestApis({ limit: 500 });
    expect(all.items).toHaveLength(30);
    await alone.close();
  });

  test('an import replaces what is declared and keeps the rest', async () => {
    const { restApiId, deploymentId } = await createDeployedApi();
    const info = { title: 'other', version: '2', description: 'hash' };
    await put(
      restApiId,
      documentOf({ '/a/{b}': { get: proxied(), options: preflight() } }, { info }),
    );
    const api = await host.client.getRestApi({ restApiId });
    expect(api).toMatchObject({
      id: restApiId,
      name: 'other',
      description: 'hash',
      tags: { 'cloud-framework': 'app:dev' },
      endpointConfiguration: { types: ['REGIONAL'] },
    });
    const { items } = await host.client.getResources({ restApiId });
    expect(
      items?.map(({ path, resourceMethods }) => [path, Object.keys(resourceMethods ?? {})]),
    ).toEqual([
      ['/', []],
      ['/a', []],
      ['/a/{b}', ['GET', 'OPTIONS']],
    ]);
    const stage = await host.client.getStage({ restApiId, stageName: 'api' });
    expect(stage.deploymentId).toBe(deploymentId);
  });

  test('a merge is refused by name', async () => {
    const restApiId = await createApi();
    expect(await refusalOf(put(restApiId, documentOf({}), 'merge'))).toBe(
      'BadRequestException: The test cloud does not merge documents',
    );
  });

  test('a change during an import is a conflict', async () => {
    // The import ends when the test says so, however slow the machine is.
    const imports: (() => void)[] = [];
    const pass = () => new Promise<void>((end) => imports.push(end));
    const clock = { ...createClock({ timeScale: 1 }), pass };
    const { client, close } = await startApiHost({ clock });
    const { id: restApiId } = await client.createRestApi({ name: 'app-dev' });
    const body = bytesOf(documentOf({ '/': { get: proxied() } }));
    const importing = client.putRestApi({ restApiId, mode: 'overwrite', body });
    await expect.poll(() => imports).toHaveLength(1);
    const text =
      'Unable to complete operation due to concurrent modification. Please try again later.';
    expect(await refusalOf(client.createDeployment({ restApiId, stageName: 'api' }))).toBe(
      `ConflictException: ${text}`,
    );
    imports.forEach((end) => {
      end();
    });
    await importing;
    expect(await refusalOf(client.createDeployment({ restApiId, stageName: 'api' }))).toBe(
      'not refused',
    );
    await close();
  });

  test('an update patches name, description, media types and compression', async () => {
    const restApiId = await createApi();
    const patched = await host.client.updateRestApi({
      restApiId,
      patchOperations: [
        { op: 'replace', path: '/name', value: 'renamed' },
        { op: 'replace', path: '/description', value: 'text' },
        { op: 'add', path: '/binaryMediaTypes/image~1png' },
        { op: 'add', path: '/binaryMediaTypes/*~1*' },
        { op: 'remove', path: '/binaryMediaTypes/image~1png' },
        { op: 'replace', path: '/minimumCompressionSize', value: '10' },
      ],
    });
    expect(patched).toMatchObject({
      name: 'renamed',
      description: 'text',
      binaryMediaTypes: ['*/*'],
      minimumCompressionSize: 10,
    });
  });

  test('tags are added, read and removed', async () => {
    const restApiId = await createApi();
    const resourceArn = `arn:aws:apigateway:us-east-1::/restapis/${restApiId}`;
    await host.client.tagResource({ resourceArn, tags: { team: 'red', a: 'b' } });
    await host.client.untagResource({ resourceArn, tagKeys: ['a', 'cloud-framework'] });
    const { tags } = await host.client.getTags({ resourceArn });
    expect(tags).toEqual({ team: 'red' });
    const { items } = await host.client.getRestApis({ limit: 500 });
    expect(items?.find(({ id }) => id === restApiId)?.tags).toEqual({ team: 'red' });
  });

  test('a deleted API is gone', async () => {
    const { restApiId } = await createDeployedApi();
    await host.client.deleteRestApi({ restApiId });
    expect(await refusalOf(host.client.deleteRestApi({ restApiId }))).toBe(
      `NotFoundException: Invalid API identifier specified 123456789012:${restApiId}`,
    );
  });
});

describe('deployments and stages', () => {
  test('a deployment makes a stage, the next one moves it', async () => {
    const { restApiId, deploymentId } = await createDeployedApi();
    const second = await host.client.createDeployment({
      restApiId,
      stageName: 'api',
      variables: { color: 'red' },
    });
    const stage = await host.client.getStage({ restApiId, stageName: 'api' });
    expect(stage).toMatchObject({ deploymentId: second.id, variables: { color: 'red' } });
    const { items } = await host.client.getDeployments({ restApiId });
    expect(items?.map(({ id }) => id)).toEqual([deploymentId, second.id]);
    const first = await host.client.getDeployment({ restApiId, deploymentId });
    expect(first.description).toBe('first');
  });

  test('a stage goes back to an earlier deployment', async () => {
    const { restApiId, deploymentId } = await createDeployedApi();
    await host.client.createDeployment({ restApiId, stageName: 'api' });
    const patchOperations = [
      { op: 'replace' as const, path: '/deploymentId', value: deploymentId },
    ];
    const stage = await host.client.updateStage({ restApiId, stageName: 'api', patchOperations });
    expect(stage.deploymentId).toBe(deploymentId);
    const { item } = await host.client.getStages({ restApiId, deploymentId });
    expect(item?.map(({ stageName }) => stageName)).toEqual(['api']);
  });

  test('a deployment goes when no stage points at it', async () => {
    const { restApiId, deploymentId } = await createDeployedApi();
    const remove = () => host.client.deleteDeployment({ restApiId, deploymentId });
    expect(await refusalOf(remove())).toBe(
      'BadRequestException: Active stages pointing to this deployment must be moved or deleted',
    );
    await host.client.deleteStage({ restApiId, stageName: 'api' });
    await remove();
    expect(await refusalOf(remove())).toBe(
      'NotFoundException: Invalid Deployment identifier specified',
    );
  });

  test.each([
    ['a stage', { stageName: 'my stage' }, 'Stage name only allows a-zA-Z0-9_-'],
    ['a long stage', { stageName: 'x'.repeat(129) }, 'Stage name can be at most 128 characters'],
  ])('the name of %s is checked', async (_, input, text) => {
    const { restApiId } = await createDeployedApi();
    const call = host.client.createDeployment({ restApiId, ...input });
    expect(await refusalOf(call)).toBe(`BadRequestException: ${text}`);
  });

  test('an API without methods cannot be deployed', async () => {
    const restApiId = await createApi();
    const call = host.client.createDeployment({ restApiId, stageName: 'api' });
    expect(await refusalOf(call)).toBe(
      "BadRequestException: The REST API doesn't contain any methods",
    );
  });

  test('a method without an integration cannot be deployed', async () => {
    const restApiId = await createApi();
    await put(restApiId, documentOf({ '/': { get: { responses: {} } } }));
    const call = host.client.createDeployment({ restApiId, stageName: 'api' });
    expect(await refusalOf(call)).toBe('BadRequestException: No integration defined for method');
  });
});

// Calls that the SDK's client cannot make by mistake, but that a change of the SDK or of our code could cause: they are
// rejected.

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
  const { id: restApiId } = await host.client.createRestApi({ name: 'a' });
  const patch = (op: string, path: string, value?: string) =>
    refusalOf(
      host.client.updateRestApi({
        restApiId,
        patchOperations: [{ op: op as 'add', path, ...(value !== undefined && { value }) }], // because the type contains only valid operations
      }),
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
  const { id: restApiId } = await host.client.createRestApi({ name: 'a' });
  const add = { op: 'add' as const, path: '/binaryMediaTypes/image~1png' };
  const { binaryMediaTypes } = await host.client.updateRestApi({
    restApiId,
    patchOperations: [add, add],
  });
  expect(binaryMediaTypes).toEqual(['image/png']);
});

test('a stage has tags of its own', async () => {
  const restApiId = await deployDocument(host, documentOf({ '/': { get: proxied() } }));
  const resourceArn = `arn:aws:apigateway:us-east-1::/restapis/${restApiId}/stages/api`;
  await host.client.tagResource({ resourceArn, tags: { a: 'b' } });
  const { item } = await host.client.getStages({ restApiId });
  expect(item?.[0]?.tags).toEqual({ a: 'b' });
  const api = `arn:aws:apigateway:us-east-1::/restapis/${restApiId}`;
  expect((await host.client.getTags({ resourceArn: api })).tags).toEqual({});
});

test('tags in the name of the cloud are refused, and no API is made', async () => {
  expect(
    await refusalOf(host.client.createRestApi({ name: 'badly tagged', tags: { 'aws:own': 'x' } })),
  ).toBe('BadRequestException: Invalid tag key: aws:own');
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
