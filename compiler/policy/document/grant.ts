// An action with its resources and reasons. Statements are made of grants.
import type { Condition } from '../actions/need.js';
import type { PolicyReason } from '../generated-policy.js';

export type Grant = {
  readonly action: string;
  /** The resources, sorted; only `*` when it is unknown what the action touches. */
  readonly resources: readonly string[];
  readonly condition?: Condition;
  readonly because: readonly PolicyReason['because'][];
};

export const EVERYTHING: readonly string[] = ['*'];

/** The key of a grant; equal for the same action and condition. */
export function grantKey({ action, condition }: Pick<Grant, 'action' | 'condition'>): string {
  return condition === undefined ? action : `${action} ${JSON.stringify(condition)}`;
}
