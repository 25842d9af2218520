// Views that would be missing from the API: which files are checked, and which import is suggested.
import { expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import { memoryFiles, MEMORY_ROOT } from '../support/memory-files.js';

const APPLICATION = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
`;
const VIEW = `import { app } from '/memory/application.js';
export const cities = app.route('/cities')(() => []);
`;

/** Returns the files with a warning, each with the suggested import. */
function warnings(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = {
    'app.ts': "import './application.js';\n",
    'application.ts': APPLICATION,
    ...files,
  };
  const { diagnostics } = compileApp({ root: MEMORY_ROOT, files: memoryFiles(texts) });
  return diagnostics
    .filter(({ code }) => code === 'FW2022')
    .map(({ at, hint }) => `${at?.file ?? ''} ${hint?.split('`')[1] ?? ''}`);
}

test.each([
  ["import './application.js';", "import './views/a.js';"],
  ["import './application.ts';", "import './views/a.ts';"],
  ["import './application';", "import './views/a';"],
])('the import is written as the entry file writes %s', (entry, written) => {
  expect(warnings({ 'app.ts': `${entry}\n`, 'views/a.ts': VIEW })).toEqual([
    `views/a.ts ${written}`,
  ]);
});

test('each file is told once, sorted, whatever it is written in', () => {
  const names = ['b.mts', 'a.tsx', 'c.js'];
  expect(warnings(Object.fromEntries(names.map((name) => [name, VIEW])))).toEqual([
    "a.tsx import './a.js';",
    "b.mts import './b.mjs';",
    "c.js import './c.js';",
  ]);
});

test('a lambda function is missed like a view', () => {
  const text = `import { app } from '/memory/application.js';
class Jobs {
  @app.lambdaFunction({ name: 'nightly' })
  nightly() {}
}
`;
  expect(warnings({ 'jobs.ts': text })).toEqual(["jobs.ts import './jobs.js';"]);
});

test.each([
  'a.test.ts',
  'a.spec.mts',
  'a.d.ts',
  '__tests__/a.ts',
  'node_modules/x/a.ts',
  'dist/a.js',
  'build/a.js',
  '.framework/build/a.ts',
  'lib/node_modules/x/a.ts',
])('%s is not looked at', (name) => {
  expect(warnings({ [name]: VIEW })).toEqual([]);
});

test('the folder of another application is not looked at', () => {
  const other = { 'other/app.ts': APPLICATION, 'other/views.ts': VIEW };
  expect(warnings(other)).toEqual([]);
  const entry = "import './application.js';\nimport './other/app.js';\n";
  expect(warnings({ 'app.ts': entry, ...other, 'other/app.ts': '' })).toEqual([
    "other/views.ts import './other/views.js';",
  ]);
});

test('JavaScript beside its source is not looked at', () => {
  const entry = "import './application.js';\nimport './views.js';\n";
  expect(warnings({ 'app.ts': entry, 'views.ts': VIEW, 'views.js': VIEW })).toEqual([]);
});

test.each([
  ['another library', "import router from 'router';\nrouter.route('/a')(() => 1);\n"],
  ['an application of its own', `${APPLICATION}app.route('/a')(() => 1);\n`],
  ['a comment', "// app.route('/a')(() => 1)\n"],
])('the routes of %s are not missed', (_, text) => {
  expect(warnings({ 'other.ts': text })).toEqual([]);
});

test('while an import cannot be followed nothing is said', () => {
  const entry = "import './application.js';\nimport './lost.js';\n";
  expect(warnings({ 'app.ts': entry, 'views.ts': VIEW })).toEqual([]);
});

const BLUEPRINT = `import { Blueprint } from 'framework';
export const orders = new Blueprint();
export const list = orders.route('/orders')(() => []);
`;

const SERVING = `${APPLICATION}export const index = app.route('/')(() => 1);\n`;

/** Returns the messages about blueprints, and the suggested line. */
function unregistered(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = { 'app.ts': SERVING, ...files };
  const { diagnostics } = compileApp({ root: MEMORY_ROOT, files: memoryFiles(texts) });
  return diagnostics.map(
    ({ code, severity, at, hint }) => `${code} ${severity} ${at?.file ?? ''}: ${hint ?? ''}`,
  );
}

test.each(['orders', 'lib/orders'])('a blueprint in %s.ts that nobody registers', (file) => {
  const told = [
    `FW3301 warning ${file}.ts: Write \`app.register(orders);\` after \`import { orders } from './${file}.js';\`.`,
  ];
  const files = { [`${file}.ts`]: BLUEPRINT };
  expect(unregistered(files)).toEqual(told);
  const unused = `import { orders } from './${file}.js';\n${SERVING}`;
  expect(unregistered({ ...files, 'app.ts': unused })).toEqual(told);
  const effects = `import './${file}.js';\n${SERVING}`;
  expect(unregistered({ ...files, 'app.ts': effects })).toEqual(told);
  const registered = `import { orders } from './${file}.js';\n${SERVING}app.register(orders);\n`;
  expect(unregistered({ ...files, 'app.ts': registered })).toEqual([]);
});

test.each([
  [
    'a test registers',
    { 'a.test.ts': "import { orders } from './lib/orders.js';\napp.register(orders);\n" },
  ],
  [
    'another application registers through a library',
    {
      'lib/index.ts': "export * from './orders.js';\n",
      'admin/app.ts': "import { orders as all } from '../lib/index.js';\nadmin.register(all);\n",
    },
  ],
  ['is a dependency', { 'lib/orders.ts': '', 'node_modules/x/orders.ts': BLUEPRINT }],
  ['is of a test', { 'lib/orders.ts': '', 'orders.test.ts': BLUEPRINT }],
  ['is another Blueprint', { 'lib/orders.ts': BLUEPRINT.replace("'framework'", "'flask'") }],
])('nothing is said of a blueprint that %s', (_, files) => {
  expect(unregistered({ 'lib/orders.ts': BLUEPRINT, ...files })).toEqual([]);
});

test('only the outer one of two blueprints is told', () => {
  const outer = `import { Blueprint } from 'framework';
import { orders } from './orders.js';
export const shop = new Blueprint();
shop.register(orders);
`;
  expect(unregistered({ 'orders.ts': BLUEPRINT, 'shop.ts': outer })).toEqual([
    "FW3301 warning shop.ts: Write `app.register(shop);` after `import { shop } from './shop.js';`.",
  ]);
});

test('a file that registers and that nothing imports is told instead of its blueprints', () => {
  const features = `import { app } from '/memory/app.js';
import { orders } from './orders.js';
app.register(orders);
`;
  expect(unregistered({ 'orders.ts': BLUEPRINT, 'features.ts': features })).toEqual([
    "FW2022 warning features.ts: Write `import './features.js';` in `app.ts`, or list the file in `exclude` of tsconfig.json.",
  ]);
});

// A module that cannot be read is reported once, and not at every use of its exports.

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
