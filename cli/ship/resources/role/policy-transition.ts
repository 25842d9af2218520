// How the policy of a role gets from one content to another while functions run under it: what it gains comes before they
// change, what it loses after. Old code keeps what it calls until it is gone; and to leave a VPC, Lambda needs the
// permissions that only a function in a VPC has.
import { INLINE_LIMIT, sizeOf } from '../../../../compiler/policy/document/size-limit.js';
import type { PolicyChange } from './role-state.js';

export type PolicyTransition = {
  /** What is put before the functions change; undefined: nothing. */
  readonly before: unknown;
  /** What is put after they have changed; undefined: nothing. */
  readonly after: unknown;
};

/** `change`: what the role gains and loses; undefined where it cannot be told. */
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

/** Everything that either policy grants; undefined when that cannot be one policy. */
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
    // An id may stand in a policy once; here nobody reads it.
    typeof one === 'object' && one !== null ? [{ ...one, Sid: undefined }] : [],
  );
  return statements.length === list.length ? { version, statements } : undefined;
}
