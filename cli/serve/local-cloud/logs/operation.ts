// The type of an operation of CloudWatch Logs, and functions that read its members.
import { invalid, type JsonOperations } from '../json-service.js';
import { integerOf, type Members, textOf } from '../members.js';
import type { RefusedCall } from '../service.js';
import { type LogGroup, logGroupArn, type LogStore } from './log-store.js';

export type LogsOperations = JsonOperations<LogStore>;

/** For a call about a group, the service checks a stream with an empty name: policies must end in `:*`. */
export function groupResource(members: Members, store: LogStore): string {
  return `${logGroupArn(store, textOf(members, 'logGroupName') ?? '')}:log-stream:`;
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
  return invalid(message, 'InvalidParameterException');
}

export function noSuchGroup(): RefusedCall {
  return invalid('The specified log group does not exist.', 'ResourceNotFoundException');
}

export function noSuchStream(): RefusedCall {
  return invalid('The specified log stream does not exist.', 'ResourceNotFoundException');
}

export function groupExists(): RefusedCall {
  return invalid('The specified log group already exists', 'ResourceAlreadyExistsException');
}

export function streamExists(): RefusedCall {
  return invalid('The specified log stream already exists', 'ResourceAlreadyExistsException');
}
