import { expect, test } from 'vitest';
import { jsonPieces } from './json-text.js';

const text = (json: string): string | undefined =>
  jsonPieces(json)
    ?.map((piece) => piece.text)
    .join('');

test('values stay as they were sent', () => {
  expect(text('{"a":12345678901234567890,"a":"\\u0041, [1]","b":[],"c":{},"d":[1e2,true,null]}'))
    .toMatchInlineSnapshot(`
      "{
        "a": 12345678901234567890,
        "a": "\\u0041, [1]",
        "b": [],
        "c": {},
        "d": [
          1e2,
          true,
          null
        ]
      }"
    `);
});

test('names and texts are told apart', () => {
  const kinds = jsonPieces('{"a":"b"}')?.flatMap(({ kind }) => (kind === 'plain' ? [] : [kind]));
  expect(kinds).toEqual(['name', 'text']);
});

test('what is not JSON is left alone', () => {
  expect(text('<b>')).toBeUndefined();
});
