// What a call needs: an action on resources.
import type { PolicyStatement } from '../policy-document.js';

export type Condition = NonNullable<PolicyStatement['Condition']>;

export type Need = {
  readonly action: string;
  /** The ARNs of all that the call can touch; undefined when that is not known, or cannot be said by ARNs. */
  readonly resources: readonly string[] | undefined;
  readonly condition?: Condition;
};
