// Each rule of the authorizers, through a host: what a rejected client gets and what an admitted one's view sees.
import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { AuthorizerEntry } from '../../../../runtime/contract/manifest.js';
import { createInProcessHost } from '../in-process-host.js';
import type { HostAnswer, InProcessHost } from '../in-process-host.js';
import { manifestOf } from '../manifest-of.fixture.js';
import { createAuthorize } from './authorize.js';
import { findFunction } from './custom.js';
import type { FunctionOutcome } from './custom.js';

const POOL = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI';
const ISSUER = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI';
const CHECK_ARN = 'arn:aws:lambda:us-east-1:123456789012:function:fixture-dev-check';
const AUTHORIZERS: AuthorizerEntry[] = [
  { kind: 'iam', name: 'IAM' },
  { kind: 'userPool', name: 'Pool', header: 'Authorization', providerArns: [POOL] },
  {
    kind: 'custom',
    name: 'Check',
    header: 'X-Token',
    authorizerUri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${CHECK_ARN}/invocations`,
  },
  {
    kind: 'userPool',
    name: 'Scoped',
    header: 'Authorization',
    providerArns: [POOL],
    scopes: ['orders/read', 'admin'],
  },
  {
    kind: 'custom',
    name: 'Always',
    header: 'X-Token',
    authorizerUri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${CHECK_ARN}/invocations`,
    ttl: 0,
  },
  {
    kind: 'custom',
    name: 'Foreign',
    header: 'X-Token',
    authorizerUri: 'arn:aws:lambda:us-east-1:123456789012:function:other',
  },
];

type World = { now: number; asked: unknown[]; outcome: (event: unknown) => FunctionOutcome };

function createWorld(world: Partial<World> = {}): World & { host: InProcessHost } {
  const state: World = {
    now: Date.now(),
    asked: [],
    outcome: () => ({ kind: 'failed', message: 'not asked' }),
    ...world,
  };
  const host = createInProcessHost({
    manifest: manifestOf(
      [
        { path: '/iam/{x}', authorizer: 'IAM', methods: ['GET', 'POST'] },
        { path: '/pool', authorizer: 'Pool' },
        { path: '/custom', authorizer: 'Check', methods: ['GET', 'DELETE'] },
        { path: '/foreign', authorizer: 'Foreign' },
        { path: '/scoped', authorizer: 'Scoped' },
        { path: '/always', authorizer: 'Always' },
      ],
      { authorizers: AUTHORIZERS, functions: ['check'] },
    ),
    handler: (event) => ({ body: JSON.stringify(event) }),
    authorize: createAuthorize({
      functionNames: ['check'],
      functionPrefix: 'fixture-dev',
      invokeFunction: (name, event) => {
        state.asked.push({ name, event });
        return Promise.resolve(state.outcome(event));
      },
      now: () => state.now,
      credentials: { accessKeyId: 'local', secretAccessKey: 'secret' },
      accountId: '123456789012',
    }),
  });
  return Object.assign(state, { host });
}

function summary(answer: HostAnswer): unknown {
  if (answer.status !== 200) {
    return `${answer.status} ${answer.headers['x-amzn-errortype'] ?? ''} ${answer.text()}`;
  }
  const event = answer.json() as { requestContext: { authorizer?: unknown } }; // because the handler answers with its event
  return event.requestContext.authorizer;
}

