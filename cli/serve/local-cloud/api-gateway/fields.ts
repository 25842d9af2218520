// Access to JSON members, ids and errors, shared by the API Gateway modules.
import { createHash, randomInt } from 'node:crypto';
import { type Mapping, mappingOf } from '../../../../compiler/json-values.js';
import { type Refuse, refusing } from '../service.js';

export const badRequest: Refuse = refusing(400, 'BadRequestException');
export const notFound: Refuse = refusing(404, 'NotFoundException');
export const conflict: Refuse = refusing(409, 'ConflictException');

/** The errors of the service's request parser, which runs before the operation. */
export const invalid: Refuse = refusing(400, 'ValidationException');
export const serialization: Refuse = refusing(400, 'SerializationException');

export type Fields = Mapping;

/** Returns the object at a key; empty if there is none. */
export function fieldsAt(fields: Fields, key: string): Fields {
  return mappingOf(fields[key]);
}

/** Returns the text at a key; a number is converted to text. */
export function textAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

export function textsAt(fields: Fields, key: string): readonly string[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the strings in the object at a key. Other values are converted to JSON. */
export function textMapAt(fields: Fields, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsAt(fields, key)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

// Identifiers in the format of the service. The id of each part of a definition is derived from the part's name, so that a
// deployed definition and its draft have the same ids.

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
