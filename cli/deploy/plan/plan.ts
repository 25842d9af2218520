// The plan: what has to happen so that the observed state becomes the desired one. Data; `framework plan` prints it,
// `deploy` applies it, nothing else decides.
import type { DesiredApi, DesiredFunction, DesiredRole } from '../desired/desired.js';
import type { ObservedApi, ObservedFunction, ObservedRole } from '../observed/observed.js';
import type { RouteSummary } from './route-summary.js';

/** A field that changes, in the words of the configuration: `lambda_timeout`. Values of variables are never shown. */
export type FieldChange = {
  readonly field: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
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

/** `code`: other bytes. `permissions`: what API Gateway may call. */
export type FunctionPart = 'code' | 'configuration' | 'concurrency' | 'tags' | 'permissions';

/** What happens to the permission of API Gateway to call a function; one that is allowed may take the place of an earlier. */
export type PermissionChange = 'allowed' | 'taken back';

export type FunctionChange =
  | { readonly action: 'create'; readonly function: DesiredFunction }
  | {
      readonly action: 'update';
      readonly function: DesiredFunction;
      readonly observed: ObservedFunction;
      readonly parts: readonly FunctionPart[];
      readonly fields: readonly FieldChange[];
      /** Undefined without the part `permissions`. */
      readonly permission: PermissionChange | undefined;
    }
  /** Lambda could not make it, or cannot run it any more: it is deleted and made again. */
  | {
      readonly action: 'replace';
      readonly function: DesiredFunction;
      readonly observed: ObservedFunction;
      readonly reason: string;
    }
  | {
      readonly action: 'unchanged';
      readonly function: DesiredFunction;
      readonly observed: ObservedFunction;
    }
  | { readonly action: 'delete'; readonly name: string };

/** `document`: other routes or settings. `deployment`: the stage does not show the document yet. */
export type ApiPart = 'document' | 'deployment' | 'tags' | 'stages';

export type ApiChange =
  | { readonly action: 'create'; readonly api: DesiredApi }
  | {
      readonly action: 'update';
      readonly api: DesiredApi;
      readonly observed: ObservedApi;
      readonly parts: readonly ApiPart[];
    }
  | { readonly action: 'unchanged'; readonly api: DesiredApi; readonly observed: ObservedApi }
  | { readonly action: 'delete'; readonly observed: ObservedApi };

export type RouteChange =
  | { readonly action: 'add'; readonly route: RouteSummary }
  | { readonly action: 'remove'; readonly route: RouteSummary }
  | {
      readonly action: 'change';
      readonly route: RouteSummary;
      readonly before: RouteSummary;
      readonly fields: readonly FieldChange[];
      /** True when a request that was answered may be refused now. */
      readonly isBreaking: boolean;
    };

/** What a role gains and loses; actions with their resources (spec 2.7). */
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

export type Plan = {
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  /** True when nothing of the stage exists. */
  readonly isFirst: boolean;
  readonly roles: readonly RoleChange[];
  readonly functions: readonly FunctionChange[];
  /** Undefined when there is none and there should be none. */
  readonly api: ApiChange | undefined;
  /** Ids of further APIs of ours, which two deploys at once have left: they are deleted. */
  readonly otherApis: readonly string[];
  /** Undefined when what is deployed is not known. */
  readonly routes: readonly RouteChange[] | undefined;
  readonly policies: readonly PolicyChange[];
};
