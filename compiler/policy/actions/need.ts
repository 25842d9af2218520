// An action on resources, which a call needs.
import type { PolicyStatement } from '../policy-document.js';

export type Condition = NonNullable<PolicyStatement['Condition']>;

export type Need = {
  readonly action: string;
  /** The ARNs of everything that the call can touch; undefined when that is unknown or has no ARNs. */
  readonly resources: readonly string[] | undefined;
  readonly condition?: Condition;
};
