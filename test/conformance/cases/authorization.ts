// Specification 2.5 and 5: tokens of user pools, and the scopes that routes require.
import { UnsecuredJWT } from 'jose';
import { type ConformanceCase, type ConformanceSection, given } from '../case.js';

/** Creates an unsigned token, because only the real AWS gateway checks signatures. */
function token(claims: Readonly<Record<string, string>>): string {
  return new UnsecuredJWT({
    iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI',
    sub: 'ada',
    ...claims,
  })
    .setExpirationTime('2h')
    .encode();
}

const ID = token({ token_use: 'id' });
const UNAUTHORIZED = {
  status: 401,
  headers: { 'x-amzn-ErrorType': 'UnauthorizedException' },
  json: { message: 'Unauthorized' },
};

function withScope(scope: string): string {
  return token({ token_use: 'access', scope });
}

type Asked = { readonly method?: string; readonly path: string; readonly token?: string };

function row(
  title: string,
  { token: Authorization, ...request }: Asked,
  answer: ConformanceCase['answer'],
): ConformanceCase {
  const headers = Authorization === undefined ? {} : { Authorization };
  return given(title, { ...request, headers }, answer, 'guarded-app');
}

const ORDER = { method: 'POST', path: '/orders' };

export const AUTHORIZATION: ConformanceSection = {
  section: '5 Authorization',
  cases: [
    row(
      'a route without an authorizer admits everybody',
      { path: '/open' },
      { json: { open: true } },
    ),
    row('a user pool refuses a request without a token', { path: '/me' }, UNAUTHORIZED),
    row('a user pool admits an ID token', { path: '/me', token: ID }, { json: { sub: 'ada' } }),
    row(
      'without scopes an access token is refused',
      { path: '/me', token: withScope('admin') },
      UNAUTHORIZED,
    ),
    row('with scopes an ID token is refused', { path: '/orders', token: ID }, UNAUTHORIZED),
    row(
      'the scopes of the authorizer count where a route has none',
      { path: '/orders', token: withScope('openid orders/read') },
      { json: { orders: [] } },
    ),
    row(
      'the scopes of a route take the place of those of its authorizer',
      { ...ORDER, token: withScope('orders/read') },
      UNAUTHORIZED,
    ),
    row(
      'one of the scopes of a route is enough',
      { ...ORDER, token: withScope('admin') },
      { json: { ordered: true } },
    ),
    row(
      'a route asks for scopes where its authorizer has none',
      { path: '/exports', token: ID },
      UNAUTHORIZED,
    ),
    row(
      'a token with the scope of the route is admitted',
      { path: '/exports', token: withScope('admin') },
      { json: { exported: true } },
    ),
  ],
};
