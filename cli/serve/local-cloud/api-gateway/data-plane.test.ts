// Requests to a deployed API: which method they match, what the function receives, and how its result is converted.
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../server/clock.js';
import type { InvocationOutcome } from '../service.js';
import { ACCOUNT, REGION } from './api-host.fixture.js';
import {
  bytesOf,
  documentOf,
  functionArn,
  preflight,
  proxied,
  type Json,
} from './document.fixture.js';
import { untilLive, deployDocument } from './imported-api.fixture.js';
import { echo, returned, serveDocument, type ServedApi } from './served-api.fixture.js';
import { gzipSync } from 'node:zlib';
import { createClients, createReadyFunction, createReadyRole } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';

const MISSING =
  '403 MissingAuthenticationTokenException {"message":"Missing Authentication Token"}';

describe('a request', () => {
  let api: ServedApi;
  beforeAll(async () => {
    const paths = {
      '/': { get: proxied() },
      '/items/new/draft': { get: proxied() },
      '/items/{id}': { get: proxied(), options: preflight() },
      '/items/{id}/x': { get: proxied() },
      '/any/{rest+}': { 'x-amazon-apigateway-any-method': proxied() },
    };
    api = await serveDocument(documentOf(paths), echo);
  });
  afterAll(() => api.close());

  type Event = { readonly resource: string; readonly pathParameters: unknown };

  test.each([
    ['GET', '/', '/', null],
    ['GET', '/items/5', '/items/{id}', { id: '5' }],
    ['GET', '/items/5/', '/items/{id}', { id: '5' }],
    ['GET', '/items/a%2Fb%20c', '/items/{id}', { id: 'a%2Fb%20c' }],
    ['GET', '/items/5/x?a=b', '/items/{id}/x', { id: '5' }],
    ['DELETE', '/any/a/b', '/any/{rest+}', { rest: 'a/b' }],
  ])('%s %s finds %s', async (method, path, resource, pathParameters) => {
    const event = (await (await api.request(path, { method })).json()) as Event; // because the function echoes it
    expect([event.resource, event.pathParameters]).toEqual([resource, pathParameters]);
  });

  test.each([
    ['GET', '/other'],
    ['POST', '/items/5'],
    ['GET', '/items'],
    // A request that matches a literal segment is never matched against the capture.
    ['GET', '/items/new'],
    ['GET', '/items/new/x'],
    ['GET', '/items//x'],
  ])('%s %s finds nothing', async (method, path) => {
    expect(await api.summary(path, { method })).toBe(MISSING);
  });

  test('a stage or an API that is not there is forbidden', async () => {
    const answers = await Promise.all([
      api.host.request({ apiId: api.apiId, stage: 'other' }, '/'),
      api.host.request({ apiId: 'abcdefghij' }, '/'),
    ]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
      '{"message":"Forbidden"}',
      '{"message":"Forbidden"}',
    ]);
  });

  test('the host of the real service serves too', async () => {
    const status = await new Promise((resolve) => {
      const host = `${api.apiId}.execute-api.${REGION}.amazonaws.com`;
      const options = { path: '/api/items/5', headers: { host }, agent: false };
      httpRequest(api.host.url, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(200);
  });

  test('a query that is not well formed is a bad request', async () => {
    expect(await api.summary('/?a=%zz')).toBe('400 BadRequestException {"message": "Bad Request"}');
  });

  test('the function is invoked for its method, and the event names resource and deployment', async () => {
    const answer = await api.request('/items/5?a=1&a=2', { headers: { 'X-Own': 'x' } });
    const event = (await answer.json()) as Record<string, unknown>; // because the function echoes it
    const { arn, principal, sourceArn } = api.invocations.at(-1) ?? {};
    expect([arn, principal, sourceArn]).toEqual([
      functionArn('app-dev'),
      'apigateway.amazonaws.com',
      `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api.apiId}/api/GET/items/{id}`,
    ]);
    expect(Object.keys(event).toSorted()).toMatchInlineSnapshot(`
      [
        "body",
        "headers",
        "httpMethod",
        "isBase64Encoded",
        "multiValueHeaders",
        "multiValueQueryStringParameters",
        "path",
        "pathParameters",
        "queryStringParameters",
        "requestContext",
        "resource",
        "stageVariables",
      ]
    `);
    expect(event).toMatchObject({
      path: '/items/5',
      queryStringParameters: { a: '2' },
      multiValueQueryStringParameters: { a: ['1', '2'] },
      body: null,
      isBase64Encoded: false,
      requestContext: {
        apiId: api.apiId,
        stage: 'api',
        path: '/api/items/5',
        resourcePath: '/items/{id}',
      },
    });
    const { requestContext } = event as { requestContext: Record<string, string> }; // because the function echoes it
    expect(requestContext['resourceId']).toMatch(/^[a-z0-9]{6}$/);
    expect(requestContext['deploymentId']).toMatch(/^[a-z0-9]{6}$/);
    expect(answer.headers.get('x-amzn-requestid')).toBe(requestContext['requestId']);
    expect(answer.headers.get('x-amz-apigw-id')).toBe(requestContext['extendedRequestId']);
  });

  test('a body over ten megabytes is too long', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    expect(await api.summary('/any/x', { method: 'POST', body })).toBe(
      '413 RequestTooLargeException HTTP content length exceeded 10485760 bytes.',
    );
  });
});

describe('an invocation', () => {
  const HIDDEN = '{"message": "Internal server error"}';

  test.each<[string, InvocationOutcome, string]>([
    [
      'that failed',
      { kind: 'failed', payload: '{"errorMessage":"boom"}' },
      `502 InternalServerErrorException ${HIDDEN}`,
    ],
    ['without permission', { kind: 'forbidden' }, `500 InternalServerErrorException ${HIDDEN}`],
    ['of no function', { kind: 'missing' }, `500 InternalServerErrorException ${HIDDEN}`],
    [
      'with an event that is too long',
      { kind: 'tooLong' },
      '413 BadRequestException {"message": "Request Too Long"}',
    ],
    ['that was throttled', { kind: 'throttled' }, `500 InternalServerErrorException ${HIDDEN}`],
    ['that returned null', returned(null), `502 InternalServerErrorException ${HIDDEN}`],
    [
      'that returned another form',
      returned({ hello: 1 }),
      `502 InternalServerErrorException ${HIDDEN}`,
    ],
    ['with a status', returned({ statusCode: '202', body: 'ok' }), '202 - ok'],
  ])('%s is answered', async (_, outcome, text) => {
    const api = await serveDocument(documentOf({ '/': { get: proxied() } }), () => outcome);
    expect(await api.summary('/')).toBe(text);
    await api.close();
  });

  test('that takes longer than the integration waits is a time-out', async () => {
    const integration = proxied()['x-amazon-apigateway-integration'] as object; // because every method has an integration
    const patient = { 'x-amazon-apigateway-integration': { ...integration, timeoutInMillis: 50 } };
    let release: () => void = () => undefined;
    const api = await serveDocument(
      documentOf({ '/': { get: proxied(patient) } }),
      () =>
        new Promise((resolve) => {
          release = () => {
            resolve(returned({}));
          };
        }),
    );
    expect(await api.summary('/')).toBe(
      '504 InternalServerErrorException {"message": "Endpoint request timed out"}',
    );
    release();
    await api.close();
  });

  test('renames the headers that belong to the gateway', async () => {
    const headers = { Date: 'x', 'WWW-Authenticate': 'Basic', 'X-Own': true };
    const api = await serveDocument(documentOf({ '/': { get: proxied() } }), () =>
      returned({ statusCode: 200, headers, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] } }),
    );
    const answer = await api.request('/');
    expect(answer.headers.get('x-amzn-remapped-date')).toBe('x');
    expect(answer.headers.get('x-amzn-remapped-www-authenticate')).toBe('Basic');
    expect(answer.headers.get('x-own')).toBe('true');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    await api.close();
  });
});

