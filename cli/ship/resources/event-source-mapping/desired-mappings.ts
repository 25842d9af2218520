// The event source mappings of the desired state: one for each queue, table and stream that a function declares.
import { compareTexts } from '../../../../compiler/text-order.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource, sourcesIn } from '../../../config/event-sources.js';
import type { PolledEntry } from '../../polled-sources/polled-kind.js';
import { isPolled, readingOf } from '../../polled-sources/registry.js';
import type { DesiredInput } from '../../stage/states.js';
import { declaredBy } from '../event-source/declared.js';
import { type DesiredMapping, sourceId } from './mapping-state.js';

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
  const { startingPosition, ...settings } = readingOf(entry, destination);
  const { batchSize, batchWindow, filters = [], enabled } = entry;
  return {
    functionName: functionNameOf(baseName(app, config.stage), entry.function),
    source,
    settings: {
      batchSize,
      batchWindow,
      isEnabled: enabled,
      filters: filters.map((filter) => JSON.stringify(filter)),
      ...settings,
    },
    startingPosition,
    tags: ownTags,
    timeout: config.functionConfig(entry.function).settings.lambda_timeout,
    declared: declaredBy(entry),
  };
}

function sortKey({ functionName, source }: DesiredMapping): string {
  return `${functionName} ${sourceId(source)}`;
}
