// The state of event source mappings. AWS identifies a mapping by an id; a stage identifies it by its function and source,
// because there is at most one mapping for each pair.
import { canonicalJson } from '../../../../compiler/json-values.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudMapping, MappingSettings } from '../../../cloud/services/mappings.js';
import { readArn, type ResolvedSource } from '../../../config/event-sources.js';
import type { FoundSource } from '../../polled-sources/polled-kind.js';
import { POLLED_KINDS, polledOf } from '../../polled-sources/registry.js';
import { changedFields, type FieldChange } from '../../stage/plan-rows.js';
import { type Desired, accountOf, type WantedChange } from '../../stage/states.js';
import type { SourceDeclaration } from '../event-source/invokers.js';
import { type ObservedTable, STREAM_VIEW } from '../table/table.js';

export type DesiredMapping = {
  readonly functionName: string;
  readonly source: ResolvedSource;
  readonly settings: MappingSettings;
  /** Where the first read of a stream starts; undefined for a queue. */
  readonly startingPosition: string | undefined;
  readonly tags: Tags;
  /** The timeout of the function, in seconds. */
  readonly timeout: number;
  readonly declared: SourceDeclaration;
};

export type FoundMapping = CloudMapping & {
  readonly functionName: string;
  /** True if the mapping's tags name the stage; undefined for a desired mapping, whose tags are not read. */
  readonly isOurs: boolean | undefined;
};

export type MappingChange = WantedChange<DesiredMapping, FoundMapping>;

export function sourceId({ kind, name, arn }: ResolvedSource): string {
  return arn ? arn.text : `${kind} ${name}`;
}

/** Returns, for example, `queue orders`. */
export function sourceText({ kind, name }: ResolvedSource): string {
  return `${kind} ${name}`;
}

/** Returns the text of `sourceText` for the source with this ARN. */
export function sourceTextOf(arn: string): string {
  const [, , service, , , ...rest] = arn.split(':');
  const resource = rest.join(':');
  const [, name = resource] = resource.split('/');
  const noun = POLLED_KINDS.find((kind) => kind.service === service)?.noun ?? 'stream';
  return `${noun} ${name}`;
}

/** Returns the name of a mapping in plans and steps: `queue orders of helloworld-dev-order`. */
export function mappingName(one: DesiredMapping | FoundMapping): string {
  const source = 'source' in one ? sourceText(one.source) : sourceTextOf(one.sourceArn);
  return `${source} of ${one.functionName}`;
}

type FoundSources = ReadonlyMap<string, FoundSource>;

/** False for a mapping that Lambda is deleting. */
export function mappingExists({ state }: Pick<FoundMapping, 'state'>): boolean {
  return state !== 'Deleting';
}

export function findMapping(
  { functionName, source }: DesiredMapping,
  found: readonly FoundMapping[],
  { region, sources }: { readonly region: Desired['region']; readonly sources: FoundSources },
): FoundMapping | undefined {
  const known = sources.get(sourceId(source));
  return found.find(
    (one) =>
      one.functionName === functionName &&
      mappingExists(one) &&
      (known?.kind === 'found' ? one.sourceArn === known.arn : reads(one, source, region)),
  );
}

/** Returns the changeable settings that differ, named like the options of the decorators. */
export function compareMapping(
  { settings: to }: DesiredMapping,
  from: FoundMapping,
): readonly FieldChange[] {
  const [before, after] = [from.stream, to.stream];
  return [
    ...changedFields([
      ['batchSize', from.batchSize, to.batchSize],
      ['batchWindow', from.batchWindow, to.batchWindow],
      ['enabled', from.isEnabled, to.isEnabled],
    ]),
    ...compareFilters(to.filters, from.filters),
    ...changedFields([
      ['maximumConcurrency', from.maximumConcurrency, to.maximumConcurrency],
      ...(before && after
        ? ([
            ['parallelizationFactor', before.parallelizationFactor, after.parallelizationFactor],
            ['maximumRetryAttempts', before.maximumRetryAttempts, after.maximumRetryAttempts],
            ['maximumRecordAge', before.maximumRecordAge, after.maximumRecordAge],
            ['bisectBatchOnError', before.bisectsBatchOnError, after.bisectsBatchOnError],
            ['onFailure', before.onFailure, after.onFailure],
          ] as const)
        : []),
      ['batchItemFailures', from.reportsFailures ? 'reported' : 'not reported', 'reported'],
    ]),
  ];
}

/** Returns the differing settings that Lambda cannot change. If there are any, the mapping is replaced. */
export function comparePosition(
  { startingPosition: to }: DesiredMapping,
  { startingPosition: from }: FoundMapping,
): readonly FieldChange[] {
  if (from === undefined || to === undefined) return [];
  return changedFields([['startingPosition', from, to]]);
}

/** Returns what is known about a declared queue or table without another call; undefined for any other source. */
export async function declaredSource(
  { kind, name }: ResolvedSource,
  desired: Desired,
  ownTables: Promise<readonly ObservedTable[] | undefined>,
): Promise<FoundSource | undefined> {
  const queue = kind === 'queue' && desired.ownQueues.find((one) => one.name === name);
  if (queue) {
    const { arn, visibilityTimeout } = queue;
    return { kind: 'found', arn, queue: { visibilityTimeout, kmsKey: undefined } };
  }
  const table = kind === 'table' && desired.ownTables.find((one) => one.name === name);
  if (!table || !table.hasStream) return undefined;
  const existing = (await ownTables)?.find((one) => one.name === name);
  const arn = existing?.streamView === STREAM_VIEW ? existing.streamArn : undefined;
  return arn === undefined ? { kind: 'unmade' } : { kind: 'found', arn };
}

/** If only AWS knows the rest of the ARN, only the name is compared, because the stream of a table may have been replaced. */
function reads(
  { sourceArn, functionArn }: FoundMapping,
  source: ResolvedSource,
  region: string,
): boolean {
  const { kind, form } = polledOf(source);
  const resource = form.read(source.name);
  const isOpen = resource.endsWith('*');
  if (source.arn && !isOpen) return sourceArn === source.arn.text;
  const found = readArn(sourceArn);
  const account = source.arn?.account ?? accountOf(functionArn)?.id;
  if (found?.region !== region || found.account !== account) return false;
  if (found.service !== kind.service) return false;
  return isOpen ? found.resource.startsWith(resource.slice(0, -1)) : found.resource === resource;
}

/** Compares filters, regardless of the order of patterns and of their keys. */
function compareFilters(
  wanted: readonly string[],
  found: readonly string[],
): readonly FieldChange[] {
  const keyOf = (list: readonly string[]): string => list.map(canonicalJson).toSorted().join('\n');
  if (keyOf(wanted) === keyOf(found)) return [];
  const textOf = (filters: readonly string[]): string | undefined =>
    filters.length === 0 ? undefined : filters.join(' or ');
  return [{ field: 'filters', from: textOf(found), to: textOf(wanted) }];
}
