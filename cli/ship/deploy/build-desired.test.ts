// The desired state of an application: how resources are named, which role each function has, and what is tagged.
import { expect, test } from 'vitest';
import { desiredOf } from './states.fixture.js';
import { isOurTag, ownTags, readOwnTag } from '../stage/own-tag.js';

const URI =
  'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:fixture-dev-check/invocations';

test('the API function and every lambda function are named after application and stage', () => {
  const { functions, roles, api } = desiredOf({ functions: ['resize', 'check'] });
  expect(functions.map(({ key, name, handler, role }) => ({ key, name, handler, role }))).toEqual([
    {
      key: 'api_handler',
      name: 'fixture-dev',
      handler: 'index.handler',
      role: { kind: 'managed', name: 'fixture-dev' },
    },
    {
      key: 'check',
      name: 'fixture-dev-check',
      handler: 'index.function_check',
      role: { kind: 'managed', name: 'fixture-dev' },
    },
    {
      key: 'resize',
      name: 'fixture-dev-resize',
      handler: 'index.function_resize',
      role: { kind: 'managed', name: 'fixture-dev' },
    },
  ]);
  expect(roles.map(({ name }) => name)).toEqual(['fixture-dev']);
  expect([api?.name, api?.stage]).toEqual(['fixture-dev', 'api']);
});

test('an application without routes has no API and no API function', () => {
  const { functions, api } = desiredOf({ routes: [], functions: ['resize'] });
  expect(functions.map(({ name }) => name)).toEqual(['fixture-dev-resize']);
  expect(api).toBeUndefined();
});

test('the name of the configuration comes before the one of the source', () => {
  expect(desiredOf({ config: { app_name: 'other' } }).api?.name).toBe('other-dev');
});

test('only functions have the tags of the user, everything has ours', () => {
  const { functions, roles, api } = desiredOf({ config: { tags: { team: 'maps' } } });
  const own = { 'cloud-framework': 'version=1.0.0:stage=dev:app=fixture' };
  expect(functions[0]?.tags).toEqual({ team: 'maps', ...own });
  expect(roles[0]?.tags).toEqual({ ...own, 'cloud-framework-region': 'eu-west-1' });
  expect(api?.tags).toEqual(own);
});

test('the tag says whose a resource is', () => {
  const [tag] = Object.values(ownTags({ app: 'shop', stage: 'dev', version: '1.2.3-beta.1' }));
  expect(readOwnTag(tag)).toEqual({ app: 'shop', stage: 'dev', version: '1.2.3-beta.1' });
  expect(isOurTag(tag, 'shop', 'dev')).toBe(true);
  expect(isOurTag(tag, 'shop', 'prod')).toBe(false);
  expect(isOurTag(tag, 'sho', 'dev')).toBe(false);
  for (const foreign of [undefined, '', 'shop', 'version=1:stage=dev', `${tag ?? ''}:more`]) {
    expect(readOwnTag(foreign)).toBeUndefined();
  }
});

test('a function that a custom authorizer names is called as an authorizer, in this region only', () => {
  const invokedAs = (authorizerUri: string) => {
    const { functions, permissions } = desiredOf({
      functions: ['check', 'resize'],
      authorizers: [{ kind: 'custom', name: 'tokens', header: 'Authorization', authorizerUri }],
    });
    const asOf = (name: string) => permissions.find((one) => one.name === name)?.invokedAs ?? [];
    return functions.map(({ name }) => [name, asOf(name).join()]);
  };
  expect(invokedAs(URI)).toEqual([
    ['fixture-dev', 'integration'],
    ['fixture-dev-check', 'authorizer'],
    ['fixture-dev-resize', ''],
  ]);
  expect(invokedAs(URI.replaceAll('eu-west-1', 'us-east-1'))[1]).toEqual(['fixture-dev-check', '']);
  expect(invokedAs(URI.replace('-dev-check', '-prod-check'))[1]).toEqual(['fixture-dev-check', '']);
});

test('every function has the settings of its stage, and its own over them', () => {
  const { functions } = desiredOf({
    functions: ['resize'],
    config: {
      lambda_timeout: 20,
      runtime: 'nodejs22.x',
      lambda_functions: { resize: { lambda_memory_size: 512, reserved_concurrency: 0 } },
    },
  });
  expect(functions).toMatchObject([
    { timeout: 20, memorySize: 128, runtime: 'nodejs22.x', reservedConcurrency: undefined },
    { timeout: 20, memorySize: 512, runtime: 'nodejs22.x', reservedConcurrency: 0 },
  ]);
});

test('the hash of the API changes with its document, and with nothing else', () => {
  const hash = (sketch: Parameters<typeof desiredOf>[0]) => desiredOf(sketch).api?.hash;
  expect(hash({})).toMatch(/^[0-9a-f]{64}$/);
  expect(hash({ code: 'other', version: '2.0.0', config: { lambda_timeout: 3 } })).toBe(hash({}));
  expect(hash({ routes: [{ path: '/', apiKeyRequired: true }] })).not.toBe(hash({}));
  expect(desiredOf().api?.document.info.description).toBe(`framework sha256=${hash({}) ?? ''}`);
});

test('Lambda, and nobody else, may take a role on', () => {
  expect(desiredOf().roles[0]?.trust).toEqual({
    Version: '2012-10-17',
    Statement: [
      {
        Sid: 'Lambda',
        Effect: 'Allow',
        Principal: { Service: 'lambda.amazonaws.com' },
        Action: ['sts:AssumeRole'],
      },
    ],
  });
});
