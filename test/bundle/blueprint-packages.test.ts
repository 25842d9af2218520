// Blueprints of npm packages, as source and as published by compilers, in a bundle that runs.
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { bundleProject, compileProject, packageFolder, show } from './bundle-project.js';
import { runInThread } from './run-package.js';
import { makeProject } from './temporary-project.js';

const SOURCE = `import { Blueprint, middleware } from 'framework';
import { greeting } from './greeting.js';

const counted = middleware(async (_request, next) => {
  const response = await next();
  response.headers['X-Package'] = 'shop-admin';
  return response;
});

export const admin = new Blueprint({ middleware: [counted], cors: true });

export class Users {
  @admin.route('/')
  index() {
    return { users: greeting() };
  }

  @admin.route('/{id}', { methods: ['GET', 'PUT'] })
  user(id: string) {
    return { id, method: admin.currentRequest.method };
  }

  @admin.route('/static')
  static fixed() {
    return 'static';
  }

  @admin.lambdaFunction()
  sweep() {
    return 'swept';
  }
}

export const called = admin.route('/called')(() => ({ called: true }));
`;
const GREETING = `export const greeting = (): string => 'ann';\n`;

const { ScriptTarget, ModuleKind } = ts;
const STANDARD = { target: ScriptTarget.ES2022, module: ModuleKind.ESNext };

/** The published formats: each converts the text of the modules, which keep their extension. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  'JavaScript of tsc with standard decorators': (text) => transpile(text, STANDARD),
  'JavaScript of tsc with legacy decorators': (text) =>
    transpile(text, { ...STANDARD, experimentalDecorators: true }),
  'JavaScript of tsc with legacy decorators and the helpers of tslib': (text) =>
    transpile(text, { ...STANDARD, experimentalDecorators: true, importHelpers: true }),
  'JavaScript of tsc that keeps decorators': (text) =>
    transpile(text, { ...STANDARD, target: ScriptTarget.ESNext }),
};

function transpile(text: string, compilerOptions: ts.CompilerOptions): string {
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

const APP = `import { Framework } from 'framework';
import { admin } from '@acme/shop-admin';
export const app = new Framework({ appName: 'shop' });
app.register(admin, { urlPrefix: '/admin', namePrefix: 'admin-' });
`;

function project(files: Readonly<Record<string, string>>): string {
  return makeProject({
    'package.json': '{ "type": "module" }',
    'app.ts': APP,
    'node_modules/tslib/package.json':
      '{ "name": "tslib", "version": "2.8.1", "main": "tslib.js" }',
    'node_modules/tslib/tslib.js': `exports.__decorate = function (decorators, target, key, desc) {
  var r = Object.getOwnPropertyDescriptor(target, key);
  for (var i = decorators.length - 1; i >= 0; i--) r = decorators[i](target, key, r) || r;
  Object.defineProperty(target, key, r);
};`,
    ...files,
  });
}

function manifestOf(main: string): string {
  return JSON.stringify({
    name: '@acme/shop-admin',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: main } },
    peerDependencies: { framework: '*' },
  });
}

async function answersOf(root: string): Promise<unknown> {
  const { compilation } = compileProject(root);
  expect(show(compilation)).toBe('');
  const bundle = await bundleProject(root);
  expect(show(bundle)).toBe('');
  return runInThread(packageFolder(root), {
    'GET /admin': {},
    'PUT /admin/{id}': { id: '7' },
    'GET /admin/static': {},
    'GET /admin/called': {},
    'function_admin-sweep': {},
  });
}

const ANSWERS = {
  'GET /admin': '200 {"users":"ann"}',
  'PUT /admin/{id}': '200 {"id":"7","method":"PUT"}',
  'GET /admin/static': '200 "static"',
  'GET /admin/called': '200 {"called":true}',
  'function_admin-sweep': '"swept"',
};

const PLACE = 'node_modules/@acme/shop-admin';

describe('a blueprint of a package', () => {
  test.each(Object.keys(FORMS))('%s', async (form) => {
    const emit = FORMS[form] ?? String;
    const root = project({
      [`${PLACE}/package.json`]: manifestOf('./dist/index.js'),
      [`${PLACE}/dist/index.js`]: emit(SOURCE),
      [`${PLACE}/dist/greeting.js`]: emit(GREETING),
      [`${PLACE}/dist/index.d.ts`]: `import { Blueprint } from 'framework'; export declare const admin: Blueprint;`,
    });
    expect(await answersOf(root)).toMatchObject(ANSWERS);
  });

  test('in source', async () => {
    const root = project({
      [`${PLACE}/package.json`]: manifestOf('./src/index.ts'),
      [`${PLACE}/src/index.ts`]: SOURCE,
      [`${PLACE}/src/greeting.ts`]: GREETING,
    });
    expect(await answersOf(root)).toMatchObject(ANSWERS);
  });
});

test('decorators in an output that is not recognised are an error, and never a view that is missing', () => {
  const root = project({
    [`${PLACE}/package.json`]: manifestOf('./dist/index.js'),
    [`${PLACE}/dist/index.js`]: `import { Blueprint } from 'framework';
export const admin = new Blueprint();
class Users { index() {} }
__decorateClass([admin.route('/')], Users.prototype, 'index', 1);
`,
  });
  expect(show(compileProject(root).compilation)).toMatch(/^FW20\d\d node_modules/);
});

test('a package without the framework among its dependencies is not read', () => {
  const root = project({
    [`${PLACE}/package.json`]:
      '{ "name": "@acme/shop-admin", "version": "1.0.0", "main": "index.js" }',
    [`${PLACE}/index.js`]: `import { Blueprint } from 'framework'; export const admin = new Blueprint();`,
  });
  expect(show(compileProject(root).compilation)).toMatch(/^FW3305 app.ts:4:14 /m);
});

test('a blueprint that is registered nowhere leaves a bundle that runs', async () => {
  const root = project({
    'app.ts': `import { Blueprint, Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
const forgotten = new Blueprint();
class Views { @forgotten.route('no slash') view() { return 1; } }
export const call = forgotten.route('/{a}')(() => 1);
export const index = app.route('/')(() => 'up');
`,
  });
  const bundle = await bundleProject(root);
  expect(show(bundle)).toMatch(/^(FW3301.*)?$/);
  expect(await runInThread(packageFolder(root), { 'GET /': {} })).toMatchObject({
    'GET /': '200 "up"',
  });
});
