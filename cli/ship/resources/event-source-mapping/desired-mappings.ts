// The event source mappings of the desired state: one for each queue, table and stream that a function declares.
import { compareTexts } from '../../../../compiler/text-order.js';
import type { DynamodbSource } from '../../../../runtime/contract/sources/dynamodb.js';
import type { KinesisSource } from '../../../../runtime/contract/sources/kinesis.js';
import type { PolledSource, StreamSource } from '../../../../runtime/contract/source-parts.js';
import type { SqsSource } from '../../../../runtime/contract/sources/sqs.js';
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import type { MappingSettings, StreamSettings } from '../../../cloud/mappings/mapping-calls.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource, type Source, sourcesIn } from '../../../config/event-sources.js';
import type { DesiredInput } from '../../stage/states.js';
import { declaredBy } from '../event-source/declared.js';
import { type DesiredMapping, sourceId } from './mapping-state.js';

type PolledEntry = EventEntry & (SqsSource | DynamodbSource | KinesisSource);

function isPolled(entry: EventEntry): entry is PolledEntry {
  return entry.kind === 'sqs' || entry.kind === 'dynamodb' || entry.kind === 'kinesis';
}

export function desiredMappings(input: DesiredInput): readonly DesiredMapping[] {
  const { events = [] } = input.manifest;
  return events
    .filter(isPolled)
    .map((entry) => desiredMapping(entry, input))
    .toSorted((left, right) => compareTexts(sortKey(left), sortKey(right)));
}

function desiredMapping(
  entry: PolledEntry,
  { app, config, ownTags }: DesiredInput,
): DesiredMapping {
  const [source, destination] = sourcesIn(entry).map((reference) =>
    resolveSource(reference, entry.function, config),
  );
  if (!source) throw new Error('A polled source has no name');
  return {
    functionName: functionNameOf(baseName(app, config.stage), entry.function),
    source,
    settings: settingsOf(entry, destination),
    startingPosition: entry.kind === 'sqs' ? undefined : entry.startingPosition,
    tags: ownTags,
    timeout: config.functionConfig(entry.function).settings.lambda_timeout,
    declared: declaredBy(entry),
  };
}

function settingsOf(entry: PolledEntry, destination: Source | undefined): MappingSettings {
  const { batchSize, batchWindow, filters = [], enabled }: PolledSource = entry;
  return {
    batchSize,
    batchWindow,
    isEnabled: enabled,
    filters: filters.map((filter) => JSON.stringify(filter)),
    maximumConcurrency: entry.kind === 'sqs' ? entry.maximumConcurrency : undefined,
    stream: entry.kind === 'sqs' ? undefined : streamSettings(entry, destination),
  };
}

/** An absent option gets Lambda's default, so that removing an option resets it. */
function streamSettings(entry: StreamSource, destination: Source | undefined): StreamSettings {
  return {
    parallelizationFactor: entry.parallelizationFactor ?? 1,
    maximumRetryAttempts: entry.maximumRetryAttempts ?? -1,
    maximumRecordAge: entry.maximumRecordAge ?? -1,
    bisectsBatchOnError: entry.bisectBatchOnError ?? false,
    onFailure: destination?.arn?.text,
  };
}

function sortKey({ functionName, source }: DesiredMapping): string {
  return `${functionName} ${sourceId(source)}`;
}
