// The errors of CloudWatch Logs, with the words of the service.
import { RefusedCall } from '../refused-call.js';

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

export function serialization(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'SerializationException', message });
}

export function streamExists(): RefusedCall {
  const message = 'The specified log stream already exists';
  return new RefusedCall({ status: 400, code: 'ResourceAlreadyExistsException', message });
}
