// One call of an operation, whichever way the code wrote it.
import type { InputValue } from '../sdk-use.js';

export type Call = {
  /** The package without `@aws-sdk/client-`. */
  readonly client: string;
  /** For example `PutItem`. */
  readonly operation: string;
  readonly input: InputValue;
};
