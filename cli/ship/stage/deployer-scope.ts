// The names and settings of a stage from which the deployer policy is built. They are known without calls to AWS.
import type { EventEntry, Manifest, ResourceEntry } from '../../../runtime/contract/manifest.js';
import type { PolicyStatement } from '../../../compiler/policy/sdk-use.js';
import { partitionOf } from '../../cloud/regions.js';
import {
  appNameOf,
  baseName,
  functionKeys,
  functionNameOf,
  stageOf,
  withNamedSources,
} from '../../config/cloud-names.js';
import type { FunctionSettings } from '../../config/keys.js';
import { OWN_TAG } from '../../config/limits.js';
import { resolveSource, type ResolvedSource, sourceNames } from '../../config/event-sources.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { StageSettings } from '../../config/stage-keys.js';
import { roleNeeds } from '../policy/role-need.js';
import type { DeployedState, RegionalStage } from './states.js';

export type DeployerScope = RegionalStage & {
  /** The names in AWS: `helloworld-dev`. */
  readonly functions: readonly string[];
  /** The names of the roles that a deploy creates; none if `manage_iam_role` is false everywhere. */
  readonly roles: readonly string[];
  readonly hasApi: boolean;
  /** The ARNs in `iam_role_arn`. */
  readonly givenRoles: readonly string[];
  /** True if a function has a VPC: Lambda then uses the deployer's permissions to read the subnets. */
  readonly hasVpc?: boolean;
  readonly api?: Partial<StageSettings>;
  readonly settings?: readonly Partial<FunctionSettings>[];
  readonly events?: readonly EventEntry[];
  readonly resources?: readonly ResourceEntry[];
  readonly hasParameters?: boolean;
  /** Queues, topics, buckets, tables, streams and buses that are event sources or failure destinations. */
  readonly sources?: readonly ResolvedSource[];
  /** The record of the last deploy, if there is one. A deploy may delete resources that are no longer in the source. */
  readonly record?: DeployedState | undefined;
};

/** `region` is `*` for any region. A record for another stage or region is not used. */
export function deployerScope(
  declared: Manifest,
  config: StageConfig,
  { region, record }: Pick<DeployerScope, 'region' | 'record'>,
): DeployerScope {
  const app = appNameOf(config, declared);
  const manifest = withNamedSources(declared, stageOf({ app, config, region }));
  const base = baseName(app, config.stage);
  const keys = functionKeys(manifest);
  const configs = keys.map((key) => config.functionConfig(key));
  const given = configs.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : []));
  const isOfStage = record?.app === app && record.stage === config.stage;
  return {
    app,
    stage: config.stage,
    region,
    functions: keys.map((key) => functionNameOf(base, key)),
    roles: roleNeeds(manifest, config).map(({ name }) => name),
    hasApi: manifest.routes.length > 0,
    givenRoles: [...new Set(given)].sort(),
    hasVpc: configs.some(({ vpc }) => vpc !== undefined),
    api: config.settings,
    settings: configs.map(({ settings }) => settings),
    events: manifest.events ?? [],
    resources: manifest.resources ?? [],
    hasParameters: manifest.parameters !== undefined,
    sources: (manifest.events ?? []).flatMap((entry) =>
      sourceNames(entry).map((reference) => resolveSource(reference, entry.function, config)),
    ),
    record: isOfStage && ['*', record.region].includes(region) ? record : undefined,
  };
}

/** Limits a statement to resources with the stage's tag. */
export function ownCondition({ app, stage }: DeployerScope): PolicyStatement['Condition'] {
  return { StringLike: { [`aws:ResourceTag/${OWN_TAG}`]: `version=*:stage=${stage}:app=${app}` } };
}

/** Returns the ARN prefix `arn:aws:lambda:eu-west-1`, with the partition of the region. */
export function arnPrefix(service: string, { region }: RegionalStage): string {
  return `arn:${partitionOf(region)}:${service}:${region}`;
}

/** Returns patterns for the names of the stage, including functions that later versions of the source add or remove. */
export function namesOfStage(
  names: readonly string[],
  { app, stage }: DeployerScope,
): readonly string[] {
  const prefix = `${app}-${stage}`;
  const others = names.filter((name) => name !== prefix && !name.startsWith(`${prefix}-`));
  return [...new Set([prefix, `${prefix}-*`, ...others.sort()])];
}

/** Returns the ARNs of functions or log groups, with their versions or streams. */
export function arnsOfFunctions(scope: DeployerScope, before: string): readonly string[] {
  return namesOfStage(scope.functions, scope).flatMap((name) => {
    const arn = `${before}${name}`;
    return [arn, ...(name.endsWith('*') ? [] : [`${arn}:*`])];
  });
}
