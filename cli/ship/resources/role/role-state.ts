// Roles in the states of a stage. A role has one inline policy, of the same name.
import type { GeneratedPolicy, PolicyDocument } from '../../../../compiler/policy/sdk-use.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudRole } from '../../../cloud/services/iam.js';

/** A role that the deploy creates. */
export type DesiredRole = {
  /**
   * `<app>-<stage>`, or `<app>-<stage>-<function>`; its inline policy has the same name. When another region holds that name,
   * `observe` uses the name for this region instead.
   */
  readonly name: string;
  readonly trust: PolicyDocument;
  /** A policy from a file may be anything that IAM accepts. */
  readonly policy: unknown;
  /** The reasons for each action of a generated policy; undefined for a policy from a file. */
  readonly generated: GeneratedPolicy | undefined;
  /** `.framework/policy-prod.json` and the like; undefined for a generated policy. */
  readonly policyFile: string | undefined;
  readonly tags: Tags;
};

/** The role of a function: one that we create, or one from the configuration. */
export type FunctionRole =
  | { readonly kind: 'managed'; readonly name: string }
  | { readonly kind: 'given'; readonly arn: string };

export type ObservedRole = {
  readonly name: string;
  /** Undefined when it was not read, because the record is complete. */
  readonly role: CloudRole | undefined;
  /** The inline policy; undefined when there is none. */
  readonly policy: unknown;
};

export type RoleChange =
  | { readonly action: 'create'; readonly role: DesiredRole }
  | {
      readonly action: 'update';
      readonly role: DesiredRole;
      readonly observed: ObservedRole;
      readonly parts: readonly ('trust' | 'policy' | 'tags')[];
    }
  | { readonly action: 'unchanged'; readonly role: DesiredRole; readonly observed: ObservedRole }
  | { readonly action: 'delete'; readonly name: string };

/** The actions that a role gains and loses, with their resources (specification 2.7). */
export type PolicyChange = {
  readonly role: string;
  readonly added: readonly PolicyGrant[];
  readonly removed: readonly PolicyGrant[];
  /** Actions whose resources change. */
  readonly changed: readonly {
    readonly action: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
  }[];
};

export type PolicyGrant = {
  readonly action: string;
  readonly resources: readonly string[];
  /** The code that needs it, `app.ts:12`; undefined for a policy from a file and for removed permissions. */
  readonly because: string | undefined;
};

export function roleNameIn(change: RoleChange): string {
  return change.action === 'delete' ? change.name : change.role.name;
}
