// Roles in the states of a stage. A role has one inline policy, of the same name.
import type { GeneratedPolicy } from '../../../../compiler/policy/generated-policy.js';
import type { PolicyDocument } from '../../../../compiler/policy/policy-document.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudRole } from '../../../cloud/iam-calls.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** By name. */
    readonly roles: readonly DesiredRole[];
  }
  interface Observed {
    /** Roles of the stage, also those that are not desired any more. By name. */
    readonly roles: readonly ObservedRole[];
    /** Roles of the stage in other regions, and roles that may be in use there. */
    readonly rolesElsewhere?: readonly ObservedRole[];
  }
  interface Plan {
    readonly roles: readonly RoleChange[];
    readonly policies: readonly PolicyChange[];
  }
  interface Learned {
    /** ARNs of roles by name. */
    readonly roles: Map<string, string>;
  }
  interface DeployedState {
    /** The roles carry the tag of their region; absent in records of versions that did not know it. */
    readonly hasRegions?: true;
    /** One of them was made by such a version, and may be shared with other regions. */
    readonly hasShared?: true;
    /** Names. While a deploy is under way, also those that it may create. */
    readonly roles: readonly string[];
  }
}

/** A role that the deploy creates. */
export type DesiredRole = {
  /**
   * `<app>-<stage>`, or `<app>-<stage>-<function>`; its inline policy has the same name. Where another region holds that name,
   * `observe` puts the name of this region in its place.
   */
  readonly name: string;
  readonly trust: PolicyDocument;
  /** Of a file it may be anything that IAM takes. */
  readonly policy: unknown;
  /** Why each action is in a generated policy; undefined for one from a file. */
  readonly generated: GeneratedPolicy | undefined;
  /** `.framework/policy-prod.json` and the like; undefined for a generated one. */
  readonly policyFile: string | undefined;
  readonly tags: Tags;
};

/** The role that a function has: one that we make, or one of the configuration. */
export type FunctionRole =
  | { readonly kind: 'managed'; readonly name: string }
  | { readonly kind: 'given'; readonly arn: string };

export type ObservedRole = {
  readonly name: string;
  /** Undefined when it was not asked for, because the record is complete. */
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

/** What a role gains and loses; actions with their resources (specification 2.7). */
export type PolicyChange = {
  readonly role: string;
  readonly added: readonly PolicyGrant[];
  readonly removed: readonly PolicyGrant[];
  /** The same action on other resources. */
  readonly changed: readonly {
    readonly action: string;
    readonly from: readonly string[];
    readonly to: readonly string[];
  }[];
};

export type PolicyGrant = {
  readonly action: string;
  readonly resources: readonly string[];
  /** `app.ts:12` and what stands there; undefined for a policy from a file and for what is removed. */
  readonly because: string | undefined;
};

/** The name of a role that is in the plan. */
export function roleNameIn(change: RoleChange): string {
  return change.action === 'delete' ? change.name : change.role.name;
}
