// The members of a JSON body: their types are checked as the parser of the service does, and unknown members are rejected.
import { RefusedCall } from '../service.js';

export type Members = Readonly<Record<string, unknown>>;

/** The type of a member. */
export type MemberKind = 'text' | 'integer' | 'boolean' | 'texts' | 'text-map' | 'structure';

/** Reads a body that may contain only these members; `null` is treated as absent. */
export function readMembers(
  body: Buffer,
  kinds: Readonly<Record<string, MemberKind>>,
  required: readonly string[] = [],
): Members {
  const members = checkMembers(parse(body), kinds);
  const missing = required.filter((name) => members[name] === undefined);
  if (missing.length === 0) return members;
  throw validation(missing.map((name) => failed(null, wireName(name), 'Member must not be null')));
}

/** Checks a nested structure in the same way. */
export function checkMembers(value: unknown, kinds: Readonly<Record<string, MemberKind>>): Members {
  if (!isMembers(value)) throw serialization('Start of structure or map found where not expected.');
  const given = Object.entries(value).filter(([, member]) => member !== null);
  for (const [name, member] of given) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined)
      throw serialization(`Unknown member ${name}. The cloud on this machine does not know it.`);
    if (!CHECKS[kind](member))
      throw serialization(`${jsonKind(member)} can not be converted to ${EXPECTED[kind]}`);
  }
  return Object.fromEntries(given);
}

export function textOf(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

export function integerOf(members: Members, name: string): number | undefined {
  const value = members[name];
  return typeof value === 'number' ? value : undefined;
}

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
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Returns a member name as the messages of the service spell it. */
export function wireName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const CHECKS: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'text-map': (value) =>
    isMembers(value) && Object.values(value).every((item) => typeof item === 'string'),
  structure: isMembers,
};

const EXPECTED: Readonly<Record<MemberKind, string>> = {
  text: 'a String',
  integer: 'an Integer',
  boolean: 'a Boolean',
  texts: 'a list of String',
  'text-map': 'a map of String',
  structure: 'a structure',
};

function parse(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch {
    throw serialization('Unexpected character found in the request body.');
  }
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'START_ARRAY';
  if (value === true || value === false) return `${String(value).toUpperCase()}_VALUE`;
  if (typeof value === 'string') return 'STRING_VALUE';
  return typeof value === 'number' ? 'NUMBER_VALUE' : 'START_OBJECT';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalidParameter(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'InvalidParameterValueException', message });
}

export function serialization(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'SerializationException', message });
}

/** The error for violated constraints, all of them in one message. */
export function validation(problems: readonly string[]): RefusedCall {
  const noun = problems.length === 1 ? 'error' : 'errors';
  const message = `${problems.length} validation ${noun} detected: ${problems.join('; ')}`;
  return new RefusedCall({ status: 400, code: 'ValidationException', message });
}

/** Describes a violated constraint. `value` is `null` for a missing member. */
export function failed(value: string | number | null, field: string, rule: string): string {
  const shown = value === null ? 'Value null' : `Value '${value}'`;
  return `${shown} at '${field}' failed to satisfy constraint: ${rule}`;
}

export function notFound(message: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'ResourceNotFoundException', message });
}

export function conflict(message: string): RefusedCall {
  return new RefusedCall({ status: 409, code: 'ResourceConflictException', message });
}

export function preconditionFailed(): RefusedCall {
  const message =
    'The Revision Id provided does not match the latest Revision Id. Call the GetFunction/GetAlias API to retrieve the latest Revision Id';
  return new RefusedCall({ status: 412, code: 'PreconditionFailedException', message });
}

export function tooLarge(message: string): RefusedCall {
  return new RefusedCall({ status: 413, code: 'RequestEntityTooLargeException', message });
}

export function accessDenied(message: string): RefusedCall {
  return new RefusedCall({ status: 403, code: 'AccessDeniedException', message });
}
