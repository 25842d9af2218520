// Topics. When one record fails, Lambda retries the whole event. So every record runs before the first error is thrown.
import { type EventAdapter, membersOf, recordsOf, type RecordParts } from '../adapter.js';
import { checkedPayload, readPayloadText } from '../payload.js';
import { runAll } from '../records.js';
import { type SnsMessageDict, SnsMessage } from './sns-message.js';

function topicRecordsOf(event: unknown): readonly SnsMessageDict[] | undefined {
  const records = recordsOf(event, 'aws:sns', ({ Sns: sns }) => {
    const { MessageId: id, TopicArn: arn } = membersOf(sns);
    return [id, arn];
  });
  return records as readonly SnsMessageDict[] | undefined; // because a topic sends no others
}

/** `app.onSnsMessage`. */
export const snsMessages: EventAdapter = {
  noun: 'topic',
  rank: 0,
  sourceOf: (event) => topicRecordsOf(event)?.[0]?.Sns.TopicArn,
  deliver: (delivery) => {
    const { options, check } = delivery;
    const records = (topicRecordsOf(delivery.event) ?? []).map((dict) => ({
      title: `message ${dict.Sns.MessageId}`,
      read: async () => {
        const message = readPayloadText(dict.Sns.Message, options.payload, 'message');
        return new SnsMessage(dict, await checkedPayload(message, { member: 'message', check }));
      },
    }));
    return runAll(records, delivery);
  },
};

export function topicIn(record: RecordParts): unknown {
  return record['Sns']?.['TopicArn'];
}
