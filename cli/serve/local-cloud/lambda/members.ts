// The members of a JSON body, and the errors of Lambda. Types are checked and unknown members are rejected.
import { parseJson } from '../../../../compiler/json-values.js';
import {
  checkShape,
  detected,
  failed,
  isMembers,
  type MemberKind,
  type Members,
  type ShapeErrors,
  wireName,
} from '../members.js';
import { type Refuse, RefusedCall, refusing } from '../service.js';

export const invalidParameter: Refuse = refusing(400, 'InvalidParameterValueException');
export const serialization: Refuse = refusing(400, 'SerializationException');
export const notFound: Refuse = refusing(404, 'ResourceNotFoundException');
export const conflict: Refuse = refusing(409, 'ResourceConflictException');
export const tooLarge: Refuse = refusing(413, 'RequestEntityTooLargeException');
export const accessDenied: Refuse = refusing(403, 'AccessDeniedException');

export function readMembers(body: Buffer, takes: string): Members {
  return checkMembers(parse(body), takes);
}

export function checkMembers(value: unknown, takes: string): Members {
  if (!isMembers(value)) throw serialization('Start of structure or map found where not expected.');
  return checkShape(value, takes, SHAPE_ERRORS);
}

const SHAPE_ERRORS: ShapeErrors = {
  unknown: (name) => serialization(`Unknown member ${name}. The local cloud does not support it.`),
  unexpected: (_, kind, value) =>
    serialization(`${jsonKind(value)} can not be converted to ${EXPECTED[kind] ?? kind}`),
  missing: (names) =>
    validation(...names.map((name) => failed(wireName(name), 'not be null', null))),
};

export function textsOf(members: Members, name: string): readonly string[] | undefined {
  const value = members[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

export function textMapOf(
  members: Members,
  name: string,
): Readonly<Record<string, string>> | undefined {
  const value = members[name];
  if (!isMembers(value)) return undefined;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const EXPECTED: Partial<Record<MemberKind, string>> = {
  text: 'a String',
  integer: 'an Integer',
  boolean: 'a Boolean',
  texts: 'a list of String',
  'text-map': 'a map of String',
  map: 'a structure',
};

function parse(body: Buffer): unknown {
  if (body.length === 0) return {};
  const value = parseJson(body.toString());
  if (value !== undefined) return value;
  throw serialization('Unexpected character found in the request body.');
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (value === true || value === false) return `${String(value).toUpperCase()}_VALUE`;
  if (typeof value === 'string') return 'STRING_VALUE';
  return typeof value === 'number' ? 'NUMBER_VALUE' : 'START_OBJECT';
}

export function validation(...problems: readonly string[]): RefusedCall {
  const message = detected(problems);
  return new RefusedCall({ status: 400, code: 'ValidationException', message });
}

export function preconditionFailed(): RefusedCall {
  const message =
    'The Revision Id provided does not match the latest Revision Id. Call the GetFunction/GetAlias API to retrieve the latest Revision Id';
  return new RefusedCall({ status: 412, code: 'PreconditionFailedException', message });
}
