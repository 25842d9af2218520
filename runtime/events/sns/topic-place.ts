// Where a record of a topic names it.
import type { RecordParts } from '../adapter.js';

export function topicIn(record: RecordParts): unknown {
  return record['Sns']?.['TopicArn'];
}
