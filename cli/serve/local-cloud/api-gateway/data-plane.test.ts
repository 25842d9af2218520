// Requests to a deployed API: which method they match, what the function receives, and how its result is converted.
import { request as httpRequest } from 'node:http';
import {
  CreateDeploymentCommand,
  PutRestApiCommand,
  UpdateStageCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock } from '../server/clock.js';
import type { InvocationOutcome } from '../service.js';
import { ACCOUNT, REGION } from './api-host.fixture.js';
import { bytesOf, documentOf, functionArn, preflight, proxied } from './document.fixture.js';
import { untilLive } from './imported-api.fixture.js';
import { echo, returned, serveDocument } from './served-api.fixture.js';
import type { ServedApi } from './served-api.fixture.js';

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
    await api.host.client.send(new PutRestApiCommand({ restApiId, mode: 'overwrite', body }));
    expect(await api.summary('/old')).toBe('200 - hello');
    expect(await api.summary('/new')).toBe(MISSING);
    await api.host.client.send(new CreateDeploymentCommand({ restApiId, stageName: 'api' }));
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
    await api.host.client.send(
      new UpdateStageCommand({
        restApiId: api.apiId,
        stageName: 'api',
        patchOperations: [{ op: 'replace', path: '/variables/color', value: 'red' }],
      }),
    );
    expect(await (await api.request('/')).json()).toMatchObject({
      stageVariables: { color: 'red' },
    });
    await api.close();
  });
});
