// The names and settings of a stage from which the policy of a deployer is made. They are known without a call to AWS.
import type { EventEntry, Manifest } from '../../../runtime/contract/manifest.js';
import { partitionOf } from '../../cloud/regions.js';
import { appNameOf, baseName, functionKeys, functionNameOf } from '../../config/cloud-names.js';
import type { FunctionSettings } from '../../config/keys.js';
import { resolveSource, type Source, sourcesIn } from '../../config/event-sources.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { StageSettings } from '../../config/stage-keys.js';
import { roleNeeds } from '../policy/role-need.js';
import type { DeployedState, Place } from './states.js';

export type DeployerScope = Place & {
  /** Names in the cloud: `helloworld-dev`. */
  readonly functions: readonly string[];
  /** Names of the roles that we make; none when `manage_iam_role` is false everywhere. */
  readonly roles: readonly string[];
  readonly hasApi: boolean;
  /** ARNs of `iam_role_arn`. */
  readonly givenRoles: readonly string[];
  /** True when a function has a VPC: Lambda then reads its subnets with the permissions of the deployer. */
  readonly hasVpc?: boolean;
  /** The settings of the stage. */
  readonly api?: Partial<StageSettings>;
  /** The settings of the functions. */
  readonly settings?: readonly Partial<FunctionSettings>[];
  /** The sources of events in the manifest. */
  readonly events?: readonly EventEntry[];
  /** Queues, topics, buckets, tables, streams and buses that are sources of events or destinations of failures. */
  readonly sources?: readonly Source[];
  /** What the last deploy has left, when it is on record: what the source has no more may be taken away. */
  readonly record?: DeployedState | undefined;
};

/** `region` is `*` for any. A record of another stage or region says nothing. */
export function deployerScope(
  manifest: Manifest,
  config: StageConfig,
  { region, record }: Pick<DeployerScope, 'region' | 'record'>,
): DeployerScope {
  const app = appNameOf(config, manifest);
  const base = baseName(app, config.stage);
  const keys = functionKeys(manifest);
  const configs = keys.map((key) => config.functionConfig(key));
  const given = configs.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : []));
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
    sources: (manifest.events ?? []).flatMap((entry) =>
      sourcesIn(entry).map((reference) => resolveSource(reference, entry.function, config)),
    ),
    record: isOfScope(record, { app, stage: config.stage, region }) ? record : undefined,
  };
}

function isOfScope(record: DeployedState | undefined, { app, stage, region }: Place): boolean {
  return record?.app === app && record.stage === stage && ['*', record.region].includes(region);
}

/** `arn:aws:lambda:eu-west-1`: the partition is that of the region. */
export function arnPrefix(service: string, { region }: Place): string {
  return `arn:${partitionOf(region)}:${service}:${region}`;
}

/**
 * All names that the stage has or can have: a deploy also makes what was added to the source since the policy was
 * written, and removes what was taken out.
 */
export function namesOfStage(
  names: readonly string[],
  { app, stage }: DeployerScope,
): readonly string[] {
  const prefix = `${app}-${stage}`;
  const others = names.filter((name) => name !== prefix && !name.startsWith(`${prefix}-`));
  return [...new Set([prefix, `${prefix}-*`, ...others.sort()])];
}

/** The ARNs of functions or log groups, with what is below them: a version, a stream. */
export function arnsOfFunctions(scope: DeployerScope, before: string): readonly string[] {
  return namesOfStage(scope.functions, scope).flatMap((name) => {
    const arn = `${before}${name}`;
    return [arn, ...(name.endsWith('*') ? [] : [`${arn}:*`])];
  });
}
