import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { compileApp } from '../../compile-app.js';

/** Returns the problems of a view in a class, with an import or declaration before the class. */
function problems(view: string, before = ''): readonly string[] {
  const text = `import { Framework } from 'framework';
${before}
export const app = new Framework({ appName: 'helloworld' });
class Views {
  @app.route('/a')
  @app.route('/b')
  ${view}
}
`;
  const { diagnostics } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles({ 'app.ts': text }),
  });
  return diagnostics.map(({ code, at, message }) => {
    return `${code} ${text.slice(at?.start, at?.end)}: ${message}`;
  });
}

test.each([
  ['a() { return new Map([[1, 2]]); }', 'FW2314 Map'],
  ['async a() { return await new Set([1]); }', 'FW2314 Set'],
  ['a() { if (1 > 0) { return new URLSearchParams(); } return 1; }', 'FW2314 URLSearchParams'],
  ['*a() { yield 1; }', 'FW2314 a'],
  ["a() { return new Response('x'); }", 'FW2313 Response'],
  ['static a() { return Response.json({}); }', 'FW2313 Response'],
  ["a() { return fetch('https://example.com'); }", 'FW2313 fetch'],
  ['a() { return lines(); }', 'FW2314 lines'],
  ['a() { const rows = lines(); return rows; }', 'FW2314 lines'],
  ['async a() { return this.rows(); }\n  *rows() { yield 1; }', 'FW2314 this.rows'],
  ['a() { return declared(); }', 'FW2314 declared'],
  ['a() { return new Answer(lines()); }', 'FW2314 lines'],
  ['a(): Rows { return all; }', 'FW2314 Set<number>'],
  ['a(): Answer<Rows> { return all; }', 'FW2314 Set<number>'],
  ['a(): AsyncIterator<string> { return all; }', 'FW2314 AsyncIterator<string>'],
  ['a(): Map<string, 1> { return all; }', 'FW2314 Map<string, 1>'],
  ['a(): 1 | Generator<1> { return all; }', 'FW2314 Generator<1>'],
])('%s', (view, problem) => {
  const before = `import { Response as Answer } from 'framework';
declare const all: any;
type Rows = Set<number>;
function* lines() { yield 1; }
const declared = (): Generator<number> => all;`;
  expect(problems(view, before).map((text) => text.split(':')[0])).toEqual([problem]);
});

test('a function is looked at like a method', () => {
  const view =
    "x() { return 1; }\n}\nexport const v = app.route('/v')(() => new Map());\nclass Other {";
  expect(problems(view)).toEqual([
    'FW2314 Map: The view `v` returns a `Map`, which becomes `{}` in JSON.',
  ]);
});

const ROWS = 'async function* rows() { yield 1; } function* lines() { yield 1; }';
const FS = `import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Response } from 'framework';`;

test.each([
  ["a() { return new Response('x'); }", "import { Response } from 'framework';"],
  ["a() { return new Response('x'); }", 'class Response { readonly ok = true; }'],
  ['a() { return new Map(); }', "import { Map } from 'immutable';"],
  ['a() { const list = [1].map(() => { return new Map(); }); return list.length; }', ''],
  ['a() { function inner() { return new Set(); } return inner().size; }', ''],
  ["a() { return 'return new Map()'; }", ''],
  ['a() { // return new Map()\n return 1; }', ''],
  ['a() { return [...new Map()]; }', ''],
  ['a(): Iterable<number> { return [1]; }', ''],
  ['a(): AsyncGenerator { return 1; }', 'interface AsyncGenerator { a: 1 }'],
  ['a(): Readable { return 1; }', 'interface Readable { a: 1 }'],
  [
    'async a() { const all = []; for await (const one of rows()) all.push(one); return all; }',
    ROWS,
  ],
  ['a() { return [...rows()]; }', 'function* rows() { yield 1; }'],
  ['a() { return Object.fromEntries(rows()); }', 'function* rows(): Generator<[string, 1]> {}'],
  ["a() { createReadStream('a').pipe(process.stdout); return 1; }", FS],
  ["async a() { return new Response(await text(createReadStream('a'))); }", FS],
  ['a() { let rows = lines(); rows = [1]; return rows; }', ROWS],
])('%s is sent (%s)', (view, before) => {
  expect(problems(view, before)).toEqual([]);
});
