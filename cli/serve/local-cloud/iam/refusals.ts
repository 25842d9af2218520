// The errors of IAM, with the messages of the service.
import { RefusedCall } from '../refused-call.js';

export function noSuchRole(name: string): RefusedCall {
  return noSuchEntity(`The role with name ${name} cannot be found.`);
}

export function noSuchPolicy(name: string): RefusedCall {
  return noSuchEntity(`The role policy with name ${name} cannot be found.`);
}

export function noSuchEntity(message: string): RefusedCall {
  return new RefusedCall({ status: 404, code: 'NoSuchEntity', message });
}

export function roleExists(name: string): RefusedCall {
  const message = `Role with name ${name} already exists.`;
  return new RefusedCall({ status: 409, code: 'EntityAlreadyExists', message });
}

export function deleteConflict(what: string): RefusedCall {
  const message = `Cannot delete entity, must ${what} first.`;
  return new RefusedCall({ status: 409, code: 'DeleteConflict', message });
}

export function limitExceeded(message: string): RefusedCall {
  return new RefusedCall({ status: 409, code: 'LimitExceeded', message });
}

export function validationError(message: string): RefusedCall {
  return new RefusedCall({ status: 400, code: 'ValidationError', message });
}
