// Middleware of a package that does not depend on `framework`: its providers cannot be proved to be set, so its location is
// reported.
import { expect, test } from 'vitest';
import { createCompiler } from '../../compile-app.js';
import { DEFAULT_SETTINGS } from '../../modules/source-files.js';

const USER = `import { middleware } from 'framework';
export const user = middleware.provide((request, next) => next('ann'));
export const makeUser = () => middleware.provide((request, next) => next('ann'));
`;

/** Returns each problem as `line code: message`. */
function problemsOf(lines: string, manifest: object, specifier = '@acme/auth'): readonly string[] {
  const app = `import { Framework, middleware } from 'framework';
import { user, makeUser } from '${specifier}';
${lines}`;
  const files = new Map([
    ['/p/app.ts', app],
    ['/p/node_modules/@acme/auth/package.json', JSON.stringify({ main: 'index.js', ...manifest })],
    ['/p/node_modules/@acme/auth/index.js', USER],
  ]);
  const { diagnostics } = createCompiler().compile({
    root: '/p',
    files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
    settings: DEFAULT_SETTINGS,
  });
  return diagnostics.map(({ at, code, message }) => `${at?.line ?? 0} ${code}: ${message}`);
}

const app = (middleware: string): string =>
  `export const app = new Framework({ appName: 'a', middleware: ${middleware} });\n`;
const view = (options: string): string =>
  `export const view = app.route('/'${options})(() => user.value);\n`;
const TOLD =
  'FW3206: This middleware is from the package `@acme/auth`, whose package.json does not mention `framework`. The package is not analyzed, so what it provides, reads and calls is unknown.';

test.each([
  ['in the list of the application', app('[user]') + view(''), 3],
  ['in the list of a route', app('[]') + view(', { middleware: [user] }'), 4],
  ['of a call', app('[makeUser()]') + view(''), 3],
  ['under another name', `const all = [user];\n${app('[...all]')}${view('')}`, 3],
])('a middleware %s is told of', (_, lines, line) => {
  expect(problemsOf(lines, {})).toEqual([`${line} ${TOLD}`]);
});

test('by its name, when a subpath of it is imported', () => {
  const found = problemsOf(app('[user]') + view(''), {}, '@acme/auth/deep');
  expect(found).toEqual([`3 ${TOLD}`]);
});

test.each([['peerDependencies'], ['dependencies']])(
  'nothing is told of one that names framework in its %s, and reads are proved',
  (key) => {
    const manifest = { [key]: { framework: '*' } };
    expect(problemsOf(app('[user]') + view(''), manifest)).toEqual([]);
    const outside = problemsOf(app('[]') + view(''), manifest);
    expect(outside.map((text) => text.slice(0, 8))).toEqual(['4 FW3204']);
  },
);

test.each([
  ['an export', '[user]'],
  ['a call', '[makeUser()]'],
  ['a name in a name', '[user.inner]'],
])('nothing is told of %s of a package that is not installed, which is an error', (_, list) => {
  expect(problemsOf(app(list) + view(''), {}, '@acme/other')).toEqual([]);
});

test('nothing is told of ordinary dependencies', () => {
  const lines = `const audit = middleware(async (request, next) => { makeUser(); return next(); });
${app('[audit]')}export const view = app.route('/')(() => makeUser());\n`;
  expect(problemsOf(lines, {})).toEqual([]);
});
