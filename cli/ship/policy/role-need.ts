// Lists the roles that a stage needs: one for each function with `role_per_function`; else one that functions share, and one
// for each function whose own entry in `lambda_functions` requires it (specification 2.6, docs/decisions/shared-role.md).
import { compareTexts } from '../../../compiler/text-order.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import {
  appNameOf,
  baseName,
  functionKeys,
  functionNameOf,
  ownRoleNameOf,
} from '../../config/cloud-names.js';
import type { StageConfig } from '../../config/stage-config.js';

export type PolicySource =
  | { readonly kind: 'generated' }
  | {
      readonly kind: 'file';
      /** Relative to the project directory. */
      readonly path: string;
      /** True when the function's own configuration requires it, not that of the stage. */
      readonly isOwn: boolean;
      /** The member of the file that is the policy; undefined for the whole file. */
      readonly member?: string;
    };

/** What a policy is generated for. */
export type PolicyScope = {
  /** The keys of the functions with this policy; undefined for all functions of the application. */
  readonly functions: readonly string[] | undefined;
  readonly hasVpc: boolean;
  /** True when X-Ray records the functions. */
  readonly hasTracing: boolean;
  /** The function that alone has the policy, with `role_per_function`; undefined without. */
  readonly only?: FunctionOfRole | undefined;
};

export type FunctionOfRole = {
  readonly key: string;
  /** In the cloud. */
  readonly name: string;
};

export type RoleNeed = PolicyScope & {
  readonly name: string;
  readonly source: PolicySource;
};

/** What the policy of one function is generated for. */
export function scopeOfFunction(key: string, manifest: Manifest, config: StageConfig): PolicyScope {
  const base = baseName(appNameOf(config, manifest), config.stage);
  const { xray, role_per_function } = config.settings;
  // What a single function reaches is what the application does.
  const isSingle = role_per_function && functionKeys(manifest).length === 1;
  return {
    functions: isSingle ? undefined : [key],
    hasVpc: config.functionConfig(key).vpc !== undefined,
    hasTracing: xray,
    only: role_per_function ? { key, name: functionNameOf(base, key) } : undefined,
  };
}

/** The roles that a deploy creates, by name. */
export function roleNeeds(manifest: Manifest, config: StageConfig): readonly RoleNeed[] {
  const base = baseName(appNameOf(config, manifest), config.stage);
  const keys = functionKeys(manifest);
  const needs = new Map<string, RoleNeed>();
  for (const key of keys) {
    const { role, hasOwnRole } = config.functionConfig(key);
    if (role.kind === 'given') continue;
    const name = hasOwnRole ? ownRoleNameOf(base, key) : base;
    const known = needs.get(name);
    const scope = scopeOfFunction(key, manifest, config);
    needs.set(name, {
      ...scope,
      name,
      functions: [...(known?.functions ?? []), key],
      source: known?.source ?? role.policy,
      hasVpc: known?.hasVpc === true || scope.hasVpc,
    });
  }
  return [...needs.values()]
    .map((need) =>
      need.functions?.length === keys.length ? { ...need, functions: undefined } : need,
    )
    .toSorted((left, right) => compareTexts(left.name, right.name));
}
