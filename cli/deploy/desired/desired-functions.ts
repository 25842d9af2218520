// The functions of the desired state: the one that serves the API, and every lambda function.
import type { AuthorizerEntry, Manifest } from '../../../runtime/contract/manifest.js';
import { functionExport } from '../../../transformers/entry-module.js';
import type { Tags } from '../../cloud/cloud.js';
import { baseName, functionKeys, functionNameOf, ownRoleNameOf } from '../../config/cloud-names.js';
import { API_HANDLER, type FunctionConfig, type StageConfig } from '../../config/stage-config.js';
import type { DesiredFunction, FunctionRole } from './desired.js';

export type FunctionsRequest = {
  readonly manifest: Manifest;
  readonly config: StageConfig;
  readonly app: string;
  readonly region: string;
  /** Our own tags; only functions have the user's beside them. */
  readonly ownTags: Tags;
};

/** Every function of the stage, by name. */
export function desiredFunctions(request: FunctionsRequest): readonly DesiredFunction[] {
  return functionKeys(request.manifest)
    .map((key) => desiredFunction(key, request))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function desiredFunction(
  key: string,
  { manifest, config, app, region, ownTags }: FunctionsRequest,
): DesiredFunction {
  const base = baseName(app, config.stage);
  const name = functionNameOf(base, key);
  const own = config.functionConfig(key);
  const { settings } = own;
  // Authorizers that no route uses may be declared where there is no API to call them.
  const isAuthorizer =
    manifest.routes.length > 0 &&
    manifest.authorizers.some((entry) => isCalled(entry, name, region));
  return {
    key,
    name,
    handler: `index.${key === API_HANDLER ? 'handler' : functionExport(key)}`,
    runtime: config.settings.runtime,
    architecture: 'x86_64',
    timeout: settings.lambda_timeout,
    memorySize: settings.lambda_memory_size,
    environment: settings.environment_variables,
    vpc: own.vpc,
    reservedConcurrency: settings.reserved_concurrency,
    role: roleOf(own, base, key),
    tags: { ...settings.tags, ...ownTags },
    invokedAs: [
      ...(key === API_HANDLER ? (['integration'] as const) : []),
      ...(isAuthorizer ? (['authorizer'] as const) : []),
    ],
  };
}

function roleOf({ role, hasOwnRole }: FunctionConfig, base: string, key: string): FunctionRole {
  if (role.kind === 'given') return { kind: 'given', arn: role.arn };
  return { kind: 'managed', name: hasOwnRole ? ownRoleNameOf(base, key) : base };
}

/**
 * True when the custom authorizer calls the function of this name. Its URI holds an account, which is not known yet: a
 * function of the same name in another account is one that we do not make, and a permission for ours does no harm there.
 */
function isCalled(entry: AuthorizerEntry, name: string, region: string): boolean {
  if (entry.kind !== 'custom') return false;
  const called = /:lambda:([a-z0-9-]+):\d{12}:function:([^:/]+)\//.exec(entry.authorizerUri);
  return called?.[1] === region && called[2] === name;
}
