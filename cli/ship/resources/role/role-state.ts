// Roles in the states of a stage. A role has one inline policy, of the same name.
import type {
  GeneratedPolicy,
  PolicyDocument,
} from '../../../../compiler/policy/generated-policy.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudRole } from '../../../cloud/iam-calls.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** By name. */
    readonly roles: readonly DesiredRole[];
  }
  interface Observed {
    /** The roles of the stage, also those that are no longer desired, by name. */
    readonly roles: readonly ObservedRole[];
    /** Roles of the stage in other regions, and roles that other regions may use. */
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
    /** True when the roles have a region tag; absent in records of versions that did not write it. */
    readonly hasRegions?: true;
    /** True when such a version made one of the roles, which other regions may share. */
    readonly hasShared?: true;
    /** The names of the roles. During a deploy also those that it may create. */
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
