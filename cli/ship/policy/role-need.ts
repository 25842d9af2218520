// Lists the roles of a stage (specification 2.6, docs/decisions/shared-role.md). With `role_per_function`, each function has
// its own role. Otherwise functions share one role, except those whose entry in `lambda_functions` requires another.
import { compareTexts } from '../../../compiler/groups.js';
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
      /** The path relative to the project directory. */
      readonly path: string;
      /** True if the function's own configuration requires the role, rather than the configuration of the stage. */
      readonly isOwn: boolean;
      /** The member of the file that contains the policy; undefined if the whole file is the policy. */
      readonly member?: string;
    };

/** The functions that a policy is generated for, and the settings that add permissions to it. */
export type PolicyScope = {
  /** The keys of the functions with this policy; undefined for all functions of the application. */
  readonly functions: readonly string[] | undefined;
  readonly hasVpc: boolean;
  readonly hasTracing: boolean;
  /** The only function with this policy, with `role_per_function`; undefined otherwise. */
  readonly only?: FunctionOfRole | undefined;
};

export type FunctionOfRole = {
  readonly key: string;
  /** The name of the function in AWS. */
  readonly name: string;
};

export type RoleNeed = PolicyScope & {
  readonly name: string;
  readonly source: PolicySource;
};

export function scopeOfFunction(key: string, manifest: Manifest, config: StageConfig): PolicyScope {
  const base = baseName(appNameOf(config, manifest), config.stage);
  const { xray, role_per_function } = config.settings;
  // If there is only one function, its policy covers everything that the application does.
  const isSingle = role_per_function && functionKeys(manifest).length === 1;
  return {
    functions: isSingle ? undefined : [key],
    hasVpc: config.functionConfig(key).vpc !== undefined,
    hasTracing: xray,
    only: role_per_function ? { key, name: functionNameOf(base, key) } : undefined,
  };
}

/** Returns the roles that a deploy creates, sorted by name. */
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
    .map((one) => (one.functions?.length === keys.length ? { ...one, functions: undefined } : one))
    .toSorted((left, right) => compareTexts(left.name, right.name));
}
