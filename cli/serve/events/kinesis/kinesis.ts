// Local Kinesis streams, and what tests send to their functions.
import { mappingOf } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { kinesis } from './kinesis-event.js';
import type { KinesisData, KinesisEvent, KinesisOptions } from './kinesis-event.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly kinesis: { kind: 'kinesis'; called: [stream?: string]; methods: TestStream };
  }
  interface SampleEvents {
    /**
     * Records of a Kinesis stream. Data that is neither a string nor bytes becomes JSON.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.kinesis([{ data: { page: '/' }, partitionKey: 'ann' }, 'text'], { stream: 'clicks' });
     * ```
     */
    readonly kinesis: (records: readonly KinesisData[], options?: KinesisOptions) => KinesisEvent;
  }
}

/** A Kinesis stream. Data that is neither a string nor bytes becomes JSON. */
export type TestStream = {
  readonly put: (data: unknown, options?: { readonly partitionKey?: string }) => Promise<Delivered>;
  readonly putBatch: (data: readonly unknown[]) => Promise<Delivered>;
};

function streamEvent(
  { place, name }: LocalSourceOf<'kinesis'>,
  records: readonly KinesisData[],
  traits: EventTraits = {},
): KinesisEvent {
  return kinesis(records, { ...place, ...traits, ...(name !== undefined && { stream: name }) });
}

export const KINESIS: LocalKind<'kinesis'> = {
  noun: 'stream',
  recordId: (record) => mappingOf(record['kinesis'])['sequenceNumber'],
  isCounted: true,
  sample: (source, payload, traits) =>
    streamEvent(source, [{ data: payload ?? 'sample data' }], traits),
  member: 'kinesis',
  methods: (source, deliver) => ({
    put: (payload, options) => deliver(streamEvent(source, [{ ...options, data: payload ?? '' }])),
    putBatch: (data) =>
      deliver(
        streamEvent(
          source,
          data.map((payload) => ({ data: payload ?? '' })),
        ),
      ),
  }),
};
