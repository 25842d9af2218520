// A call of an operation, in whatever way the code writes it.
import type { InputValue } from '../sdk-use.js';

export type Call = {
  /** The client: its package without `@aws-sdk/client-`. */
  readonly client: string;
  /** The operation, for example `PutItem`. */
  readonly operation: string;
  readonly input: InputValue;
};
