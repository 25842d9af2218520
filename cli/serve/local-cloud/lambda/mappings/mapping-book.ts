// Event source mappings: which source Lambda reads for which function, and the state of each mapping.
import { randomUUID } from 'node:crypto';
import { listOf, mappingOf } from '../../../../../compiler/json-values.js';
import type { SourceBook } from '../../polled-source.js';
import type { Place } from '../../service.js';
import { patternProblem } from '../../events/event-store.js';
import { type Members, integerOf, rangeProblem, textOf } from '../../members.js';
import { checkMembers, invalidParameter, textsOf, validation } from '../members.js';

export type Mapping = {
  readonly uuid: string;
  readonly arn: string;
  readonly sourceArn: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly startingPosition: string | undefined;
  readonly tags: Map<string, string>;
  settings: MappingSettings;
  change: { readonly state: 'Creating' | 'Updating' | 'Deleting'; readonly until: number };
  modifiedAt: number;
  /** By shard, the position of the next record and the failures at that position. */
  readonly cursors: Map<number, Cursor>;
};

export type Cursor = {
  next: number;
  /** How often the batch at this position has failed, and when it is retried. */
  failures: number;
  retryAt: number;
  /** The batch size after a failed batch was split into two. */
  limit: number | undefined;
};

export function newCursor(next: number): Cursor {
  return { next, failures: 0, retryAt: 0, limit: undefined };
}

export type MappingBook = Place & {
  readonly sources: SourceBook;
  readonly mappings: Map<string, Mapping>;
};

const DURATIONS = { Creating: 10_000, Updating: 3_000, Deleting: 5_000 } as const;

export function beginMappingChange(
  state: Mapping['change']['state'],
  { clock }: MappingBook,
): Mapping['change'] {
  return { state, until: clock.now() + clock.scaled(DURATIONS[state]) };
}

export function stateOf(
  { change, settings }: Mapping,
  { clock }: MappingBook,
): Mapping['change']['state'] | 'Enabled' | 'Disabled' {
  if (clock.now() < change.until || change.state === 'Deleting') return change.state;
  return settings.isEnabled ? 'Enabled' : 'Disabled';
}

/** Returns the mappings that currently exist. A deleted mapping disappears after a while. */
export function livingMappings(book: MappingBook): readonly Mapping[] {
  for (const [uuid, { change }] of book.mappings) {
    if (change.state === 'Deleting' && book.clock.now() >= change.until) book.mappings.delete(uuid);
  }
  return [...book.mappings.values()];
}

export function newMapping(
  made: Pick<
    Mapping,
    'sourceArn' | 'functionName' | 'functionArn' | 'startingPosition' | 'settings'
  >,
  tags: Readonly<Record<string, string>>,
  book: MappingBook,
): Mapping {
  const uuid = randomUUID();
  return {
    ...made,
    uuid,
    arn: `arn:aws:lambda:${book.region}:${book.account}:event-source-mapping:${uuid}`,
    tags: new Map(Object.entries(tags)),
    change: beginMappingChange('Creating', book),
    modifiedAt: book.clock.now(),
    cursors: new Map(),
  };
}

/** Describes a mapping without its id, for example `mapping of shop-dev-order to queue orders`. */
export function mappingText({ functionName, sourceArn, change }: Mapping): string {
  const state = change.state === 'Deleting' ? ', being deleted' : '';
  return `mapping of ${functionName} to ${sourceArn.split(':').slice(5).join(':')}${state}`;
}

type MappingSettings = {
  readonly batchSize: number;
  readonly window: number;
  readonly isEnabled: boolean;
  readonly filters: readonly string[];
  readonly reportsFailures: boolean;
  readonly maximumConcurrency: number | undefined;
  readonly parallelizationFactor: number;
  readonly maximumRetryAttempts: number;
  readonly maximumRecordAge: number;
  readonly bisects: boolean;
  readonly onFailure: string | undefined;
};

export const SETTING_MEMBERS = `BatchSize:integer MaximumBatchingWindowInSeconds:integer Enabled:boolean
  FunctionResponseTypes:texts FilterCriteria:map ScalingConfig:map
  ParallelizationFactor:integer MaximumRetryAttempts:integer
  MaximumRecordAgeInSeconds:integer BisectBatchOnFunctionError:boolean
  DestinationConfig:map`;

const STREAM_MEMBERS = [
  'ParallelizationFactor',
  'MaximumRetryAttempts',
  'MaximumRecordAgeInSeconds',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
];

