// User pools: the token is read, its issuer and its time are checked, its signature is not (the keys of the pool are in
// the cloud). The claims reach the view as the gateway writes them: every value a text.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { JWTPayload } from 'jose';
import type { AuthorizerEntry } from '../../../runtime/contract/manifest.js';
import type { AuthorizationRequest, Verdict } from '../authorization.js';
import { headerValue } from '../request.js';

export type UserPoolEntry = Extract<AuthorizerEntry, { kind: 'userPool' }>;

/** Judges the token of a request. */
export function checkUserPool(entry: UserPoolEntry, request: AuthorizationRequest): Verdict {
  const value = headerValue(request.headers, entry.header.toLowerCase());
  if (!value) return unauthorized(`no ${entry.header} header`);
  const claims = readClaims(value.replace(/^Bearer\s+/i, ''));
  if (!claims) return unauthorized('the token is not a JSON Web Token');
  const issuers = entry.providerArns.map(issuerOf);
  if (claims.iss === undefined || !issuers.includes(claims.iss)) {
    return unauthorized(
      `the token is of ${claims.iss ?? 'no issuer'}, not of ${issuers.join(' or ')}`,
    );
  }
  if (claims['token_use'] !== 'id') {
    return unauthorized(
      `token_use is ${JSON.stringify(claims['token_use'] ?? null)}; the gateway takes id tokens`,
    );
  }
  if (claims.exp === undefined) return unauthorized('the token has no exp claim');
  if (claims.exp * 1000 <= request.time) return { kind: 'refused', error: 'expiredToken' };
  return { kind: 'granted', access: { authorizer: { claims: claimTexts(claims) } } };
}

/** `arn:aws:cognito-idp:<region>:<account>:userpool/<pool>` issues as `https://cognito-idp.<region>.amazonaws.com/<pool>`. */
function issuerOf(providerArn: string): string {
  const [, , , region = '', , resource = ''] = providerArn.split(':');
  return `https://cognito-idp.${region}.amazonaws.com/${resource.replace(/^userpool\//, '')}`;
}

function unauthorized(note: string): Verdict {
  return { kind: 'refused', error: 'unauthorized', note };
}

function readClaims(token: string): JWTPayload | undefined {
  try {
    decodeProtectedHeader(token);
    return decodeJwt(token);
  } catch {
    // Whatever is wrong with the text, it is not a token.
    return undefined;
  }
}

function claimTexts(claims: JWTPayload): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [name, claimText(name, value)]),
  );
}

/** The gateway writes these two as dates: `Fri Nov 20 17:30:46 UTC 2026`. */
const DATES: ReadonlySet<string> = new Set(['exp', 'iat']);

function claimText(name: string, value: unknown): string {
  if (DATES.has(name) && typeof value === 'number') {
    const [weekday = '', day = '', month = '', year = '', clock = ''] = new Date(value * 1000)
      .toUTCString()
      .split(' ');
    return `${weekday.replace(',', '')} ${month} ${day} ${clock} UTC ${year}`;
  }
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
