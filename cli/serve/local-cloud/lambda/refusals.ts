// The errors of Lambda, with the messages of the service.
import { RefusedCall } from '../refused-call.js';

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
