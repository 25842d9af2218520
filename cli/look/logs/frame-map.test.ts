// Which locations are replaced.
import { expect, test } from 'vitest';
import { processorTime } from '../../../test/support/processor-time.js';
import { hasFrames, mapFrames, readSourceMap } from './deployed-maps.js';

/** Line 1, column 5 of the bundle is line 3, column 1 of app.ts. */
const MAP = readSourceMap(
  JSON.stringify({ version: 3, sources: ['app.ts'], names: [], mappings: 'IAEA' }),
);

test.each([
  ['    at handler (file:///var/task/index.mjs:1:5)', '    at handler (app.ts:3:1)'],
  ['    at file:///var/task/index.mjs:1:9', '    at app.ts:3:1'],
  ['    at handler (/var/task/index.mjs:1:5)', '    at handler (app.ts:3:1)'],
])('%s stands in the bundle', (line, mapped) => {
  expect(MAP && mapFrames(line, MAP)).toBe(mapped);
});

test.each([
  '    at run (file:///var/runtime/index.mjs:1173:29)',
  '    at run (/var/runtime/index.mjs:1173:29)',
  '    at run (file:///var/task/node_modules/pg/index.mjs:1:5)',
  '    at city (app.ts:11:35)',
])('%s does not', (line) => {
  expect(hasFrames(line)).toBe(false);
});

test('a very long line of slashes takes no time', () => {
  const line = '/a'.repeat(60_000);
  const start = processorTime();
  expect(hasFrames(line)).toBe(false);
  expect(hasFrames(`${line} at file:///var/task/index.mjs:1:5`)).toBe(true);
  expect(processorTime() - start).toBeLessThan(1000);
});

test('what is no map is none', () => {
  expect(readSourceMap('no JSON')).toBeUndefined();
});
