// DynamoDB streams: records run in order until one fails, and Lambda retries from that record
// (docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html).
import type { CheckPayload } from '../../contract/binding.js';
import { type EventAdapter, membersOf, recordsOf } from '../adapter.js';
import { checkedPayload } from '../payload.js';
import { runInOrder } from '../records.js';
import { DynamodbRecord, type DynamodbRecordDict } from './dynamodb-record.js';
import { dynamodbItem, type ImageDict } from './dynamodb-value.js';

function changesOf(event: unknown): readonly DynamodbRecordDict[] | undefined {
  const records = recordsOf(event, 'aws:dynamodb', ({ eventSourceARN, dynamodb }) => [
    eventSourceARN,
    membersOf(dynamodb)['SequenceNumber'],
  ]);
  return records as readonly DynamodbRecordDict[] | undefined; // because a stream sends no others
}

async function imageOf(
  image: ImageDict | undefined,
  member: string,
  check: CheckPayload | undefined,
): Promise<unknown> {
  return image && checkedPayload(dynamodbItem(image), { member, check });
}

/** `app.onDynamodbRecord`. */
export const dynamodbRecords: EventAdapter = {
  noun: 'table',
  rank: 0,
  sourceOf: (event) => changesOf(event)?.[0]?.eventSourceARN,
  deliver: (delivery) => {
    const { check } = delivery;
    const records = (changesOf(delivery.event) ?? []).map((dict) => ({
      id: dict.dynamodb.SequenceNumber,
      title: `record ${dict.dynamodb.SequenceNumber}`,
      read: async () => {
        const { Keys: keys, NewImage: newImage, OldImage: oldImage } = dict.dynamodb;
        return new DynamodbRecord<unknown>(dict, {
          keys: dynamodbItem(keys),
          newImage: await imageOf(newImage, 'newImage', check),
          oldImage: await imageOf(oldImage, 'oldImage', check),
        });
      },
    }));
    return runInOrder(records, delivery);
  },
};
