// The errors of API Gateway's management API, by kind.
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

/** An error of the service's request parser, which runs before the operation. */
export function invalid(
  code: 'ValidationException' | 'SerializationException',
  message: string,
): RefusedCall {
  return new RefusedCall({ status: 400, code, message });
}
