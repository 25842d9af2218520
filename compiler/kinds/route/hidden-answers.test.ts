import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { compileApp } from '../../compile-app.js';

/** What is said of a view that is written in a class, with an import or declaration before it. */
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
  ['async *a() { yield 1; }', 'FW2314 a'],
  ["a() { return new Response('x'); }", 'FW2313 Response'],
  ['static a() { return Response.json({}); }', 'FW2313 Response'],
  ["a() { return fetch('https://example.com'); }", 'FW2313 fetch'],
])('%s', (view, problem) => {
  expect(problems(view).map((text) => text.split(':')[0])).toEqual([problem]);
});

test('a function is looked at like a method', () => {
  const view =
    "x() { return 1; }\n}\nexport const v = app.route('/v')(() => new Map());\nclass Other {";
  expect(problems(view)).toEqual([
    'FW2314 Map: The view `v` returns a `Map`, which becomes `{}` in JSON.',
  ]);
});

test.each([
  ["a() { return new Response('x'); }", "import { Response } from 'framework';"],
  ["a() { return new Response('x'); }", 'class Response { readonly ok = true; }'],
  ['a() { return new Map(); }', "import { Map } from 'immutable';"],
  ['a() { const list = [1].map(() => { return new Map(); }); return list.length; }', ''],
  ['a() { function inner() { return new Set(); } return inner().size; }', ''],
  ["a() { return 'return new Map()'; }", ''],
  ['a() { // return new Map()\n return 1; }', ''],
  ['a() { return [...new Map()]; }', ''],
])('%s is sent (%s)', (view, before) => {
  expect(problems(view, before)).toEqual([]);
});
