// Merges needs into one grant for each action. When the resources of one need are unknown, the action is allowed on `*`.
import { groupBy } from '../../groups.js';
import { compareTexts } from '../../text-order.js';
import type { Need, Condition } from '../actions/needs-of-call.js';
import type { PolicyReason } from '../generated-policy.js';

export type AskedNeed = { readonly need: Need; readonly because: PolicyReason['because'] };

/** The grants, sorted by action. */
export function mergeNeeds(asked: readonly AskedNeed[]): readonly Grant[] {
  return [...groupBy(asked, ({ need }) => grantKey(need))]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .flatMap(([, items]) => mergeGroup(items));
}

function mergeGroup(items: readonly AskedNeed[]): readonly Grant[] {
  const [first] = items;
  if (first === undefined) return [];
  const { action, condition } = first.need;
  const resources = new Set<string>();
  for (const { need } of items) for (const arn of need.resources ?? EVERYTHING) resources.add(arn);
  return [
    {
      action,
      resources: resources.has('*') ? EVERYTHING : [...resources].sort(),
      ...(condition && { condition }),
      because: items.map(({ because }) => because),
    },
  ];
}

// An action with its resources and reasons. Statements are made of grants.
export type Grant = {
  readonly action: string;
  /** The resources, sorted; only `*` when it is unknown what the action touches. */
  readonly resources: readonly string[];
  readonly condition?: Condition;
  readonly because: readonly PolicyReason['because'][];
};

export const EVERYTHING: readonly string[] = ['*'];

/** The key of a grant; equal for the same action and condition. */
function grantKey({ action, condition }: Pick<Grant, 'action' | 'condition'>): string {
  return condition === undefined ? action : `${action} ${JSON.stringify(condition)}`;
}
