// The decisions of the gateway model: routing, preflight, its own errors, API keys.
import { describe, expect, test, afterEach, vi } from 'vitest';
import { ask, hostOf } from './gateway-host.fixture.js';
import { createInProcessHost } from './in-process-host.fixture.js';
import { manifestOf } from './manifest-of.fixture.js';

const UNDEFINED =
  '403 MissingAuthenticationTokenException {"message":"Missing Authentication Token"}';

describe('routing', () => {
  test('a literal wins over the capture of its level', async () => {
    const host = hostOf({ path: '/users/{id}' }, { path: '/users/me' });
    expect(await ask(host, '/users/me')).toMatchObject({ resource: '/users/me' });
    expect(await ask(host, '/users/7')).toEqual({
      resource: '/users/{id}',
      path: '/users/7',
      pathParameters: { id: '7' },
    });
  });

  test('what a literal has won is not given back to the capture', async () => {
    const host = hostOf({ path: '/users/{id}/orders' }, { path: '/users/me/profile' });
    expect(await ask(host, '/users/me/orders')).toBe(UNDEFINED);
    expect(await ask(host, '/users/7/orders')).toMatchObject({ pathParameters: { id: '7' } });
  });

  test('several captures are named in order', async () => {
    const host = hostOf({ path: '/a/{x}/b/{y}' });
    expect(await ask(host, '/a/1/b/2')).toMatchObject({ pathParameters: { x: '1', y: '2' } });
  });

  test('an encoded slash stays inside its segment and nothing is decoded', async () => {
    const host = hostOf({ path: '/files/{name}' });
    expect(await ask(host, '/files/a%2Fb%20c')).toEqual({
      resource: '/files/{name}',
      path: '/files/a%2Fb%20c',
      pathParameters: { name: 'a%2Fb%20c' },
    });
  });

  test.each([
    ['/', '/'],
    ['/users', '/users'],
    ['/users/', '/users'],
    ['/users/7/', '/users/{id}'],
    ['/users?x=1', '/users'],
    ['/users/..', '/users/{id}'],
    ['/users/%zz', '/users/{id}'],
  ])('%s is served by %s', async (path, resource) => {
    const host = hostOf({ path: '/' }, { path: '/users' }, { path: '/users/{id}' });
    expect(await ask(host, path)).toMatchObject({ resource });
  });

  test.each([
    '/nowhere',
    '/users/7/8',
    '//',
    '//users',
    '/users//',
    '/users//7',
    '/USERS',
    'users',
    '*',
    '',
    '/users/7/%2E%2E',
  ])('%s is an undefined path', async (path) => {
    const host = hostOf({ path: '/' }, { path: '/users' }, { path: '/users/{id}' });
    expect(await ask(host, path)).toBe(UNDEFINED);
  });

  test('a path between routes is undefined', async () => {
    expect(await ask(hostOf({ path: '/a/b/c' }), '/a/b')).toBe(UNDEFINED);
  });

  test.each(['POST', 'HEAD', 'OPTIONS', 'PROPFIND', 'get'])(
    'the unlisted method %s is answered like an undefined path',
    async (method) => {
      expect(await ask(hostOf({ path: '/users' }), { method, path: '/users' })).toBe(UNDEFINED);
    },
  );

  test('a broken escape in the query string is a bad request', async () => {
    expect(await ask(hostOf({ path: '/' }), '/?a=%zz')).toBe(
      '400 BadRequestException {"message": "Bad Request"}',
    );
  });
});

describe('preflight', () => {
  test('OPTIONS on a path with CORS is answered without the function', async () => {
    const host = hostOf(
      { path: '/a', methods: ['PUT'], cors: { allowOrigin: '*' } },
      { path: '/a', methods: ['GET', 'DELETE'], cors: { allowOrigin: '*' } },
    );
    const answer = await host.request({ method: 'OPTIONS', path: '/a' });
    expect({ status: answer.status, body: answer.text() }).toEqual({ status: 200, body: '' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT,GET,DELETE,OPTIONS',
      'access-control-allow-headers':
        'Content-Type,X-Cloud-Date,Authorization,X-Api-Key,X-Cloud-Security-Token',
    });
  });

  test('a route that lists OPTIONS answers it itself', async () => {
    const host = hostOf({ path: '/a', methods: ['GET', 'OPTIONS'] });
    expect(await ask(host, { method: 'OPTIONS', path: '/a' })).toMatchObject({ resource: '/a' });
  });

  test('a preflight needs neither key nor authorizer', async () => {
    const host = hostOf({ path: '/a', apiKeyRequired: true, cors: { allowOrigin: '*' } });
    expect((await host.request({ method: 'OPTIONS', path: '/a' })).status).toBe(200);
  });
});

