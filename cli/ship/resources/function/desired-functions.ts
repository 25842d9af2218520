// The functions of the desired state: the one that serves the API, and every lambda function.
import { functionExport } from '../../../../transformers/entry-module.js';
import {
  baseName,
  functionKeys,
  functionNameOf,
  ownRoleNameOf,
} from '../../../config/cloud-names.js';
import { API_HANDLER, type FunctionConfig } from '../../../config/stage-config.js';
import { byName, type DesiredInput } from '../../stage/states.js';
import type { FunctionRole } from '../role/role-state.js';
import { carriedSettings } from './function-settings.js';
import type { DesiredFunction } from './function-state.js';

/** Every function of the stage, by name. */
export function desiredFunctions(request: DesiredInput): readonly DesiredFunction[] {
  return functionKeys(request.manifest)
    .map((key) => desiredFunction(key, request))
    .toSorted(byName);
}

function desiredFunction(key: string, { config, app, ownTags }: DesiredInput): DesiredFunction {
  const base = baseName(app, config.stage);
  const name = functionNameOf(base, key);
  const own = config.functionConfig(key);
  const { settings } = own;
  return {
    key,
    name,
    handler: `index.${key === API_HANDLER ? 'handler' : functionExport(key)}`,
    ...carriedSettings({
      ...config.settings,
      ...settings,
      environment_variables: {
        ...settings.environment_variables,
        ...(settings.log_format === 'json' && JSON_LOGS),
      },
    }),
    vpc: own.vpc,
    role: roleOf(own, base, key),
    // Only functions have the user's tags beside ours.
    tags: { ...settings.tags, ...ownTags },
  };
}

/** What the runtime reads (runtime/json-log.ts). */
const JSON_LOGS = { FRAMEWORK_LOG_FORMAT: 'json' };

function roleOf({ role, hasOwnRole }: FunctionConfig, base: string, key: string): FunctionRole {
  if (role.kind === 'given') return { kind: 'given', arn: role.arn };
  return { kind: 'managed', name: hasOwnRole ? ownRoleNameOf(base, key) : base };
}
