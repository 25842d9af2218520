// The shape of tags, wherever a key has them.
import * as v from 'valibot';
import { OWN_TAG, PATTERNS, TAGS } from './limits.js';
import { as, entries, text } from './shapes.js';

export const TAG_ENTRIES: v.GenericSchema<Record<string, string>> = entries(
  v.pipe(
    text,
    v.minLength(1, as('tag-key')),
    v.maxLength(TAGS.keyLength, as('tag-key')),
    v.regex(PATTERNS.tagText, as('tag-key')),
    v.regex(PATTERNS.freeTagKey, as('tag-reserved')),
    v.notValue(OWN_TAG, as('tag-reserved')),
  ),
  v.pipe(
    text,
    v.maxLength(TAGS.valueLength, as('tag-value')),
    v.regex(PATTERNS.tagText, as('tag-value')),
  ),
);
