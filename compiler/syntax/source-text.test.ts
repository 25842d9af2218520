// Locations in a text: swc's byte positions as UTF-16 offsets, lines and columns.
import { describe, expect, test } from 'vitest';
import { createSourceText } from './source-text.js';

/** Returns the position of the first `@` as swc counts it: UTF-8 bytes from 1, without a byte order mark. */
function positionOfMark(text: string): number {
  return Buffer.byteLength(text.slice(0, text.indexOf('@')).replace(/^\ufeff/, '')) + 1;
}

describe('byte positions become UTF-16 offsets', () => {
  test.each([
    ['ASCII', 'abc @'],
    ['two bytes', 'é @'],
    ['three bytes', '日本 @'],
    ['a surrogate pair', '👍👍 @'],
    ['a byte order mark', '\ufeffa @'],
    ['a byte order mark and more', '\ufeffé👍 @'],
    ['a lone surrogate', '\ud800 @'],
    ['the end', '日@'],
  ])('%s', (_, text) => {
    const source = createSourceText('app.ts', text);
    const start = source.offsetOf(positionOfMark(text));
    expect(start).toBe(text.indexOf('@'));
    const end = source.offsetOf(positionOfMark(text) + 1);
    expect(text.slice(start, end)).toBe('@');
  });
});

describe('lines and columns', () => {
  test.each([
    ['line feeds', 'a\nbc\n\nd', [1, 1, 2, 2, 2, 3, 4]],
    ['carriage returns and line feeds', 'a\r\nb\r\n', [1, 1, 1, 2, 2, 2, 3]],
    ['carriage returns', 'a\rb\r\rc', [1, 1, 2, 2, 3, 4]],
    ['no text', '', [1]],
  ])('%s', (_, text, lines) => {
    const found = lines.map(
      (__, offset) => createSourceText('a', text).spanBetween(offset, offset).line,
    );
    expect(found).toEqual(lines);
  });

  test('any order of questions gives the same answers', () => {
    const text = 'one\ntwo\n\nfour 👍 five\nsix';
    const source = createSourceText('app.ts', text);
    const offsets = [20, 0, 8, 3, 24, 9, 4, 24, 0];
    for (const offset of offsets) {
      const before = text.slice(0, offset).split('\n');
      const { line, column, endLine, endColumn } = source.spanBetween(offset, offset);
      expect([line, column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
      expect([endLine, endColumn]).toEqual([line, column]);
    }
  });
});
