// Identifiers in the format of the service. The ids of parts of a definition are derived from their names, so that a snapshot
// and its draft have the same ids.
import { createHash, randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns ten random characters, the format of REST API ids. */
export function newId(length = 10): string {
  return Array.from({ length }, () => ALPHABET[randomInt(36)]).join('');
}

export function resourceId(apiId: string, path: string): string {
  return derived(`${apiId} resource ${path}`, path === '/' ? 10 : 6);
}

export function authorizerId(apiId: string, name: string): string {
  return derived(`${apiId} authorizer ${name}`, 6);
}

function derived(text: string, length: number): string {
  return [...createHash('sha256').update(text).digest().subarray(0, length)]
    .map((byte) => ALPHABET[byte % 36])
    .join('');
}
