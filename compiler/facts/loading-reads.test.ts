// Providers that are read while a module is loaded, outside any request: reported if the read certainly happens.
import { expect, test } from 'vitest';
import { createCompiler } from '../compile-app.js';
import { DEFAULT_SETTINGS } from '../modules/source-files.js';

const DEPS = `import { middleware } from 'framework';
export const user = middleware.provide((request, next) => next('ann'));
`;

/** Returns each problem as `line code message`. */
function problemsOf(text: string): readonly string[] {
  const app = `import { Framework } from 'framework';
import { user } from './deps.js';
export const app = new Framework({ appName: 'a', middleware: [user] });
export const view = app.route('/')(() => user.value);
${text}`;
  const files = new Map([
    ['/p/app.ts', app],
    ['/p/deps.ts', DEPS],
  ]);
  const { diagnostics } = createCompiler().compile({
    root: '/p',
    files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
    settings: DEFAULT_SETTINGS,
  });
  return diagnostics.map(({ at, code, message }) => `${at?.line ?? 0} ${code} ${message}`);
}

const TOLD =
  'FW3204 `user` is read here while the module is loaded, when no request is being handled.';

test.each([
  ['in a constant', 'export const name = user.value;', 5],
  ['in a text', 'export const text = `hello ${user.value}`;', 5],
  ['as an argument', 'console.log(user.value);', 5],
  ['in a static member', 'export class A { static name = user.value; }', 5],
  ['in a static block', 'export class A { static { console.log(user.value); } }', 5],
  ['in what a function does that is called', 'function f() {\n return user.value;\n}\nf();', 6],
  ['in what an arrow function gives', 'const f = () => user.value;\nexport const name = f();', 5],
  ['in what such a function calls', 'const g = () => user.value;\nconst f = () => g();\nf();', 5],
])('%s: told of', (_, text, line) => {
  expect(problemsOf(text)).toEqual([`${line} ${TOLD}`]);
});

test('in an error format, which runs outside every middleware: told of, with the way to the read', () => {
  const format = `import { errorFormat } from 'framework';
const named = () => user.value;
export const failures = errorFormat({ error: ({ request }) => named() + request.path });`;
  const told =
    'FW3204 `user` is read here, but an error format can reach this code without running inside `user`.';
  expect(problemsOf(format)).toEqual([`6 ${told}`]);
});

test.each([
  ['in a function', 'export function f() { return user.value; }'],
  ['in a view of a class', "export class V { @app.route('/v') v() { return user.value; } }"],
  ['in a member of an instance', 'export class A { name = user.value; }'],
  ['in a function that is handed on', 'const f = () => user.value;\nexport const all = [f];'],
  [
    'in the function of a view',
    "const f = () => user.value;\nexport const v = app.route('/v')(f);",
  ],
  ['with a value that it is given', "user.with('bob', () => user.value);"],
  ['where an error is caught', 'try { console.log(user.value); } catch { console.log(1); }'],
  ['behind a condition', 'if (process.env.A) console.log(user.value);'],
  [
    'behind the end of a function',
    'function f(a?: 1) { if (!a) return 1; return user.value; }\nf();',
  ],
  ['on one side of a condition', 'export const a = process.env.A ? user.value : 1;'],
  ['of a generator', 'function* f() { yield user.value; }\nf();'],
  ['in a type', 'export type A = typeof user.value;'],
])('%s: nothing is told', (_, text) => {
  expect(problemsOf(text)).toEqual([]);
});