describe('IAM', () => {
  const { host } = createWorld();

  type Sketch = {
    secret?: string;
    key?: string;
    date?: Date;
    service?: string;
    body?: string;
    path?: string;
  };

  async function sign(sketch: Sketch = {}) {
    const signer = new SignatureV4({
      service: sketch.service ?? 'execute-api',
      region: 'eu-west-1',
      credentials: {
        accessKeyId: sketch.key ?? 'local',
        secretAccessKey: sketch.secret ?? 'secret',
      },
      sha256: ClientSha256,
    });
    const request = {
      method: sketch.body === undefined ? 'GET' : 'POST',
      protocol: 'http:',
      hostname: 'localhost',
      path: sketch.path ?? '/iam/1',
      query: { b: '2', a: ['x y', 'z'] },
      headers: { Host: 'localhost:8000', 'Content-Type': 'text/plain' },
      ...(sketch.body !== undefined && { body: sketch.body }),
    };
    const signed = await signer.sign(request, { signingDate: sketch.date ?? new Date() });
    return {
      method: signed.method,
      path: `${request.path}?a=x%20y&a=z&b=2`,
      headers: signed.headers,
      ...(sketch.body !== undefined && { body: sketch.body }),
    };
  }

  test('an unsigned request is answered like an undefined path', async () => {
    expect(summary(await host.request({ path: '/iam/1' }))).toBe(
      '403 MissingAuthenticationTokenException {"message":"Missing Authentication Token"}',
    );
  });

  test.each<Sketch>([{}, { body: 'hello' }, { path: '/iam/a%20b%2Fc' }, { path: '/iam/~.-_' }])(
    'a request signed with the known credentials is admitted: %o',
    async (sketch) => {
      const answer = await host.request(await sign(sketch));
      expect(answer.status).toBe(200);
      const event = answer.json() as Record<string, unknown>; // because the handler answers with its event
      expect(event).toMatchObject({
        requestContext: {
          identity: {
            accessKey: 'local',
            accountId: '123456789012',
            userArn: 'arn:aws:iam::123456789012:user/local',
          },
        },
      });
      expect(event['headers']).not.toHaveProperty('authorization');
    },
  );

  test('another access key is not valid', async () => {
    expect(summary(await host.request(await sign({ key: 'other' })))).toBe(
      '403 UnrecognizedClientException {"message":"The security token included in the request is invalid."}',
    );
  });

  test.each([
    ['another secret', async () => sign({ secret: 'wrong' })],
    ['another body', async () => ({ ...(await sign({ body: 'hello' })), body: 'hellO' })],
    ['another path', async () => ({ ...(await sign()), path: '/iam/2?a=x%20y&a=z&b=2' })],
    ['another query', async () => ({ ...(await sign()), path: '/iam/1?a=x%20y&b=2' })],
  ])('%s is a wrong signature', async (_, make) => {
    expect(summary(await host.request(await make()))).toBe(
      '403 InvalidSignatureException {"message":"The request signature we calculated does not match the signature you ' +
        'provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details."}',
    );
  });

  test('an old signature has expired', async () => {
    const request = await sign({ date: new Date(Date.now() - 6 * 60_000) });
    expect(summary(await host.request(request))).toMatch(
      /^403 InvalidSignatureException \{"message":"Signature expired: \d{8}T\d{6}Z is now earlier than \d{8}T\d{6}Z"\}$/,
    );
  });

  test('a signature for another service is refused', async () => {
    expect(summary(await host.request(await sign({ service: 's3' })))).toMatch(
      /correct service: 'execute-api'/,
    );
  });

  test.each([
    ['Bearer abc', 'Invalid key=value pair (missing equal-sign)'],
    ['AWS4-HMAC-SHA256 Credential=x', "requires 'Signature' parameter"],
    [
      'AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=0',
      "'X-Amz-Date' or a 'Date' header",
    ],
  ])('the header %s is incomplete', async (authorization, text) => {
    const answer = await host.request({ path: '/iam/1', headers: { authorization } });
    expect(summary(answer)).toMatch(/^403 IncompleteSignatureException /);
    expect(answer.text()).toContain(text);
    expect(answer.text()).not.toContain('abc');
  });

  test('a presigned URL is admitted', async () => {
    const signer = new SignatureV4({
      service: 'execute-api',
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'secret' },
      sha256: ClientSha256,
    });
    const signed = await signer.presign({
      method: 'GET',
      protocol: 'http:',
      hostname: 'localhost',
      path: '/iam/1',
      query: {},
      headers: { host: 'localhost:8000' },
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(signed.query ?? {})) query.set(name, String(value));
    const request = { path: `/iam/1?${query.toString()}`, headers: { Host: 'localhost:8000' } };
    expect((await host.request(request)).status).toBe(200);
  });
});

describe('user pool', () => {
  const { host } = createWorld();

  async function ask(claims: Record<string, unknown>, prefix = ''): Promise<unknown> {
    const token = new UnsecuredJWT({
      iss: ISSUER,
      token_use: 'id',
      exp: 4_000_000_000,
      ...claims,
    }).encode();
    return summary(
      await host.request({ path: '/pool', headers: { Authorization: `${prefix}${token}` } }),
    );
  }

  const UNAUTHORIZED = '401 UnauthorizedException {"message":"Unauthorized"}';

  test('the claims reach the view, each as a text', async () => {
    const claims = {
      sub: 's',
      'cognito:groups': ['a', 'b'],
      email_verified: true,
      iat: 1_795_195_846,
    };
    expect(await ask(claims)).toEqual({
      claims: {
        iss: ISSUER,
        token_use: 'id',
        sub: 's',
        'cognito:groups': 'a,b',
        email_verified: 'true',
        iat: 'Fri Nov 20 17:30:46 UTC 2026',
        exp: 'Tue Oct 02 07:06:40 UTC 2096',
      },
    });
  });

  test('a token after Bearer is read too', async () => {
    expect(await ask({}, 'Bearer ')).toHaveProperty('claims');
  });

  test('without a token the answer is 401', async () => {
    expect(summary(await host.request({ path: '/pool' }))).toBe(UNAUTHORIZED);
  });

  test.each(['abc', 'a.b.c', 'Bearer'])('the text %s is not a token', async (authorization) => {
    expect(summary(await host.request({ path: '/pool', headers: { authorization } }))).toBe(
      UNAUTHORIZED,
    );
  });

  test('a token of another pool is refused', async () => {
    expect(await ask({ iss: `${ISSUER}x` })).toBe(UNAUTHORIZED);
  });

  test('an access token is refused', async () => {
    expect(await ask({ token_use: 'access' })).toBe(UNAUTHORIZED);
  });

  test('an expired token says so', async () => {
    expect(await ask({ exp: 1 })).toBe(
      '401 UnauthorizedException {"message":"The incoming token has expired"}',
    );
  });
});