describe('errors of the gateway', () => {
  test('carry the CORS headers that all routes with CORS share', async () => {
    const cors = { allowOrigin: 'https://a.example', allowCredentials: true };
    const host = hostOf({ path: '/a', cors }, { path: '/b', cors }, { path: '/c' });
    const { headers } = await host.request({ path: '/nowhere' });
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    expect(headers['access-control-allow-credentials']).toBe('true');
  });

  test('allow any origin when the routes differ', async () => {
    const host = hostOf(
      { path: '/a', cors: { allowOrigin: 'https://a.example', allowCredentials: true } },
      { path: '/b', cors: { allowOrigin: 'https://b.example' } },
    );
    const { headers } = await host.request({ path: '/nowhere' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('carry the origin and the credentials that routes agree on, whatever else differs', async () => {
    const site = { allowOrigin: 'https://a.example', allowCredentials: true };
    const host = hostOf(
      { path: '/a', cors: { ...site, maxAge: 600, exposeHeaders: ['X-A'] }, apiKeyRequired: true },
      { path: '/b', cors: { ...site, maxAge: 60 } },
      { path: '/c' },
    );
    const { status, headers } = await host.request({ path: '/a' });
    expect(status).toBe(403);
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(headers).not.toHaveProperty('access-control-max-age');
    expect(headers).not.toHaveProperty('access-control-expose-headers');
  });

  test('carry no credentials when one route does not allow them', async () => {
    const site = { allowOrigin: 'https://a.example' };
    const host = hostOf(
      { path: '/a', cors: { ...site, allowCredentials: true } },
      { path: '/b', cors: site },
    );
    const { headers } = await host.request({ path: '/nowhere' });
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('have no CORS headers when no route has CORS', async () => {
    const { headers } = await hostOf({ path: '/a' }).request({ path: '/nowhere' });
    expect(Object.keys(headers)).toEqual([
      'content-type',
      'x-amzn-requestid',
      'x-amz-apigw-id',
      'x-amzn-trace-id',
      'x-amzn-errortype',
    ]);
  });
});

describe('API keys', () => {
  const host = hostOf({ path: '/a', apiKeyRequired: true });

  test.each([{}, { 'X-Api-Key': 'bad' }, { 'x-api-key': '' }])(
    '%o is forbidden',
    async (headers) => {
      expect(await ask(host, { path: '/a', headers: { ...headers } })).toBe(
        '403 ForbiddenException {"message":"Forbidden"}',
      );
    },
  );

  test('a valid key is admitted and named in the identity', async () => {
    const answer = await host.request({ path: '/a', headers: { 'x-aPI-key': 'good' } });
    expect(answer.json()).toMatchObject({
      requestContext: { identity: { apiKey: 'good', apiKeyId: 'key-1' } },
    });
  });
});

test('a lambda function is invoked by name with a context of its own', async () => {
  const host = createInProcessHost({
    manifest: manifestOf([]),
    handler: () => undefined,
    functions: { resize: (event, context) => ({ event, context }) },
  });
  expect(await host.invoke('resize', { a: 1 })).toMatchObject({
    event: { a: 1 },
    context: { functionName: 'fixture-test-resize', functionVersion: '$LATEST' },
  });
  expect(await host.invoke('resize', undefined)).toMatchObject({ event: null });
  await expect(host.invoke('other', {})).rejects.toThrow('there is no lambda function named other');
});

// The limits of the gateway: lengths of requests and events, and the duration of a function.

describe('limits', () => {
  test('a body of more than 10 MB is refused with 413', async () => {
    const host = hostOf({ path: '/a', methods: ['POST'] });
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    expect(await ask(host, { method: 'POST', path: '/a', body })).toBe(
      '413 RequestTooLargeException HTTP content length exceeded 10485760 bytes.',
    );
    const { headers } = await host.request({ method: 'POST', path: '/a', body });
    expect(headers['content-type']).toBe('text/plain');
  });

  const EVENT_TOO_LONG = '413 BadRequestException {"message": "Request Too Long"}';

  test('a body that makes an event of more than 6 MB is refused with 413', async () => {
    const host = hostOf({ path: '/a', methods: ['POST'] });
    // The fixture's function responds with its event, which is too long for a response.
    const answerOf = (size: number, headers = {}): Promise<unknown> =>
      ask(host, { method: 'POST', path: '/a', headers, body: Buffer.alloc(size) });
    const sizeOf = (base64: number): number => (base64 / 4) * 3;
    const limit = 6 * 1024 * 1024;
    expect(await answerOf(sizeOf(limit))).toBe(EVENT_TOO_LONG);
    expect(await answerOf(sizeOf(limit - 8000), { 'X-Long': 'x'.repeat(4000) })).toBe(
      EVENT_TOO_LONG,
    );
    expect(await answerOf(sizeOf(limit - 8000))).toMatchObject({ path: '/a' });
  });

  test('the limit counts every byte of the event', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024);
    const sent = { method: 'POST', path: '/a' } as const;
    let event = 0;
    const host = createInProcessHost({
      manifest: manifestOf([{ path: '/a', methods: ['POST'] }]),
      handler: (given) => {
        event = Buffer.byteLength(JSON.stringify(given));
        return { statusCode: 200 };
      },
    });
    // A quote is two bytes of JSON, and a header is in the event twice.
    const padded = (count: number) =>
      host.request({ ...sent, body, headers: { 'X-Pad': '"'.repeat(count) } });
    await padded(0);
    const room = Math.floor((6 * 1024 * 1024 - event) / 4);
    expect((await padded(room)).status).toBe(200);
    expect(event).toBeGreaterThan(6 * 1024 * 1024 - 4);
    expect((await padded(room + 1)).status).toBe(413);
  });

  test('who may not call is told so before the length of a body', async () => {
    const host = hostOf({ path: '/a', methods: ['POST'], apiKeyRequired: true });
    const body = Buffer.alloc(5 * 1024 * 1024);
    expect(await ask(host, { method: 'POST', path: '/a', body })).toMatch(/^403 Forbidden/);
    const headers = { 'X-Api-Key': 'good' };
    expect(await ask(host, { method: 'POST', path: '/a', headers, body })).toBe(EVENT_TOO_LONG);
  });

  describe('of time', () => {
    afterEach(() => {
      vi.useRealTimers();
    });
    const waiting = (timeout?: number): Promise<unknown> => {
      const host = createInProcessHost({
        manifest: manifestOf([{ path: '/' }]),
        handler: () => new Promise(() => undefined),
        ...(timeout !== undefined && { timeout }),
      });
      return ask(host, '/');
    };

    test('a function that Lambda stops is 502', async () => {
      expect(await waiting(20)).toBe(
        '502 InternalServerErrorException {"message": "Internal server error"}',
      );
    });

    test.each([29_000, 60_000, undefined])(
      'a function that may run for %s ms is 504 after 29 s',
      async (timeout) => {
        vi.useFakeTimers();
        const answer = waiting(timeout);
        await vi.advanceTimersByTimeAsync(29_000);
        expect(await answer).toBe(
          '504 InternalServerErrorException {"message": "Endpoint request timed out"}',
        );
      },
    );
  });

  test.each([
    () => {
      throw new Error('secret');
    },
    () => Promise.reject(new Error('secret')),
  ])('a function that fails is 502 and tells nothing', async (handler) => {
    const host = createInProcessHost({ manifest: manifestOf([{ path: '/' }]), handler });
    expect(await ask(host, '/')).toBe(
      '502 InternalServerErrorException {"message": "Internal server error"}',
    );
  });
});
