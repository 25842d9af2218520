import { expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { StageConfig } from '../../config/stage-config.js';
import { documentOf } from './document-of-build.js';
import type { OpenApiDocument } from './open-api-inputs.js';

const at = { file: 'app.ts', line: 3, column: 14 };
const manifest: Manifest = {
  version: 1,
  app: { name: 'shop', debug: false, binaryTypes: [], at },
  routes: [
    {
      path: '/orders/{id}/lines/{line}',
      methods: ['GET', 'PUT'],
      view: 'order',
      class: 'Orders',
      parameters: ['line', 'id'],
      contentTypes: ['application/json'],
      cors: { allowOrigin: '*' },
      apiKeyRequired: true,
      authorizer: 'Staff',
      at,
    },
    {
      path: '/',
      methods: ['GET'],
      view: 'index',
      parameters: [],
      contentTypes: ['application/json'],
      cors: false,
      apiKeyRequired: false,
      authorizer: null,
      at,
    },
  ],
  functions: [],
  authorizers: [{ kind: 'userPool', name: 'Staff', header: 'Authorization', providerArns: [] }],
};
const config = { stage: 'dev', settings: {} } as StageConfig; // because nothing else is read
const settings = {
  url: 'http://localhost:8000',
  isOpen: false,
  isWatching: true,
  apiKey: 'local-api-key',
};

test('a build alone gives methods, captures, callers and places', () => {
  const { routes, schemas } = documentOf({ manifest, config, sources: [] }, settings, undefined);
  expect(routes.map(({ id, group, view }) => [id, group, view])).toEqual([
    ['GET /orders/{id}/lines/{line}', 'Orders', 'Orders.order'],
    ['PUT /orders/{id}/lines/{line}', 'Orders', 'Orders.order'],
    ['GET /', '/', 'index'],
  ]);
  expect(schemas).toEqual({});
  expect(routes[0]?.captures.map(({ name }) => name)).toEqual(['id', 'line']);
  expect(routes[0]).not.toHaveProperty('body');
  expect(routes[1]).toMatchObject({
    body: { contentTypes: ['application/json'] },
    access: { kind: 'userPool', name: 'Staff', header: 'Authorization' },
    isKeyRequired: true,
    corsOrigin: '*',
    at,
  });
  expect(routes[2]).toMatchObject({ access: { kind: 'open' }, isKeyRequired: false });
});

test('the OpenAPI document adds what routes take and answer', () => {
  const schema = { $ref: '#/components/schemas/Order' };
  const { routes, schemas } = documentOf({ manifest, config, sources: [] }, settings, {
    paths: {
      '/orders/{id}/lines/{line}': {
        put: {
          tags: ['Lines'],
          summary: 'Changes a line.',
          deprecated: true,
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'line', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'dry', in: 'query', schema: { type: 'boolean' }, description: 'Only tries.' },
            { name: 'if-match', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema } } },
            202: { description: 'Accepted', content: { 'application/json': { schema: {} } } },
            204: { description: 'No Content' },
          },
        },
      },
    },
    components: { schemas: { Order: { type: 'object' } } },
  });
  expect(schemas).toEqual({ Order: { type: 'object' } });
  expect(routes[0]).toMatchObject({ group: 'Orders', query: [], isDeprecated: false });
  expect(routes[1]).toMatchObject({
    group: 'Lines',
    summary: 'Changes a line.',
    isDeprecated: true,
    captures: [
      { name: 'id', isRequired: true, schema: { type: 'integer' } },
      { name: 'line', isRequired: true, schema: { type: 'string' } },
    ],
    query: [
      { name: 'dry', isRequired: false, schema: { type: 'boolean' }, description: 'Only tries.' },
    ],
    headers: [{ name: 'if-match', isRequired: false }],
    body: { contentTypes: ['application/json'], isRequired: true, schema },
    answers: [
      { status: '200', description: 'OK', contentType: 'application/json', schema },
      { status: '202', description: 'Accepted', contentType: 'application/json' },
      { status: '204', description: 'No Content' },
    ],
    at,
  });
});

test('a route has the security schemes of its providers, apart from authorizer and key', () => {
  const securitySchemes = { user: { type: 'http', scheme: 'bearer' } };
  const described = (security: readonly object[]): object => ({ get: { security, responses: {} } });
  const document = documentOf({ manifest, config, sources: [] }, settings, {
    paths: {
      '/orders/{id}/lines/{line}': {
        ...described([{ Staff: [], user: [], api_key: [] }]),
        put: { security: [{ Staff: [], api_key: [] }], responses: {} },
      },
      '/': described([{}, { user: [] }]),
    },
    components: { securitySchemes },
  } as OpenApiDocument);
  expect(document.routes.map(({ security }) => security)).toEqual([
    [['user']],
    undefined,
    [[], ['user']],
  ]);
  expect(document.securitySchemes).toEqual(securitySchemes);
});
