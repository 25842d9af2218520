// How a cloud in memory refuses calls.
import { CloudError, type CloudErrorKind } from '../../cloud/cloud-error.js';

/** The entry of a name; the call is refused when there is none. */
export function has<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const found = values.get(name);
  if (found === undefined) throw refused('missing', name);
  return found;
}

export function refused(kind: CloudErrorKind, operation: string): CloudError {
  const message = `${operation} is refused: ${kind}`;
  const facts = { kind, operation, message, name: kind, status: undefined, requestId: undefined };
  return new CloudError(facts, undefined);
}
