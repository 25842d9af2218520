// Classes that are constructed without arguments, and functions that are passed to a route inside another call.
import { expect, test } from 'vitest';
import { memoryFiles, MEMORY_ROOT } from '../../../test/support/memory-files.js';
import { compileApp } from '../../compile-app.js';
import type { Type } from '../../declarations/declared-type.js';
import { ambiguityOf, isReadFromTexts } from './inputs.js';
import { factsWith, routeOn } from '../../../test/support/hand-made-facts.js';
import { checkResourceCount } from './paths.js';

function compile(code: string) {
  const text = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
${code}
`;
  return compileApp({ root: MEMORY_ROOT, files: memoryFiles({ 'app.ts': text }) });
}

const VIEW = "@app.route('/a') a() { return 1; }";

test.each([
  [`class V { constructor(db: string) {} ${VIEW} }`, 'V db'],
  [
    `class V { constructor(private readonly db: string) {} ${VIEW} @app.route('/b') b() {} }`,
    'V db',
  ],
  [`class Base { constructor({ db }: { db: string }) {} } class V extends Base { ${VIEW} }`, 'V {'],
  [
    `class V { constructor(); constructor(db: string); constructor(db?: string) {} ${VIEW} }`,
    undefined,
  ],
  [`class V { constructor(db = 'x', ...more: string[]) {} ${VIEW} }`, undefined],
  [`class V { constructor(db: string) {} @app.route('/a') static a() { return 1; } }`, undefined],
  [`@injectable() class V { constructor(db: string) {} ${VIEW} }`, undefined],
  [`class V { constructor(db: string) {} } class W { ${VIEW} }`, undefined],
])('%s', (code, found) => {
  const said = compile(code).diagnostics.map(({ message }) => message.split('`'));
  expect(said.map(([, name, , parameter]) => `${name ?? ''} ${parameter ?? ''}`)).toEqual(
    found === undefined ? [] : [found],
  );
});

const WRAPPERS = `function withAuth(view: (...values: string[]) => unknown) {
  return (...values: string[]) => view(...values);
}
const withRole = (role: string) => withAuth;
const view = (id: string) => id;
`;

test.each([
  "app.route('/z')(withAuth(() => 1))",
  "app.route('/z/{id}')(withAuth((id) => id))",
  "app.route('/z/{id}')(withAuth(view))",
  "app.route('/z/{id}')(withRole('admin')(view))",
  "app.route('/z/{id}/{other}')(withAuth(withRole('x')((user, id, other) => 1)))",
])('%s is a view whose captures arrive in the order of the path', (code) => {
  const { diagnostics, modules } = compile(`${WRAPPERS}export const z = ${code};`);
  expect(diagnostics).toEqual([]);
  const rows = modules.flatMap(({ bindings }) =>
    bindings.map((binding) => (binding.form === 'call' ? binding.row : undefined)),
  );
  const captures = [...code.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(rows).toMatchObject([{ view: ['z', expect.any(String), ['GET'], captures, 0] }]);
});

test('what no function is given to is no view', () => {
  const { diagnostics } = compile(
    "const make = () => 1;\nexport const z = app.route('/z')(make());",
  );
  expect(diagnostics.map(({ code }) => code)).toEqual(['FW2304']);
});

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

// How the values of one name can be read.

const TEXT: Type = { kind: 'text' };
const INTEGER: Type = { kind: 'number', rules: { isInteger: true } };
const ALL: Type = { kind: 'literal', value: 'all' };
const listOf = (of: Type, minItems?: number): Type => ({
  kind: 'list',
  of,
  ...(minItems !== undefined && { rules: { minItems } }),
});

test.each<[string, boolean, readonly Type[]]>([
  ['a list or one of its items', true, [TEXT, listOf(TEXT)]],
  ['a list of some or one of them', true, [ALL, listOf({ kind: 'union', of: [ALL, INTEGER] })]],
  ['a list or null', true, [{ kind: 'null' }, listOf(INTEGER)]],
  ['a list or a text that none of its items is', false, [ALL, listOf(INTEGER)]],
  ['a list of several or one text', false, [TEXT, listOf(TEXT, 2)]],
  ['one of two lists', false, [listOf(TEXT), listOf(INTEGER)]],
])('%s: %s', (_, isRead, of) => {
  expect(isReadFromTexts({ kind: 'union', of }, new Map())).toBe(isRead);
});

const FLAG: Type = { kind: 'boolean' };
const textOf = (...patterns: readonly string[]): Type => ({ kind: 'text', rules: { patterns } });

test.each<[string, string | undefined, readonly Type[]]>([
  ['any text or a number', 'a number', [TEXT, INTEGER]],
  ['any text or 1', 'a number', [TEXT, { kind: 'literal', value: 1 }]],
  ['lists of both', 'a number', [listOf({ kind: 'union', of: [TEXT, INTEGER] })]],
  ['a text of digits or a number', 'a number', [textOf('^[0-9]+$'), INTEGER]],
  ['a long text or a number', 'a number', [{ kind: 'text', rules: { minLength: 40 } }, INTEGER]],
  ['the text 1e2 or a number', 'a number', [{ kind: 'literal', value: '1e2' }, INTEGER]],
  ['any text or a flag', 'true or false', [TEXT, FLAG]],
  ['a name or a number', undefined, [ALL, INTEGER]],
  ['a text of letters or a number', undefined, [textOf('^[a-z]+$'), INTEGER]],
  ['a day or a number', undefined, [{ kind: 'text', rules: { format: 'date' } }, INTEGER]],
  ['a name, a number or a flag', undefined, [ALL, INTEGER, FLAG]],
  ['texts', undefined, [TEXT, textOf('a')]],
])('%s: may be both, %s', (_, other, of) => {
  expect(ambiguityOf({ kind: 'union', of }, new Map())).toBe(other);
});

/** Returns `count` routes, which need one more resource because of the root. */
function routesWith(count: number) {
  return Array.from({ length: count }, (_, index) => routeOn(`/r${index}`));
}

test('an API of 300 resources is within the default quota', () => {
  expect(checkResourceCount(factsWith(routesWith(299)))).toEqual([]);
});

test('an API of more than 300 resources is warned of, because the quota can be raised', () => {
  expect(checkResourceCount(factsWith(routesWith(300)))).toMatchObject([
    {
      code: 'FW2114',
      severity: 'warning',
      message:
        "The routes need 301 gateway resources, one for each distinct beginning of a path; an API can have at most 300 unless the account's quota has been raised.",
    },
  ]);
});

test('paths that begin alike share the resources of their beginning', () => {
  const routes = Array.from({ length: 290 }, (_, index) => routeOn(`/a/b/c/{id}/r${index}`));
  expect(checkResourceCount(factsWith(routes))).toEqual([]);
});
