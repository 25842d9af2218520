// The resource type for secrets and parameters. A deploy neither creates nor deletes them: it checks that every declared secret
// and parameter has a value. When a stage is deleted, the kept ones are listed (docs/decisions/secrets.md). An application
// without secrets and parameters makes no call.
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import type { ParameterEntry } from '../../../../runtime/contract/manifest.js';
import { parameterPath, PATH_VARIABLE } from '../../../../runtime/contract/parameters.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { unless } from '../../../cloud/cloud-error.js';
import type { CloudParameter } from '../../../cloud/services/ssm.js';
import { isAnyRegion } from '../../stage/exported.js';
import type { Recording, ResourceType } from '../../stage/resource-type.js';
import type { Desired, Observed, Owner } from '../../stage/states.js';
import * as texts from './parameter-catalogue.js';

export type DesiredParameter = Pick<ParameterEntry, 'kind' | 'name'> & {
  /** `/helloworld/dev/stripe-key` */
  readonly path: string;
  /** Where the parameter is declared: `app.ts:5`. */
  readonly place: string;
};

export const parameterType: ResourceType = {
  desired: {
    parameters: ({ manifest: { parameters = [] }, app, config }) =>
      parameters.map(({ kind, name, at }) => ({
        kind,
        name,
        path: parameterPath(app, config.stage) + name,
        place: `${at.file}:${String(at.line)}`,
      })),
  },
  read: {
    properties: ['parameters'],
    recorded: ({ cloud, desired }) => readDesired(cloud, desired),
    named: ({ cloud, desired }) => readDesired(cloud, desired),
    // When a stage is deleted, its functions show whether it has parameters.
    all: async ({ cloud, desired, named, all, app, stage, record }) => {
      if (desired) return { parameters: await named.parameters };
      const path = parameterPath(app, stage);
      const isThere =
        record?.hasParameters === true ||
        (await all.functions).some(({ environment }) => environment[PATH_VARIABLE] === path);
      return { parameters: isThere ? ((await listOf(cloud, { app, stage })) ?? []) : [] };
    },
    isThere: () => false,
    problems: findProblems,
  },
  deletions: {
    recorded: () => [],
    found: () => [],
    kept: ({ parameters }, owner) => stayOf(parameters, owner),
    keptOfRecord: async (cloud, record) =>
      record.hasParameters ? stayOf(await listOf(cloud, record), record) : [],
  },
  record: {
    isValid: ({ hasParameters }) => hasParameters === undefined || hasParameters === true,
    begin: parametersField,
    finish: parametersField,
  },
  deployer: {
    statements: [
      {
        resource: 'parameters',
        sid: 'Parameters',
        arns: ({ hasParameters, record }) =>
          hasParameters === true || record?.hasParameters === true ? ['*'] : [],
      },
    ],
  },
  exported: {
    resources: ({ parameters, app, stage }) => {
      if (parameters.length === 0) return { resources: [] };
      const names = parameters.map(({ name }) => name);
      const data = { names, path: parameterPath(app, stage) };
      const diagnostic = diagnose(texts.parametersNotExported, data);
      return { resources: [], problems: [{ diagnostic, from: undefined }] };
    },
  },
};

/** Values are kept when their declarations are removed. */
function parametersField({ desired, previous }: Recording): { hasParameters?: true } {
  return desired.parameters.length > 0 || previous?.hasParameters ? { hasParameters: true } : {};
}

async function readDesired(
  cloud: Cloud,
  desired: Desired | undefined,
): Promise<Pick<Observed, 'parameters'>> {
  if (!desired || desired.parameters.length === 0 || isAnyRegion(desired.region))
    return { parameters: [] };
  const { app, stage } = desired;
  return { parameters: await cloud.parameters.listParameters(parameterPath(app, stage)) };
}

function findProblems(
  { parameters, stage, region }: Desired,
  observed: Observed,
): readonly Diagnostic[] {
  return parameters.flatMap(({ path, ...declared }) => {
    const found = observed.parameters.find((one) => one.path === path);
    const data = { ...declared, stage, region };
    if (!found) return [diagnose(texts.parameterMissing, data)];
    if (found.isEncrypted === (declared.kind === 'secret')) return [];
    const stored = found.isEncrypted ? 'secret' : 'parameter';
    const command = `framework ${stored} delete ${declared.name} --stage ${stage}`;
    return [diagnose(texts.parameterOfOtherKind, { ...data, command })];
  });
}

/** Returns undefined if the caller has no permission to list parameters: a deletion continues without the list. */
function listOf(
  cloud: Cloud,
  { app, stage }: Owner,
): Promise<readonly CloudParameter[] | undefined> {
  const call = cloud.parameters.listParameters(parameterPath(app, stage));
  return unless('denied', call, undefined);
}

function stayOf(
  parameters: readonly CloudParameter[] | undefined,
  { app, stage }: Owner,
): readonly Diagnostic[] {
  const path = parameterPath(app, stage);
  if (!parameters) return [diagnose(texts.parametersUnlisted, { stage, path })];
  const names = parameters.map((one) => one.path.slice(path.length));
  return names.length === 0 ? [] : [diagnose(texts.parametersStay, { app, stage, names })];
}