describe('custom', () => {
  const ALLOW_ALL = { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' };

  function policyOf(...statements: unknown[]): (event: unknown) => FunctionOutcome {
    const policyDocument = { Version: '2012-10-17', Statement: statements };
    return () => ({
      kind: 'returned',
      value: { principalId: 'me', policyDocument, context: { team: 'red', level: 3, isNew: true } },
    });
  }

  const get = (world: { host: InProcessHost }, method = 'GET') =>
    world.host.request({ path: '/custom', method, headers: { 'x-token': 'abc' } }).then(summary);

  test('the function of the application is asked with the TOKEN event', async () => {
    const world = createWorld({ outcome: policyOf(ALLOW_ALL) });
    expect(await get(world)).toEqual({
      principalId: 'me',
      integrationLatency: 0,
      team: 'red',
      level: '3',
      isNew: 'true',
    });
    expect(world.asked).toEqual([
      {
        name: 'check',
        event: {
          type: 'TOKEN',
          methodArn: 'arn:aws:execute-api:us-east-1:123456789012:testapi/api/GET/custom',
          authorizationToken: 'abc',
        },
      },
    ]);
  });

  test('without a token the function is not asked', async () => {
    const world = createWorld();
    expect(summary(await world.host.request({ path: '/custom' }))).toBe(
      '401 UnauthorizedException {"message":"Unauthorized"}',
    );
    expect(world.asked).toEqual([]);
  });

  test("Error('Unauthorized') is 401", async () => {
    const world = createWorld({ outcome: () => ({ kind: 'failed', message: 'Unauthorized' }) });
    expect(await get(world)).toBe('401 UnauthorizedException {"message":"Unauthorized"}');
  });

  test.each<[string, unknown[]]>([
    ['a denial', [{ ...ALLOW_ALL, Effect: 'Deny' }]],
    ['a denial beside an allowance', [ALLOW_ALL, { ...ALLOW_ALL, Effect: 'Deny' }]],
    [
      'a policy for another method',
      [{ ...ALLOW_ALL, Resource: 'arn:aws:execute-api:*:*:*/*/POST/*' }],
    ],
    ['a policy for another action', [{ ...ALLOW_ALL, Action: 'lambda:InvokeFunction' }]],
    ['a policy with NotResource', [{ Action: '*', Effect: 'Allow', NotResource: '*/custom' }]],
    ['a condition', [{ ...ALLOW_ALL, Condition: { IpAddress: {} } }]],
  ])('%s is 403', async (_, statements) => {
    expect(await get(createWorld({ outcome: policyOf(...statements) }))).toBe(
      '403 AccessDeniedException {"Message":"User is not authorized to access this resource"}',
    );
  });

  test.each<[string, unknown[]]>([
    [
      'wildcards',
      [{ ...ALLOW_ALL, Resource: ['arn:aws:execute-api:us-?ast-1:*:testapi/*/GET/cust*'] }],
    ],
    ['a list of actions', [{ ...ALLOW_ALL, Action: ['s3:*', 'execute-api:*'] }]],
    ['NotResource', [{ Action: '*', Effect: 'Allow', NotResource: '*/other' }]],
  ])('a policy with %s allows', async (_, statements) => {
    expect(await get(createWorld({ outcome: policyOf(...statements) }))).toMatchObject({
      principalId: 'me',
    });
  });

  test.each<[string, FunctionOutcome]>([
    ['null', { kind: 'returned', value: null }],
    ['no principalId', { kind: 'returned', value: { policyDocument: { Statement: [ALLOW_ALL] } } }],
    ['no policy', { kind: 'returned', value: { principalId: 'me' } }],
    [
      'an effect that is none',
      {
        kind: 'returned',
        value: { principalId: 'me', policyDocument: { Statement: [{ Effect: 'Maybe' }] } },
      },
    ],
    [
      'a Resource that is no text',
      {
        kind: 'returned',
        value: {
          principalId: 'me',
          policyDocument: { Statement: [{ ...ALLOW_ALL, Resource: {} }] },
        },
      },
    ],
    [
      'an Action among which is no text',
      {
        kind: 'returned',
        value: {
          principalId: 'me',
          policyDocument: { Statement: [{ ...ALLOW_ALL, Action: ['*', Object.create(null)] }] },
        },
      },
    ],
    [
      'a list in the context',
      {
        kind: 'returned',
        value: {
          principalId: 'me',
          policyDocument: { Statement: [ALLOW_ALL] },
          context: { a: [] },
        },
      },
    ],
    ['another error', { kind: 'failed', message: 'boom' }],
  ])('%s is 500', async (_, outcome) => {
    expect(await get(createWorld({ outcome: () => outcome }))).toBe(
      '500 AuthorizerConfigurationException {"message":null}',
    );
  });

  test('the result is kept for five minutes and serves other methods too', async () => {
    const resource = 'arn:aws:execute-api:us-east-1:123456789012:testapi/api/GET/custom';
    const world = createWorld({ outcome: policyOf({ ...ALLOW_ALL, Resource: resource }) });
    expect(await get(world)).toMatchObject({ principalId: 'me' });
    expect(await get(world, 'DELETE')).toMatch(/^403/);
    world.now += 299_000;
    await get(world);
    expect(world.asked).toHaveLength(1);
    world.now += 2_000;
    await get(world);
    expect(world.asked).toHaveLength(2);
  });

  test.each(['/custom', '/custom/'])('a denial of GET/custom denies %s', async (path) => {
    const Resource = 'arn:aws:execute-api:*:*:testapi/api/GET/custom';
    const world = createWorld({
      outcome: policyOf(ALLOW_ALL, { ...ALLOW_ALL, Effect: 'Deny', Resource }),
    });
    expect(summary(await world.host.request({ path, headers: { 'x-token': 'abc' } }))).toMatch(
      /^403 AccessDeniedException/,
    );
  });

  test('a failure is not kept', async () => {
    const world = createWorld();
    await get(world);
    await get(world);
    expect(world.asked).toHaveLength(2);
  });

  test('a function of somebody else cannot be called', async () => {
    const { host } = createWorld();
    expect(summary(await host.request({ path: '/foreign', headers: { 'X-Token': 'a' } }))).toBe(
      '500 AuthorizerConfigurationException {"message":null}',
    );
  });

  test.each([
    [CHECK_ARN, 'check'],
    [CHECK_ARN.replace('fixture-dev-check', 'fixture-prod-check'), 'check'],
    [CHECK_ARN.replace('fixture-dev-check', 'fixture-dev-my-check'), 'my-check'],
    ['check', 'check'],
    [`${CHECK_ARN}:live`, 'check'],
    [CHECK_ARN.replace('fixture-dev-check', 'other'), undefined],
  ])('%s names %s', (uri, name) => {
    const application = { functionNames: ['check', 'my-check'], functionPrefix: 'fixture-dev' };
    expect(findFunction(uri, application)).toBe(name);
  });
});

/** The client's hash. */
class ClientSha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', Buffer.from(secret as Uint8Array)); // because the signer hands over bytes or text
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    throw new Error('used once');
  }
}