describe('a stage', () => {
  test('serves the snapshot of its deployment until another is live', async () => {
    const api = await serveDocument(documentOf({ '/old': { get: proxied() } }));
    const restApiId = api.apiId;
    const body = bytesOf(documentOf({ '/new': { get: proxied() } }));
    await api.host.client.putRestApi({ restApiId, mode: 'overwrite', body });
    expect(await api.summary('/old')).toBe('200 - hello');
    expect(await api.summary('/new')).toBe(MISSING);
    await api.host.client.createDeployment({ restApiId, stageName: 'api' });
    await untilLive();
    expect(await api.summary('/new')).toBe('200 - hello');
    expect(await api.summary('/old')).toBe(MISSING);
    await api.close();
  });

  test('is not live at once', async () => {
    let now = Date.now();
    const clock = { ...createClock({}), now: () => now };
    const document = documentOf({ '/': { get: proxied() } });
    const api = await serveDocument(document, undefined, { clock });
    expect(await api.summary('/')).toBe('403 ForbiddenException {"message":"Forbidden"}');
    now += 10;
    expect(await api.summary('/')).toBe('200 - hello');
    await api.close();
  });

  test('hands its variables to the function', async () => {
    const api = await serveDocument(documentOf({ '/': { get: proxied() } }), echo);
    await api.host.client.updateStage({
      restApiId: api.apiId,
      stageName: 'api',
      patchOperations: [{ op: 'replace', path: '/variables/color', value: 'red' }],
    });
    expect(await (await api.request('/')).json()).toMatchObject({
      stageVariables: { color: 'red' },
    });
    await api.close();
  });
});

