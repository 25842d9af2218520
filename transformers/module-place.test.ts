// How a module that uses its own location is rewritten for the bundle.
import { expect, test } from 'vitest';
import { placeModule } from './app-source.js';

const place = (code: string) => placeModule({ code, map: '{"mappings":"AAAA"}' }, 'lib/a.ts');

test('only free names of the place are replaced, in the length that they had', () => {
  expect(
    place(`const own = { __dirname: a.__dirname, b: __dirname, "é": import.meta.url };
const short = { __filename };
const f = (__filename) => __filename;`).code.split('\n'),
  ).toEqual([
    'const __modDir = __packageFolder + "/lib";const __moduleUrl = new URL("./lib/a.ts", __packageUrl).href;const __modFile = __packageFolder + "/lib/a.ts";',
    'const own = { __dirname: a.__dirname, b: __modDir , "é": __moduleUrl     };',
    'const short = { __filename: __modFile };',
    'const f = (__filename) => __filename;',
  ]);
});

test('a class keeps its name, also in itself', () => {
  const code = 'let A = class A { static make() { return new A(); } };\nuse(A, __dirname);';
  expect(place(code).code).toContain('let A = class A { static make() { return new A(); } };');
});

test('the source map has a line for the names', () => {
  expect(place('use(__dirname);').map).toBe('{"mappings":";AAAA"}');
});

test('a module that only mentions its place stays as it is', () => {
  const code = '// __dirname\nuse("__filename");';
  expect(place(code)).toEqual({ code, map: '{"mappings":"AAAA"}' });
});

test('the line for a shell becomes a comment', () => {
  expect(place('#!/usr/bin/env node\nuse(__dirname);').code.split('\n')[1]).toBe(
    '///usr/bin/env node',
  );
});
