// Changes the policy of a role that functions use. Permissions are added before the functions change and removed
// afterwards. So old code keeps its permissions until it is replaced, and Lambda keeps those for a VPC until the function
// has left it.
import { INLINE_LIMIT, sizeOf } from '../../../../compiler/policy/document/size-limit.js';
import type { PolicyChange } from './role-state.js';

export type PolicyTransition = {
  /** The policy that is written before the functions change; undefined for none. */
  readonly before: unknown;
  /** The policy that is written after they have changed; undefined for none. */
  readonly after: unknown;
};

/** `change` is what the role gains and loses; undefined when that is unknown. */
export function transitionOf(
  from: unknown,
  to: unknown,
  change: PolicyChange | undefined,
): PolicyTransition {
  if (!change || change.removed.length + change.changed.length === 0) {
    return { before: to, after: undefined };
  }
  if (change.added.length + change.changed.length === 0) return { before: undefined, after: to };
  const both = joined(from, to);
  return both ? { before: both, after: to } : { before: to, after: undefined };
}

/** The union of two policies; undefined when it cannot be one policy. */
function joined(left: unknown, right: unknown): unknown {
  const [first, second] = [contentOf(left), contentOf(right)];
  if (!first || !second || first.version !== second.version) return undefined;
  const statements = new Map(
    [...first.statements, ...second.statements].map((one) => [JSON.stringify(one), one]),
  );
  const policy = { Version: first.version, Statement: [...statements.values()] };
  return sizeOf(policy) > INLINE_LIMIT ? undefined : policy;
}

type Content = { readonly version: unknown; readonly statements: readonly object[] };

function contentOf(policy: unknown): Content | undefined {
  if (typeof policy !== 'object' || policy === null) return undefined;
  const { Version: version, Statement: statement }: Readonly<Record<string, unknown>> = {
    ...policy,
  };
  const list: readonly unknown[] = Array.isArray(statement) ? statement : [statement];
  const statements = list.flatMap((one) =>
    // The ids of statements must be unique in a policy, and nothing reads them here.
    typeof one === 'object' && one !== null ? [{ ...one, Sid: undefined }] : [],
  );
  return statements.length === list.length ? { version, statements } : undefined;
}
