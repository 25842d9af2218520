// The errors of API Gateway's management side by their kind.
import { RefusedCall } from '../refused-call.js';

export function badRequest(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'BadRequestException', message });
}

export function notFound(message: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'NotFoundException', message });
}

export function conflict(message: string): RefusedCall {
  return new RefusedCall({ status: 409, code: 'ConflictException', message });
}

/** What the frame of the service refuses before the call reaches it. */
export function invalid(
  code: 'ValidationException' | 'SerializationException',
  message: string,
): RefusedCall {
  return new RefusedCall({ status: 400, code, message });
}