describe('scopes', () => {
  const { host } = createWorld();
  const claims = { iss: ISSUER, token_use: 'access', exp: Math.floor(Date.now() / 1000) + 60 };
  const ask = async (more: Readonly<Record<string, unknown>>): Promise<number> => {
    const token = new UnsecuredJWT({ ...claims, ...more }).encode();
    return (await host.request({ path: '/scoped', headers: { Authorization: token } })).status;
  };

  test('an access token with one of them is admitted', async () => {
    expect(await ask({ scope: 'openid admin' })).toBe(200);
    expect(await ask({ scope: 'orders/read' })).toBe(200);
  });

  test('one with another, with none, and an id token are not', async () => {
    expect(await ask({ scope: 'orders/reader administrator' })).toBe(401);
    expect(await ask({})).toBe(401);
    expect(await ask({ scope: 'admin', token_use: 'id' })).toBe(401);
  });
});

test('with a time to live of 0 the function is asked every time', async () => {
  const allowed = {
    principalId: 'me',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }],
    },
  };
  const world = createWorld({ outcome: () => ({ kind: 'returned', value: allowed }) });
  for (let times = 0; times < 2; times += 1) {
    const headers = { 'X-Token': 'one' };
    expect((await world.host.request({ path: '/always', headers })).status).toBe(200);
  }
  expect(world.asked).toHaveLength(2);
});
