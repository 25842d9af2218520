// Checks the token of a user pool: issuer, kind and time, but not the signature, because the pool's keys are in AWS. The view
// receives each claim as a string, formatted as in API Gateway.
import { decodeJwt, decodeProtectedHeader, UnsecuredJWT } from 'jose';
import { textOrJson } from '../../../../compiler/json-values.js';
import type { AuthorizerEntry } from '../../../../runtime/contract/manifest.js';
import type { AuthorizationRequest, Verdict } from '../authorization.js';
import { headerValue } from '../request.js';

export type UserPoolEntry = Extract<AuthorizerEntry, { kind: 'userPool' }>;

export function checkUserPool(entry: UserPoolEntry, request: AuthorizationRequest): Verdict {
  const value = headerValue(request.headers, entry.header.toLowerCase());
  if (!value) return unauthorized(`no ${entry.header} header`);
  const claims = readClaims(value.replace(/^Bearer\s+/i, ''));
  if (!claims) return unauthorized('the token is not a JSON Web Token');
  const { iss: issuer, token_use: use, exp: expires } = claims;
  const issuers = entry.providerArns.map(issuerOf);
  if (typeof issuer !== 'string' || !issuers.includes(issuer)) {
    return unauthorized(`the issuer of the token is ${shown(issuer)}, not ${issuers.join(' or ')}`);
  }
  const wrong = entry.scopes ? wrongScopes(claims, entry.scopes) : wrongUse(use, 'id');
  if (wrong !== undefined) return unauthorized(wrong);
  if (typeof expires !== 'number' || !Number.isFinite(expires)) {
    return unauthorized(`the exp claim of the token is ${shown(expires)}, not a number of seconds`);
  }
  if (expires * 1000 <= request.time) return { kind: 'refused', error: 'expiredToken' };
  const texts = claimTexts(claims);
  if (!texts) return unauthorized('a claim of the token is nested too deeply to be a string');
  return { kind: 'granted', access: { authorizer: { claims: texts } } };
}

function wrongUse(use: unknown, wanted: 'id' | 'access'): string | undefined {
  return use === wanted
    ? undefined
    : `token_use is ${shown(use)}; the gateway accepts ${wanted} tokens`;
}

/** One scope is enough: docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html */
function wrongScopes(
  { token_use: use, scope }: Claims,
  wanted: readonly string[],
): string | undefined {
  const given = typeof scope === 'string' ? scope.split(' ') : [];
  if (use === 'access' && wanted.some((one) => given.includes(one))) return undefined;
  return wrongUse(use, 'access') ?? `the token has none of the scopes ${wanted.join(', ')}`;
}

/** Formats a claim for a message. The contents of an object are not shown, because it can be nested to any depth. */
function shown(claim: unknown): string {
  switch (typeof claim) {
    case 'string':
      return JSON.stringify(claim);
    case 'number':
    case 'boolean':
      return String(claim);
    case 'undefined':
      return 'missing';
    default:
      return claim === null ? 'null' : 'an object';
  }
}

/** Returns `https://cognito-idp.<region>.amazonaws.com/<pool>`. */
function issuerOf(providerArn: string): string {
  const [, , , region = '', , resource = ''] = providerArn.split(':');
  return `https://cognito-idp.${region}.amazonaws.com/${resource.replace(/^userpool\//, '')}`;
}

function unauthorized(note: string): Verdict {
  return { kind: 'refused', error: 'unauthorized', note };
}

type Claims = Readonly<Record<string, unknown>>;

function readClaims(token: string): Claims | undefined {
  try {
    decodeProtectedHeader(token);
    return decodeJwt(token);
  } catch {
    // The value is not a JSON Web Token.
    return undefined;
  }
}

/** Returns the claims as strings; undefined if one is nested too deeply for `JSON.stringify`. */
function claimTexts(claims: Claims): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(claims).map(([name, value]) => [name, claimText(name, value)]),
    );
  } catch {
    return undefined;
  }
}

/** The gateway formats these two claims as dates: `Fri Nov 20 17:30:46 UTC 2026`. */
const DATES: ReadonlySet<string> = new Set(['exp', 'iat']);

function claimText(name: string, value: unknown): string {
  if (DATES.has(name) && typeof value === 'number') return dateText(value);
  if (Array.isArray(value)) return value.map(textOrJson).join(',');
  return textOrJson(value);
}

/** A time outside the range of JavaScript dates is kept as a number. */
function dateText(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const [weekday = '', day = '', month = '', year = '', clock = ''] = date.toUTCString().split(' ');
  return `${weekday.replace(',', '')} ${month} ${day} ${clock} UTC ${year}`;
}

/** Returns an unsigned id token for the first user pool, valid for one hour (docs/decisions/gateway-answers.md). */
export function makeIdToken(
  { providerArns, scopes }: UserPoolEntry,
  claims: Readonly<Record<string, unknown>>,
): string {
  const now = Math.floor(Date.now() / 1000);
  return new UnsecuredJWT({
    iss: issuerOf(providerArns[0] ?? ''),
    ...(scopes ? { token_use: 'access', scope: scopes.join(' ') } : { token_use: 'id' }),
    iat: now,
    exp: now + 3600,
    ...claims,
  }).encode();
}
