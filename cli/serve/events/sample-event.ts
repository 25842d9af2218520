// The sample event of a source, for somebody who wants to run its function without writing one.
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import { samplePayload } from './bound-sources.js';
import type { Item } from './dynamodb/dynamodb-stream.js';
import type { LocalSource } from './local-source.js';
import { type EventTraits, type GivenRecord, sourceEvent } from './source-event.js';

export type SampleTraits = EventTraits & {
  /** The sources as they are bound, whose types the payload is made of; a text or an item with an `id` without them. */
  readonly bound?: readonly BoundEvents[];
};

/** An event with one record. */
export function sampleEvent(
  source: LocalSource,
  { bound = [], ...traits }: SampleTraits = {},
): unknown {
  const { function: name, member } = source.entry;
  const own = bound.find((each) => each.name === name && each.adapter === member);
  return sourceEvent(source, [sampleRecord(source, own && samplePayload(own))], traits);
}

function sampleRecord({ entry }: LocalSource, payload: unknown): GivenRecord {
  switch (entry.kind) {
    case 'schedule':
      return {};
    case 'rule':
      return { payload };
    case 'sqs':
    case 'sns':
      return { payload: payload ?? 'sample message' };
    case 'kinesis':
      return { payload: payload ?? 'sample data' };
    case 'dynamodb':
      return { newImage: isItem(payload) ? payload : { id: 'sample' } };
    case 's3': {
      const { prefix = '', suffix = '', events } = entry;
      const isRemoved = events.every((name) => name.startsWith('s3:ObjectRemoved'));
      return { payload: `${prefix}sample${suffix}`, isRemoved };
    }
  }
}

/** What a schema makes is JSON, of which every object can be an item. */
function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
