// The configuration of one stage (specification 2.6), which the commands read instead of the raw file. A key is looked up in
// the entry of the function, then in its stage, then at the top level.
import { posix } from 'node:path';
import * as v from 'valibot';
import type { KeyPath } from '../project/placed-json.js';
import {
  FUNCTION_KEYS,
  type FunctionSettings,
  type MergedSettings,
  type RawConfig,
  type RawFunction,
  STAGE_KEYS,
} from './keys.js';
import type { StageSettings } from './stage-keys.js';

/** The key in `lambda_functions` of the function that serves the API (docs/decisions/cloud-names.md). */
export const API_HANDLER = 'api_handler';
export const STREAM_HANDLER = 'stream_handler';

/** The role of a function: created by a deploy, or named by the configuration. */
export type RoleConfig =
  | {
      readonly kind: 'managed';
      readonly policy:
        | { readonly kind: 'generated' }
        | {
            readonly kind: 'file';
            readonly path: string;
            /** True if the function's own entry sets the policy, so that `--no-autogen-policy` has no effect. */
            readonly isOwn: boolean;
          };
    }
  | { readonly kind: 'given'; readonly arn: string };

/** Subnets and security groups; present only if both are configured. */
export type VpcConfig = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

export type FunctionConfig = {
  readonly settings: FunctionSettings;
  readonly role: RoleConfig;
  /** True if the function does not share the stage's role, because of `role_per_function` or its own entry. */
  readonly hasOwnRole: boolean;
  readonly vpc: VpcConfig | undefined;
};

export type StageConfig = {
  readonly stage: string;
  /** `app_name` in the file; undefined if it is not set. */
  readonly appName: string | undefined;
  /** The settings of the API and of every function, by their keys in the file. */
  readonly settings: StageSettings;
  /** The configuration of the API function: `lambda_functions.api_handler`, then the stage, then the top level. */
  readonly apiHandler: FunctionConfig;
  /** True if the file sets the architecture for the stage or for one of its functions. */
  readonly namesArchitecture: boolean;
  /** Returns the configuration for the function with this key: its own entry, then the stage, then the top level. */
  readonly functionConfig: (key: string) => FunctionConfig;
};

/** Assumes that the file is valid: `load-config.ts` has reported all problems. */
export function resolveStage(raw: RawConfig, stage: string): StageConfig {
  const settings = v.parse(STAGE, { ...raw, ...entryOf(raw.stages, stage) });
  const functionConfig = (key: string): FunctionConfig => {
    const layers = layersOf(raw, stage, key);
    const own = settingsOf(layers, stage);
    const role = resolveRole(own, namesOwnPolicy(layers));
    const hasOwnRole = settings.role_per_function && role.kind === 'managed';
    const vpc = resolveVpc(own);
    return { settings: own, role, hasOwnRole: hasOwnRole || asksForRole(layers), vpc };
  };
  return {
    stage,
    appName: raw.app_name,
    settings,
    apiHandler: functionConfig(API_HANDLER),
    namesArchitecture: namesArchitecture(raw, stage),
    functionConfig,
  };
}

function namesArchitecture(raw: RawConfig, stage: string): boolean {
  const levels = [raw, entryOf(raw.stages, stage) ?? {}];
  return levels
    .flatMap((level) => [level, ...Object.values(level.lambda_functions ?? {})])
    .some(({ architecture }) => architecture !== undefined);
}

// These schemas add the defaults, and omit keys that belong to other levels.
const STAGE = v.omit(v.object(STAGE_KEYS), ['lambda_functions']);
const SINGLE = v.omit(v.object(FUNCTION_KEYS), ['environment_variables', 'tags']);

/** Returns the values of all keys; a missing key gets its default. */
export function settingsOf(layers: readonly Layer[], stage: string): FunctionSettings {
  const found = layers.reduceRight((weaker, { settings }) => ({ ...weaker, ...settings }), {
    iam_policy_file: `policy-${stage}.json`,
  });
  return {
    ...v.parse(SINGLE, found),
    environment_variables: merge(layers, 'environment_variables'),
    tags: merge(layers, 'tags'),
  };
}