// What the gateway itself responds with or changes: preflights, binary bodies, compression and gateway responses.

const ALL_BINARY = { 'x-amazon-apigateway-binary-media-types': ['*/*'] };
const FAILED = '500 InternalServerErrorException {"message": "Internal server error"}';

describe('a preflight', () => {
  const ask = async (integration: Json, more: Json = {}, init: RequestInit = {}) => {
    const api = await serveDocument(documentOf({ '/': { options: preflight(integration) } }, more));
    const answer = await api.request('/', { method: 'OPTIONS', ...init });
    const type = answer.headers.get('x-amzn-errortype');
    const origin = answer.headers.get('access-control-allow-origin');
    const text = await answer.text();
    await api.close();
    return type === null
      ? `${answer.status} ${origin ?? ''} ${text}`
      : `${answer.status} ${type} ${text}`;
  };

  test('is answered with headers and no body', async () => {
    expect(await ask({}, ALL_BINARY)).toBe('200 * ');
  });

  test('fails when every type is binary and the mock does not convert to text', async () => {
    expect(await ask({ contentHandling: undefined }, ALL_BINARY)).toBe(FAILED);
    expect(await ask({ contentHandling: undefined })).toBe('200 * ');
  });

  test('fails without a template that names the status', async () => {
    expect(await ask({ requestTemplates: {} })).toBe(FAILED);
    expect(await ask({ requestTemplates: { 'application/json': '{}' } })).toBe(FAILED);
  });

  test('fails when no response stands for the status', async () => {
    expect(await ask({ responses: {} })).toBe(FAILED);
  });

  test('of another type passes through, or is refused when nothing may', async () => {
    const init = { headers: { 'Content-Type': 'text/plain' } };
    expect(await ask({}, {}, init)).toBe(FAILED);
    expect(await ask({ passthroughBehavior: 'never' }, {}, init)).toBe(
      '415 BadRequestException {"message": "Unsupported Media Type"}',
    );
  });
});

