// The rules of user pools and of scopes, tested through a host: the response to a rejected client, and what the view receives
// for an accepted one.
import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { ClientSha256, createWorld, ISSUER, summary } from './authorized-host.fixture.js';
import { SignatureV4 } from '@smithy/signature-v4';

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

// The rules of the IAM authorizer, tested through a host: the response to a rejected client, and what the view receives for an
// accepted one.

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
      const event = answer.json() as Record<string, unknown>; // because the handler responds with its event
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
