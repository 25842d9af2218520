// A module that cannot be read is reported once, and not at every use of its exports.
import { expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import { MEMORY_ROOT, memoryFiles } from '../support/memory-files.js';

const PARTS = `import { Blueprint, CORSConfig, middleware } from 'framework';
export const part = new Blueprint();
export const mark = middleware((request, next) => next());
export const user = middleware.provide((request, next) => next(1));
export const CORS = new CORSConfig({ allowOrigin: 'https://a.example' });
export const PATH = '/a';
export const METHODS = ['GET'] as const;
export interface Body { a: string }
`;
const BROKEN = `${PARTS}this is no statement\n`;

const APP = (from: string): string => `import { Framework } from 'framework';
import { part, mark, user, CORS, PATH, METHODS, type Body } from '${from}';
export const app = new Framework({ appName: 'shop', middleware: [mark, user] });
app.register(part, { urlPrefix: PATH });
export class Views {
  @app.route(PATH, { cors: CORS, methods: METHODS, middleware: [mark] }) a() { return user.value; }
  @app.route('/b', { methods: ['POST'] }) b(body: Body) { return body; }
  @part.route('/c') c() { return 1; }
}
`;

function problemsOf(files: Readonly<Record<string, string>>): readonly string[] {
  return compileApp({ root: MEMORY_ROOT, files: memoryFiles(files) }).diagnostics.map(
    ({ at, code }) => `${at?.file ?? 'nowhere'}:${at?.line ?? 0} ${code}`,
  );
}

test('without a mistake nothing is said', () => {
  expect(problemsOf({ 'app.ts': APP('./parts.js'), 'parts.ts': PARTS })).toEqual([]);
});

test.each([
  ['itself', {}, './parts.js'],
  ['through `export *`', { 'index.ts': "export * from './parts.js';\n" }, './index.js'],
  [
    'through names that another module exports again',
    {
      'index.ts':
        "import { PATH } from './parts.js';\nexport { PATH };\nexport { part, mark, user, CORS, METHODS, type Body } from './parts.js';\n",
    },
    './index.js',
  ],
])('a syntax error is said once, where a module imports it %s', (_, files, from) => {
  const broken = { 'app.ts': APP(from), 'parts.ts': BROKEN };
  expect(problemsOf({ ...broken, ...files })).toEqual(['parts.ts:9 FW1003']);
});

test('an import that does not resolve to a file is reported once', () => {
  expect(problemsOf({ 'app.ts': APP('./nowhere.js') })).toEqual(['app.ts:2 FW1004']);
});

test('the application in a module with a syntax error is said once', () => {
  const files = {
    'app.ts': "import { app } from './service.js';\nexport { app };\nimport './views.js';\n",
    'views.ts':
      "import { app } from './service.js';\nexport const a = app.route('/a')(() => 1);\nexport const b = app.lambdaFunction()(() => 2);\n",
    'service.ts':
      "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'shop' });\nno statement\n",
  };
  expect(problemsOf(files)).toEqual(['service.ts:3 FW1003']);
});

test('a blueprint is not called unregistered while the module that registers it cannot be read', () => {
  const files = {
    'app.ts':
      "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'shop' });\nimport './parts.js';\nimport './mounts.js';\nexport const a = app.route('/a')(() => 1);\n",
    'parts.ts':
      "import { Blueprint } from 'framework';\nexport const part = new Blueprint();\nexport const c = part.route('/c')(() => 1);\n",
    'mounts.ts':
      "import { app } from './app.js';\nimport { part } from './parts.js';\napp.register(part);\nno statement\n",
  };
  expect(problemsOf(files)).toEqual(['mounts.ts:4 FW1003']);
  expect(problemsOf({ ...files, 'mounts.ts': '' })).toEqual(['parts.ts:2 FW3301']);
});

test('mistakes of their own are said beside a syntax error', () => {
  const app = `${APP('./parts.js')}export const x = app.route('/x/')(() => 1);\n`;
  expect(problemsOf({ 'app.ts': app, 'parts.ts': BROKEN })).toEqual([
    'app.ts:10 FW2103',
    'parts.ts:9 FW1003',
  ]);
});

test('a type of a module that only types come from says what is wrong with that module', () => {
  const messages = (types: Readonly<Record<string, string>>): readonly string[] => {
    const app = `import { Framework } from 'framework';
import type { Body } from './types.js';
export const app = new Framework({ appName: 'shop' });
export class Views {
  @app.route('/b', { methods: ['POST'] }) b(body: Body) { return body; }
}
`;
    return compileApp({
      root: MEMORY_ROOT,
      files: memoryFiles({ 'app.ts': app, ...types }),
    }).diagnostics.map(({ message }) => message);
  };
  expect(messages({ 'types.ts': 'export interface Body { a: string }\nno statement\n' })).toEqual([
    'The type `Body` is not supported: `Body` comes from a module with a syntax error, at types.ts:2:4.',
  ]);
  expect(messages({})).toEqual([
    'The type `Body` is not supported: `Body` comes from `./types.js`, which does not resolve to a file.',
  ]);
});
