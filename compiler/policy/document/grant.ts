// An action that a use asks for, with the reason: what statements are made of.
import type { Condition } from '../actions/need.js';
import type { PolicyReason } from '../generated-policy.js';

export type Grant = {
  readonly action: string;
  /** Sorted; `*` alone when it is not known what the action touches. */
  readonly resources: readonly string[];
  readonly condition?: Condition;
  readonly because: readonly PolicyReason['because'][];
};

export const EVERYTHING: readonly string[] = ['*'];

/** Whether two conditions are the same, and what a grant is known by. */
export function grantKey({ action, condition }: Pick<Grant, 'action' | 'condition'>): string {
  return condition === undefined ? action : `${action} ${JSON.stringify(condition)}`;
}
