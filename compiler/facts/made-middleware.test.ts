// Providers that are not written as `middleware.provide` directly: those of functions that create them, and of packages.
import { expect, test } from 'vitest';
import { compileApp } from '../compile-app.js';

const AUTH = `import { middleware } from 'framework';
export const makeUser = (header) => middleware.provide((request, next) => next(request.headers[header]));
export function makeLocale() {
  const locale = middleware.provide((_request, next) => next('en'));
  return locale;
}
export const makeNamed = () => makeUser('X-Name');
const shared = middleware.provide((_request, next) => next(1));
export const getShared = () => shared;
export const makePair = () => ({ value: middleware.provide((_request, next) => next(1)) });
export const makeAudit = (provider) => middleware((_request, next) => { user.value; return next(); });
export const user = makeUser('X-User');
`;

const PACKAGE = (dependencies: object) => ({
  'node_modules/shop-auth/package.json': JSON.stringify({
    name: 'shop-auth',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    peerDependencies: dependencies,
  }),
  'node_modules/shop-auth/index.js': AUTH,
});

/** Returns the codes, locations and texts of the problems of an application. */
function check(code: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const texts = new Map(Object.entries({ 'auth.ts': AUTH, ...files, 'app.ts': code }));
  const nameOf = (path: string): string => path.replace(/^\/project\//, '');
  const { diagnostics } = compileApp({
    root: '/project',
    files: {
      readText: (path) => texts.get(nameOf(path)),
      isFile: (path) => texts.has(nameOf(path)),
    },
  });
  return diagnostics.map(({ code: name, at, message }) => {
    const [what = ''] = /`[\w.]+`/.exec(message) ?? [];
    return `${name} ${at?.file ?? ''}:${String(at?.line)} ${what}`;
  });
}

const HEAD = `import { Framework } from 'framework';
import { getShared, makeAudit, makeLocale, makeNamed, makePair, makeUser, user } from './auth.js';
export const app = new Framework({ appName: 'a' });
`;

test.each([
  ["const own = makeUser('X-Own');", 'own'],
  ['const own = makeLocale();', 'own'],
  ['const own = makeNamed();', 'own'],
  ['', 'user'],
])('what a function makes is proved: %s', (line, name) => {
  const code = `${HEAD}${line}
export const good = app.route('/good', { middleware: [${name}] })(() => ${name}.value);
export const bad = app.route('/bad')(() => ${name}.value);
`;
  expect(check(code)).toEqual([`FW3204 app.ts:6 \`${name}\``]);
});

test('two that one function makes are two', () => {
  const code = `${HEAD}const one = makeLocale(); const other = makeLocale();
export const bad = app.route('/bad', { middleware: [other] })(() => one.value);
`;
  expect(check(code)).toEqual(['FW3204 app.ts:5 `one`']);
});

test('a middleware that a function makes is read too', () => {
  const code = `${HEAD}
export const good = app.route('/good', { middleware: [user, makeAudit()] })(() => 1);
export const bad = app.route('/bad', { middleware: [makeAudit()] })(() => 1);
`;
  expect(check(code)).toEqual(['FW3204 auth.ts:11 `user`']);
});

test('what was made before is said where it is given away, and what only holds one where it is made', () => {
  const code = `${HEAD}const pair = makePair();
export const one = app.route('/one')(() => pair.value);
export const two = app.route('/two')(() => getShared().value);
`;
  expect(check(code)).toEqual(['FW3204 auth.ts:9 `shared`', 'FW3205 auth.ts:10 ']);
});

const OF_PACKAGE = HEAD.replace('./auth.js', 'shop-auth');

test('those of a package that names the framework are proved', () => {
  const code = `${OF_PACKAGE}const own = makeLocale();
export const good = app.route('/good', { middleware: [user, own] })(() => [user.value, own.value]);
export const bad = app.route('/bad')(() => own.value);
export const worse = app.route('/worse')(() => user.value);
`;
  expect(check(code, PACKAGE({ framework: '*' }))).toEqual([
    'FW3204 app.ts:6 `own`',
    'FW3204 app.ts:7 `user`',
  ]);
});