describe('a body', () => {
  const POST = documentOf({ '/': { post: proxied() } });
  const withTypes = (...types: string[]) => ({
    ...POST,
    'x-amazon-apigateway-binary-media-types': types,
  });

  test.each([
    [[], 'image/png', false],
    [['image/png'], 'image/png; a=b', true],
    [['image/*'], 'image/gif', true],
    [['image/png'], 'text/plain', false],
    [['*/*'], 'text/plain', true],
  ])(
    'is base64 with the binary types %j and the type %s: %s',
    async (types, type, isBase64Encoded) => {
      const api = await serveDocument(withTypes(...types), echo);
      const answer = await api.request('/', {
        method: 'POST',
        body: 'hello',
        headers: { 'Content-Type': type },
      });
      const body = isBase64Encoded ? 'aGVsbG8=' : 'hello';
      expect(await answer.json()).toMatchObject({ body, isBase64Encoded });
      await api.close();
    },
  );

  test.each([
    [['image/png'], 'image/png, text/html', 'hello'],
    [['image/png'], 'text/html, image/png', 'aGVsbG8='],
    [['image/png'], '*/*', 'aGVsbG8='],
    [['*/*'], 'text/html', 'hello'],
  ])(
    'in base64 is decoded with the binary types %j for the Accept %s: %s',
    async (types, accept, text) => {
      const api = await serveDocument(withTypes(...types), () =>
        returned({ statusCode: 200, body: 'aGVsbG8=', isBase64Encoded: true }),
      );
      expect(await (await api.request('/', { method: 'POST', headers: { accept } })).text()).toBe(
        text,
      );
      await api.close();
    },
  );

  test('is compressed and decompressed from the size that the document says', async () => {
    const size = { 'x-amazon-apigateway-minimum-compression-size': 10 };
    const api = await serveDocument({ ...POST, ...size }, echo);
    const answer = await api.request('/', {
      method: 'POST',
      body: gzipSync('hello'),
      headers: { 'Content-Encoding': 'gzip', 'Accept-Encoding': 'gzip' },
    });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toMatchObject({ body: 'hello' });
    await api.close();
  });
});

describe('gateway responses', () => {
  const responses = (declared: Json) =>
    documentOf({ '/': { get: proxied() } }, { 'x-amazon-apigateway-gateway-responses': declared });
  const ORIGIN = { 'gatewayresponse.header.Access-Control-Allow-Origin': "'*'" };

  test('of a class shape the errors that have none of their own', async () => {
    const api = await serveDocument(
      responses({
        DEFAULT_4XX: { responseParameters: ORIGIN },
        DEFAULT_5XX: { responseParameters: { 'gatewayresponse.header.Vary': "'Origin'" } },
      }),
      () => ({ kind: 'failed', payload: '{}' }),
    );
    const missing = await api.request('/other');
    expect([
      missing.status,
      missing.headers.get('access-control-allow-origin'),
      await missing.text(),
    ]).toEqual([403, '*', '{"message":"Missing Authentication Token"}']);
    const failed = await api.request('/');
    expect([failed.status, failed.headers.get('vary'), await failed.text()]).toEqual([
      502,
      'Origin',
      '{"message": "Internal server error"}',
    ]);
    await api.close();
  });

  test('change status and body', async () => {
    const api = await serveDocument(
      responses({
        MISSING_AUTHENTICATION_TOKEN: {
          statusCode: '404',
          responseTemplates: { 'application/json': '{"problem":$context.error.messageString}' },
        },
      }),
    );
    expect(await api.summary('/other')).toBe(
      '404 MissingAuthenticationTokenException {"problem":"Missing Authentication Token"}',
    );
    await api.close();
  });
});

// API Gateway in the test cloud: the SDK finds it by its signing name, and a deployed API has the same address.

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
  await clients.lambda.addPermission({
    FunctionName: 'app-dev',
    StatementId: 'api',
    Action: 'lambda:InvokeFunction',
    Principal: 'apigateway.amazonaws.com',
    SourceArn: `arn:aws:execute-api:us-east-1:123456789012:${apiId}/*`,
  });
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
  const { items } = await apiGateway.getRestApis({});
  expect(items).toEqual([]);
  await expect(apiGateway.createRestApi({ name: 'a' })).rejects.toThrow(
    'is not authorized to perform: apigateway:POST on resource: arn:aws:apigateway:us-east-1::/restapis',
  );
  await cloud.close();
});
