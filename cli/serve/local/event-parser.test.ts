// The events of the standard's examples, complete and in chunks of every size.
import { expect, test } from 'vitest';
import { EVENT_CASES } from '../../../test/support/event-stream-cases.js';
import { createEventParser } from './event-parser.js';

test.each(Object.entries(EVENT_CASES))('%s', (_, { text, events }) => {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const parse = createEventParser();
    const parsed = [];
    for (let at = 0; at < bytes.length; at += size)
      parsed.push(...parse(bytes.subarray(at, at + size)));
    expect(parsed.map(({ id, event, data }) => [id, event, data])).toEqual(events);
  }
});
