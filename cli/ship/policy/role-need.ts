// Lists the roles that a stage needs: one that functions share, and one for each function whose own entry in `lambda_functions`
// requires it (specification 2.6).
import { compareTexts } from '../../../compiler/text-order.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { appNameOf, baseName, functionKeys, ownRoleNameOf } from '../../config/cloud-names.js';
import type { StageConfig } from '../../config/stage-config.js';

export type PolicySource =
  | { readonly kind: 'generated' }
  | {
      readonly kind: 'file';
      /** Relative to the project directory. */
      readonly path: string;
      /** True when the function's own configuration requires it, not that of the stage. */
      readonly isOwn: boolean;
    };

export type RoleNeed = {
  readonly name: string;
  /** The keys of the functions with this role; undefined for all functions of the application. */
  readonly functions: readonly string[] | undefined;
  readonly source: PolicySource;
  readonly hasVpc: boolean;
  /** True when X-Ray records the functions. */
  readonly hasTracing: boolean;
};

/** The roles that a deploy creates, by name. */
export function roleNeeds(manifest: Manifest, config: StageConfig): readonly RoleNeed[] {
  const base = baseName(appNameOf(config, manifest), config.stage);
  const keys = functionKeys(manifest);
  const needs = new Map<string, RoleNeed>();
  for (const key of keys) {
    const { role, hasOwnRole, vpc } = config.functionConfig(key);
    if (role.kind === 'given') continue;
    const name = hasOwnRole ? ownRoleNameOf(base, key) : base;
    const known = needs.get(name);
    needs.set(name, {
      name,
      functions: [...(known?.functions ?? []), key],
      source: known?.source ?? role.policy,
      hasVpc: known?.hasVpc === true || vpc !== undefined,
      hasTracing: config.settings.xray,
    });
  }
  return [...needs.values()]
    .map((need) =>
      need.functions?.length === keys.length ? { ...need, functions: undefined } : need,
    )
    .toSorted((left, right) => compareTexts(left.name, right.name));
}
