// The rules of user pools and of scopes, tested through a host: the response to a rejected client, and what the view receives
// for an accepted one.
import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createWorld, ISSUER, summary } from './authorized-host.fixture.js';

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
