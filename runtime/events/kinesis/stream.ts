// Kinesis streams: records run in order until one fails, and Lambda retries from that record
// (docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html).
import { type EventAdapter, membersOf, recordsOf } from '../adapter.js';
import { checkedPayload, readPayloadBytes } from '../payload.js';
import { runInOrder } from '../records.js';
import { type KinesisRecordDict, KinesisRecord } from './kinesis-record.js';

function kinesisRecordsOf(event: unknown): readonly KinesisRecordDict[] | undefined {
  const records = recordsOf(event, 'aws:kinesis', ({ eventSourceARN, kinesis }) => [
    eventSourceARN,
    membersOf(kinesis)['sequenceNumber'],
  ]);
  return records as readonly KinesisRecordDict[] | undefined; // because a stream sends no others
}

/** `app.onKinesisRecord`. */
export const kinesisRecords: EventAdapter = {
  noun: 'stream',
  rank: 0,
  sourceOf: (event) => kinesisRecordsOf(event)?.[0]?.eventSourceARN,
  deliver: (delivery) => {
    const { options, check } = delivery;
    const records = (kinesisRecordsOf(delivery.event) ?? []).map((dict) => ({
      id: dict.kinesis.sequenceNumber,
      title: `record ${dict.kinesis.sequenceNumber}`,
      read: async () => {
        const data = readPayloadBytes(dict.kinesis.data, options.payload, 'data');
        return new KinesisRecord(dict, await checkedPayload(data, { member: 'data', check }));
      },
    }));
    return runInOrder(records, delivery);
  },
};
