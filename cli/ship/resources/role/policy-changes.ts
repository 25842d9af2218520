// The permissions that roles gain and lose (specification 2.7). A plan lists them, and `deploy` asks for confirmation.
import type {
  PolicyReason,
  GeneratedPolicy,
  PolicyDocument,
} from '../../../../compiler/policy/sdk-use.js';
import { isGone, type ListChange } from '../../stage/states.js';
import { type PlanLook, type PlanRow, renderRows } from '../../stage/plan-rows.js';
import { type Mapping, mappingOf, oneOrMore, textsOf } from '../../../../compiler/json-values.js';
import { INLINE_LIMIT, sizeOf } from '../../../../compiler/policy/document/statements.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudRole } from '../../../cloud/services/iam.js';

/** Returns one entry for each role whose policy grants different permissions than before. */
export function planPolicies(roles: readonly RoleChange[]): readonly PolicyChange[] {
  return roles.flatMap((change) => {
    if (isGone(change)) return [];
    if (change.action !== 'create' && !change.parts.includes('policy')) return [];
    return compare(change.desired, grantsOf(change.observed?.policy));
  });
}

function compare(role: DesiredRole, before: Grants): PolicyChange[] {
  const after = grantsOf(role.policy);
  const added = [...after].filter(([action]) => !before.has(action));
  const removed = [...before].filter(([action]) => !after.has(action));
  const changed = [...after].flatMap(([action, to]) => {
    const from = before.get(action);
    return from && from.join() !== to.join() ? [{ action, from, to }] : [];
  });
  if (added.length + removed.length + changed.length === 0) return [];
  const reasons = role.generated?.reasons ?? [];
  const grants = (rows: typeof added, why: readonly PolicyReason[]): readonly PolicyGrant[] =>
    rows
      .map(([action, resources]) => ({ action, resources, because: becauseOf(action, why) }))
      .toSorted(byAction);
  return [
    {
      role: role.name,
      added: grants(added, reasons),
      removed: grants(removed, []),
      changed: changed.toSorted(byAction),
    },
  ];
}

function byAction(left: { readonly action: string }, right: { readonly action: string }): number {
  return left.action < right.action ? -1 : 1;
}

/** Returns the first reason that the generated policy gives for an action. */
function becauseOf(action: string, reasons: readonly PolicyReason[]): string | undefined {
  const because = reasons.find((reason) => reason.action === action)?.because;
  switch (because?.kind) {
    case undefined:
      return undefined;
    case 'use':
    case 'event':
      return `${because.at.file}:${because.at.line} ${because.text}`;
    case 'logs':
      return 'logs of the functions';
    case 'vpc':
      return 'subnet_ids and security_group_ids';
    case 'xray':
      return 'xray';
    case 'base':
      return 'the handwritten policy';
  }
}

/** Renders one list for each role; empty if no policy changes. */
export function renderPolicyChanges(policies: readonly PolicyChange[], look: PlanLook): string {
  return policies
    .map((change) => renderRows(`Policy of ${change.role}`, policyRows(change), look))
    .join('');
}

function policyRows({ added, removed, changed }: PolicyChange): readonly PlanRow[] {
  return [
    ...added.map((grant) => grantRow('+', grant)),
    ...removed.map((grant) => grantRow('-', grant)),
    ...changed.map(({ action, from, to }): PlanRow => {
      const resources = [
        ...to.filter((one) => !from.includes(one)).map((one) => `+ ${one}`),
        ...from.filter((one) => !to.includes(one)).map((one) => `- ${one}`),
      ];
      return { sign: '~', cells: [action, resources.join(', ')] };
    }),
  ];
}

function grantRow(sign: '+' | '-', { action, resources, because }: PolicyGrant): PlanRow {
  const cells = [action, resources.join(', '), ...(because === undefined ? [] : [because])];
  return { sign, cells };
}

/** The resources of each action. Actions that differ only in letter case are merged. */
export type Grants = ReadonlyMap<string, readonly string[]>;

/** Returns the grants of a policy; none for a value that is not a policy. */
export function grantsOf(policy: unknown): Grants {
  const grants = new Map<string, readonly string[]>();
  for (const statement of oneOrMore(mappingOf(policy)['Statement']).map(mappingOf)) {
    const resources = resourcesOf(statement);
    for (const action of actionsOf(statement)) {
      const known = grants.get(action) ?? [];
      grants.set(action, [...new Set([...known, ...resources])].toSorted());
    }
  }
  return grants;
}

function actionsOf(statement: Mapping): readonly string[] {
  const actions = textsOf(statement['Action']);
  const others = textsOf(statement['NotAction']);
  const named = others.length > 0 ? [`everything except ${others.toSorted().join(', ')}`] : actions;
  const effect = statement['Effect'] === 'Deny' ? 'Deny ' : '';
  const condition = statement['Condition'];
  const end = condition === undefined ? '' : ` when ${JSON.stringify(condition)}`;
  return named.map((action) => `${effect}${action}${end}`);
}

function resourcesOf(statement: Mapping): readonly string[] {
  const others = textsOf(statement['NotResource']);
  if (others.length > 0) return [`everything except ${others.toSorted().join(', ')}`];
  return textsOf(statement['Resource']);
}

/**
 * Permissions are added before the functions change and removed afterwards, so that old code keeps them until it is replaced,
 * and Lambda keeps those for a VPC until the function has left it.
 */
export type PolicyTransition = {
  /** The policy that is written before the functions change; undefined if none is written. */
  readonly before: unknown;
  /** The policy that is written after the functions have changed; undefined if none is written. */
  readonly after: unknown;
};

/** `change` contains the permissions that the role gains and loses; undefined if they are unknown. */
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

/** Returns the union of two policies; undefined if they cannot be combined into one policy. */
export function joined(left: unknown, right: unknown): unknown {
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
    // The statement ids in a policy must be unique, and nothing reads them here.
    typeof one === 'object' && one !== null ? [{ ...one, Sid: undefined }] : [],
  );
  return statements.length === list.length ? { version, statements } : undefined;
}

export type DesiredRole = {
  /** The name of the role and its policy: `<app>-<stage>` or `<app>-<stage>-<function>`. `observe` may add the region. */
  readonly name: string;
  readonly trust: PolicyDocument;
  /** A policy from a file may be anything that IAM accepts. */
  readonly policy: unknown;
  /** The reasons for each action of a generated policy; undefined for a policy from a file. */
  readonly generated: GeneratedPolicy | undefined;
  /** A path such as `.framework/policy-prod.json`; undefined for a generated policy. */
  readonly policyFile: string | undefined;
  readonly tags: Tags;
};

/** The role of a function: one that the deploy creates, or one from the configuration. */
export type FunctionRole =
  | { readonly kind: 'managed'; readonly name: string }
  | { readonly kind: 'given'; readonly arn: string };

export type ObservedRole = {
  readonly name: string;
  /** The role in IAM; undefined if it was not read, because the record is complete. */
  readonly role: CloudRole | undefined;
  /** The inline policy; undefined if there is none. */
  readonly policy: unknown;
};

export type RoleChange = ListChange<DesiredRole, ObservedRole>;

/** The actions that a role gains and loses, with their resources (specification 2.7). */
export type PolicyChange = {
  readonly role: string;
  readonly added: readonly PolicyGrant[];
  readonly removed: readonly PolicyGrant[];
  readonly changed: readonly {
    readonly action: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
  }[];
};

type PolicyGrant = {
  readonly action: string;
  readonly resources: readonly string[];
  /** The reason for the action: `app.ts:12 ...`; undefined for a policy from a file and for removed permissions. */
  readonly because: string | undefined;
};
