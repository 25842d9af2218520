// What the gateway itself responds with or changes: preflights, binary bodies, compression and gateway responses.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { documentOf, preflight, proxied } from './document.fixture.js';
import type { Json } from './document.fixture.js';
import { echo, returned, serveDocument } from './served-api.fixture.js';

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
