// The type of an operation of CloudWatch Logs, and functions that read its members.
import type { LogGroup, LogStore } from './log-store.js';
import { RefusedCall } from '../service.js';

export type LogsOperation = {
  readonly name: string;
  readonly isWrite: boolean;
  readonly members: Readonly<Record<string, MemberKind>>;
  readonly run: (members: Members, store: LogStore) => unknown;
};

export type MemberKind = 'text' | 'integer' | 'boolean' | 'list' | 'texts' | 'text-map';
export type Members = Readonly<Record<string, unknown>>;

const CHECKS: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'text-map': (value) => typeof value === 'object' && !Array.isArray(value),
};

export function checkMembers({ members }: LogsOperation, body: Buffer): Members {
  const given: unknown = body.length === 0 ? {} : JSON.parse(body.toString());
  if (typeof given !== 'object' || given === null) throw serialization('Not a structure.');
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(members, name) ? members[name] : undefined;
    if (kind === undefined) throw invalidParameter(`Unknown member ${name}.`);
    if (!CHECKS[kind](value)) throw serialization(`Unexpected value at ${name}.`);
  }
  return { ...given };
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

/** Returns the group that the call names. */
export function groupOf(members: Members, store: LogStore): LogGroup {
  const group = store.groups.get(groupName(members));
  if (!group) throw noSuchGroup();
  return group;
}

export function groupName(members: Members): string {
  const name = textOf(members, 'logGroupName');
  if (name === undefined)
    throw invalidParameter(
      "1 validation error detected: Value null at 'logGroupName' failed to satisfy constraint: Member must not be null",
    );
  if (!/^[.\-_/#A-Za-z0-9]{1,512}$/.test(name))
    throw invalidParameter(
      `1 validation error detected: Value '${name}' at 'logGroupName' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_/#A-Za-z0-9]+`,
    );
  return name;
}

/** Returns the limit of the call, within its range, or the default. */
export function limitOf(members: Members, most: number): number {
  const limit = integerOf(members, 'limit') ?? most;
  if (limit >= 1 && limit <= most) return limit;
  const rule = limit < 1 ? 'greater than or equal to 1' : `less than or equal to ${most}`;
  throw invalidParameter(
    `1 validation error detected: Value '${limit}' at 'limit' failed to satisfy constraint: Member must have value ${rule}`,
  );
}

/** Reads a page token, which is the offset of the next item; a token that was not issued is rejected. */
export function offsetOf(members: Members): number {
  const token = textOf(members, 'nextToken');
  if (token === undefined) return 0;
  const offset = Buffer.from(token, 'base64url').toString();
  if (/^\d+$/.test(offset)) return Number(offset);
  throw invalidParameter('The specified nextToken is invalid.');
}

export function tokenAt(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

export function invalidParameter(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'InvalidParameterException', message });
}

export function noSuchGroup(): RefusedCall {
  const message = 'The specified log group does not exist.';
  return new RefusedCall({ status: 400, code: 'ResourceNotFoundException', message });
}

export function noSuchStream(): RefusedCall {
  const message = 'The specified log stream does not exist.';
  return new RefusedCall({ status: 400, code: 'ResourceNotFoundException', message });
}

export function groupExists(): RefusedCall {
  const message = 'The specified log group already exists';
  return new RefusedCall({ status: 400, code: 'ResourceAlreadyExistsException', message });
}

function serialization(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'SerializationException', message });
}

export function streamExists(): RefusedCall {
  const message = 'The specified log stream already exists';
  return new RefusedCall({ status: 400, code: 'ResourceAlreadyExistsException', message });
}
