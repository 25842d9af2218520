// The sample event of a source, for somebody who wants to run its function without writing one.
import type { LocalSource } from './local-source.js';
import { type EventTraits, type GivenRecord, sourceEvent } from './source-event.js';

/** An event with one record. */
export function sampleEvent(source: LocalSource, traits?: EventTraits): unknown {
  return sourceEvent(source, [sampleRecord(source)], traits);
}

function sampleRecord({ entry }: LocalSource): GivenRecord {
  switch (entry.kind) {
    case 'schedule':
    case 'rule':
      return {};
    case 'sqs':
    case 'sns':
      return { payload: 'sample message' };
    case 'kinesis':
      return { payload: 'sample data' };
    case 'dynamodb':
      return { newImage: { id: 'sample' } };
    case 's3': {
      const { prefix = '', suffix = '', events } = entry;
      const isRemoved = events.every((name) => name.startsWith('s3:ObjectRemoved'));
      return { payload: `${prefix}sample${suffix}`, isRemoved };
    }
  }
}
