// Events of a bucket as EventBridge patterns.
import { expect, test } from 'vitest';
import { objectPattern } from './desired-rules.js';

test('several events are several branches of a pattern', () => {
  const events = ['s3:ObjectCreated:Put', 's3:ObjectTagging:*'];
  expect(objectPattern('uploads', { events })).toMatchObject({
    source: ['aws.s3'],
    $or: [
      { 'detail-type': ['Object Created'], detail: { reason: ['PutObject'] } },
      { 'detail-type': ['Object Tags Added'] },
      { 'detail-type': ['Object Tags Deleted'] },
    ],
  });
});