function resolveRole(settings: FunctionSettings, isOwn: boolean): RoleConfig {
  const { manage_iam_role, iam_role_arn, autogen_policy } = settings;
  if (!manage_iam_role && iam_role_arn !== undefined) return { kind: 'given', arn: iam_role_arn };
  if (autogen_policy) return { kind: 'managed', policy: { kind: 'generated' } };
  return { kind: 'managed', policy: { kind: 'file', path: policyPath(settings), isOwn } };
}

/** Returns true if the function's own entry sets the policy to a file, or names the file. */
export function namesOwnPolicy(layers: readonly Layer[]): boolean {
  const own = ownLayers(layers);
  return (
    lookUp(own, 'autogen_policy')?.value === false || lookUp(own, 'iam_policy_file') !== undefined
  );
}

function ownLayers(layers: readonly Layer[]): readonly Layer[] {
  return layers.filter(({ path }) => path.at(-2) === 'lambda_functions');
}

/** Returns the path of a policy that is not generated, relative to the project directory. */
export function policyPath({ iam_policy_file }: FunctionSettings): string {
  return posix.join('.framework', iam_policy_file);
}

/** Ignores settings of the stage, which apply to its shared role, and a policy file if the policy is generated. */
function asksForRole(layers: readonly Layer[]): boolean {
  const own = ownLayers(layers);
  if (lookUp(layers, 'manage_iam_role')?.value === false) return false;
  const isFromFile = lookUp(layers, 'autogen_policy')?.value === false;
  return (
    lookUp(own, 'manage_iam_role') !== undefined ||
    lookUp(own, 'autogen_policy') !== undefined ||
    (isFromFile && lookUp(own, 'iam_policy_file') !== undefined)
  );
}

function resolveVpc({ subnet_ids = [], security_group_ids = [] }: FunctionSettings) {
  const isWhole = subnet_ids.length > 0 && security_group_ids.length > 0;
  return isWhole ? { subnetIds: subnet_ids, securityGroupIds: security_group_ids } : undefined;
}

/** A mapping of the configuration file that may contain a function's settings, with its key path. */
export type Layer = { readonly path: KeyPath; readonly settings: RawFunction };

/** Returns the layers, the most specific first; without a name, the stage's. The top level may also have `lambda_functions`. */
export function layersOf(raw: RawConfig, stage: string, name?: string): Layer[] {
  const own = entryOf(raw.stages, stage);
  const layers: [KeyPath, RawFunction | undefined][] = [
    [['stages', stage], own],
    [[], raw],
  ];
  if (name !== undefined) {
    layers.unshift(
      [['stages', stage, 'lambda_functions', name], entryOf(own?.lambda_functions, name)],
      [['lambda_functions', name], entryOf(raw.lambda_functions, name)],
    );
  }
  return layers.flatMap(([path, settings]) => (settings ? [{ path, settings }] : []));
}

/** Returns undefined if no layer contains the key. */
export function lookUp<Key extends keyof RawFunction>(
  layers: readonly Layer[],
  key: Key,
): { readonly value: NonNullable<RawFunction[Key]>; readonly path: KeyPath } | undefined {
  for (const { path, settings } of layers) {
    const value = settings[key];
    if (value !== undefined) return { value, path: [...path, key] };
  }
  return undefined;
}

/** Lets the more specific layer take precedence if names are equal. */
function merge(
  layers: readonly Layer[],
  key: keyof MergedSettings,
): Readonly<Record<string, string>> {
  const weakestFirst = layers.map(({ settings }) => settings[key] ?? {}).toReversed();
  return Object.fromEntries(weakestFirst.flatMap((entries) => Object.entries(entries)));
}

/** Returns an own entry, so that `constructor` is a name like any other. */
export function entryOf<T>(
  mapping: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return mapping && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}
