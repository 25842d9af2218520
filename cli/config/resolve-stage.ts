// The raw file as the configuration of one stage: looked up, merged, with defaults (spec 2.6).
import { posix } from 'node:path';
import { DEFAULTS } from './keys.js';
import { type Layer, entryOf, layersOf, lookUp, merge } from './lookup.js';
import type { RawConfig } from './raw-config.js';
import type { FunctionConfig, RoleConfig, StageConfig, VpcConfig } from './stage-config.js';

/** The key in `lambda_functions` of the function that serves the API (design.md 4.14). */
export const API_HANDLER = 'api_handler';

/** Resolves a stage. The problems of the file are found before (`load-config.ts`), so this cannot fail. */
export function resolveStage(raw: RawConfig, stage: string): StageConfig {
  const functionConfig = (name: string): FunctionConfig =>
    resolveFunction(layersOf(raw, stage, name), stage);
  return {
    stage,
    appName: raw.app_name,
    apiGatewayStage:
      entryOf(raw.stages, stage)?.api_gateway_stage ??
      raw.api_gateway_stage ??
      DEFAULTS.api_gateway_stage,
    runtime: entryOf(raw.stages, stage)?.runtime ?? raw.runtime ?? DEFAULTS.runtime,
    apiHandler: functionConfig(API_HANDLER),
    functionConfig,
  };
}

function resolveFunction(layers: readonly Layer[], stage: string): FunctionConfig {
  return {
    role: resolveRole(layers, stage),
    hasOwnRole: asksForRole(layers),
    environmentVariables: merge(layers, 'environment_variables'),
    timeout: lookUp(layers, 'lambda_timeout')?.value ?? DEFAULTS.lambda_timeout,
    memorySize: lookUp(layers, 'lambda_memory_size')?.value ?? DEFAULTS.lambda_memory_size,
    tags: merge(layers, 'tags'),
    vpc: resolveVpc(layers),
    reservedConcurrency: lookUp(layers, 'reserved_concurrency')?.value,
  };
}

function resolveRole(layers: readonly Layer[], stage: string): RoleConfig {
  const arn = lookUp(layers, 'iam_role_arn')?.value;
  if (lookUp(layers, 'manage_iam_role')?.value === false && arn !== undefined)
    return { kind: 'given', arn };
  if (lookUp(layers, 'autogen_policy')?.value !== false) {
    return { kind: 'managed', policy: { kind: 'generated' } };
  }
  const path = policyPath(layers, stage);
  return { kind: 'managed', policy: { kind: 'file', path, isOwn: namesOwnPolicy(layers) } };
}

/** True when the function's own entry says that its policy is a file, or which. */
export function namesOwnPolicy(layers: readonly Layer[]): boolean {
  const own = ownLayers(layers);
  return (
    lookUp(own, 'autogen_policy')?.value === false || lookUp(own, 'iam_policy_file') !== undefined
  );
}

function ownLayers(layers: readonly Layer[]): readonly Layer[] {
  return layers.filter(({ path }) => path.at(-2) === 'lambda_functions');
}

/** Where the policy is that is not generated, relative to the project directory. */
export function policyPath(layers: readonly Layer[], stage: string): string {
  const file = lookUp(layers, 'iam_policy_file')?.value ?? `policy-${stage}.json`;
  return posix.join('.framework', file);
}

/**
 * A policy file that is named where the policy is generated has no effect, so it asks for nothing. Only an entry of the
 * function itself counts: what a stage says holds for the role that its functions share.
 */
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

function resolveVpc(layers: readonly Layer[]): VpcConfig | undefined {
  const subnetIds = lookUp(layers, 'subnet_ids')?.value ?? [];
  const securityGroupIds = lookUp(layers, 'security_group_ids')?.value ?? [];
  const isWhole = subnetIds.length > 0 && securityGroupIds.length > 0;
  return isWhole ? { subnetIds, securityGroupIds } : undefined;
}
