// Makes an id token of a user pool, for a caller on this machine. It is not signed, because the keys of the pool are in
// the cloud; the gateway of this machine checks issuer, kind and time (docs/decisions/gateway-answers.md).
import { UnsecuredJWT } from 'jose';
import { issuerOf, type UserPoolEntry } from './user-pool.js';

/** A token of the first user pool, valid for an hour. The given claims win. */
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
