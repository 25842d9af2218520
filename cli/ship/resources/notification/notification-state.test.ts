// Notifications that S3 rejects together, because one object could match both.
import { expect, test } from 'vitest';
import { overlap } from './notification.js';

test.each<readonly [string, string, boolean]>([
  ['s3:ObjectCreated:* a/*', 's3:ObjectCreated:Put a/b/*', true],
  ['s3:ObjectCreated:* a/*', 's3:ObjectRemoved:* a/*', false],
  ['s3:ObjectCreated:* a/*', 's3:ObjectCreated:* b/*', false],
  ['s3:ObjectCreated:* *.jpg', 's3:ObjectCreated:* *.png', false],
  ['s3:ObjectCreated:* a/*.jpg', 's3:ObjectCreated:* a/*', true],
])('%s and %s', (one, other, isSame) => {
  const [first, second] = [one, other].map((text) => {
    const [event = '', keys = ''] = text.split(' ');
    const [prefix = '', suffix = ''] = keys.split('*');
    return { events: [event], prefix, suffix };
  });
  expect(first && second && overlap(first, second)).toBe(isSame);
});