export function defaultSettings(isQueue: boolean): MappingSettings {
  return {
    batchSize: isQueue ? 10 : 100,
    window: 0,
    isEnabled: true,
    filters: [],
    reportsFailures: false,
    maximumConcurrency: undefined,
    parallelizationFactor: 1,
    maximumRetryAttempts: -1,
    maximumRecordAge: -1,
    bisects: false,
    onFailure: undefined,
  };
}

/**
 * Applies members to settings. A setting whose member is absent keeps its value, and an empty structure removes the setting.
 */
export function changedSettings(
  members: Members,
  before: MappingSettings,
  source: { readonly isQueue: boolean; readonly isFifo: boolean },
): MappingSettings {
  const next: MappingSettings = {
    batchSize: ranged(members, 'BatchSize', [1, 10_000]) ?? before.batchSize,
    window: ranged(members, 'MaximumBatchingWindowInSeconds', [0, 300]) ?? before.window,
    isEnabled: flagOf(members, 'Enabled') ?? before.isEnabled,
    filters: filtersOf(members) ?? before.filters,
    reportsFailures:
      textsOf(members, 'FunctionResponseTypes')?.includes('ReportBatchItemFailures') ??
      before.reportsFailures,
    maximumConcurrency: inside(members['ScalingConfig'], before.maximumConcurrency, (value) =>
      ranged(checkMembers(value, 'MaximumConcurrency:integer'), 'MaximumConcurrency', [2, 1000]),
    ),
    parallelizationFactor:
      ranged(members, 'ParallelizationFactor', [1, 10]) ?? before.parallelizationFactor,
    maximumRetryAttempts:
      ranged(members, 'MaximumRetryAttempts', [-1, 10_000]) ?? before.maximumRetryAttempts,
    maximumRecordAge:
      ranged(members, 'MaximumRecordAgeInSeconds', [-1, 604_800]) ?? before.maximumRecordAge,
    bisects: flagOf(members, 'BisectBatchOnFunctionError') ?? before.bisects,
    onFailure: inside(members['DestinationConfig'], before.onFailure, destinationOf),
  };
  checkTogether(members, next, source);
  return next;
}

function checkTogether(
  members: Members,
  { batchSize, window }: MappingSettings,
  { isQueue, isFifo }: { readonly isQueue: boolean; readonly isFifo: boolean },
): void {
  if (!isQueue) {
    if (members['ScalingConfig'] !== undefined)
      throw invalidParameter('ScalingConfig is not supported for this event source type.');
    return;
  }
  const wrong = STREAM_MEMBERS.find((name) => members[name] !== undefined);
  if (wrong !== undefined)
    throw invalidParameter(`Unsupported parameter for given event source type: ${wrong}.`);
  if (isFifo && window > 0)
    throw invalidParameter('Maximum batch window in seconds is not supported for FIFO queues.');
  if (isFifo && batchSize > 10)
    throw invalidParameter('Batch size of FIFO queues must be 10 or less.');
  if (batchSize > 10 && window === 0)
    throw invalidParameter(
      'Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10',
    );
}

function filtersOf(members: Members): readonly string[] | undefined {
  const { FilterCriteria } = members;
  if (FilterCriteria === undefined) return undefined;
  const filters = listOf(mappingOf(FilterCriteria)['Filters']);
  if (filters.length > 5) throw invalidParameter('A maximum of 5 filters is supported.');
  return filters.map((one) => {
    const pattern = textOf(checkMembers(one, 'Pattern'), 'Pattern') ?? '';
    if (patternProblem(pattern) !== undefined)
      throw invalidParameter('Invalid filter pattern definition.');
    return pattern;
  });
}

function destinationOf(value: unknown): string | undefined {
  const { OnFailure } = checkMembers(value, 'OnFailure:map OnSuccess:map');
  if (OnFailure === undefined) return undefined;
  return textOf(checkMembers(OnFailure, 'Destination'), 'Destination');
}

function inside<Value>(value: unknown, before: Value, read: (value: unknown) => Value): Value {
  return value === undefined ? before : read(value);
}

function flagOf(members: Members, name: string): boolean | undefined {
  const value = members[name];
  return typeof value === 'boolean' ? value : undefined;
}

function ranged(
  members: Members,
  name: string,
  range: readonly [number, number],
): number | undefined {
  const problem = rangeProblem(members, name, range);
  if (problem !== undefined) throw validation(problem);
  return integerOf(members, name);
}
