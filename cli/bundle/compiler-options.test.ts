// A bundle follows the settings of tsconfig.json for fields, imports and JSX.
import { describe, expect, test } from 'vitest';
import { bundleProject, packageFolder } from '../../test/bundle/bundle-project.js';
import { runPackage } from '../../test/bundle/run-package.js';
import { project } from './one-module-project.fixture.js';

describe('fields and imports follow tsconfig.json', () => {
  const code = `import './frameworklib/base.js';
import { unused } from 'effect';
class Base { constructor() { this.set(); } set() {} }
class Derived extends Base { value: unknown; set() { this.value = 'kept'; } }
@dec class Lowered extends Base { value: unknown; set() { this.value = 'kept'; } }
function dec(..._: unknown[]): any {}
export const index = app.route('/')(() => [new Derived().value ?? null, new Lowered().value ?? null, globalThis.effect ?? null]);`;
  const files = (options: string): Readonly<Record<string, string>> => ({
    'tsconfig.json': `{ "compilerOptions": { ${options} } }`,
    'frameworklib/base.ts': '',
    'node_modules/effect/package.json': '{ "name": "effect", "main": "index.mjs" }',
    'node_modules/effect/index.mjs': `globalThis.effect = 'run'; export const unused = 1;`,
  });

  test.each([
    ['"target": "es2022"', '[null,null,null]'],
    ['"target": "es2021"', '["kept","kept",null]'],
    ['"target": "es2022", "verbatimModuleSyntax": true', '[null,null,"run"]'],
  ])('%s', async (options, answer) => {
    const root = project(code, files(options));
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(`200 ${answer}`);
  });
});

describe('fields and imports of a module without decorators follow tsconfig.json too', () => {
  const code = `import { value } from './plain.js';
export const index = app.route('/')(() => [value, globalThis.effect ?? null]);`;
  const files = (options: string): Readonly<Record<string, string>> => ({
    'tsconfig.json': `{ "compilerOptions": { ${options} } }`,
    'plain.ts': `import { unused } from 'effect';
class Base { constructor() { this.set(); } set() {} }
class Derived extends Base { value: unknown; set() { this.value = 'kept'; } }
export const value = new Derived().value ?? null;`,
    'node_modules/effect/package.json': '{ "name": "effect", "main": "index.mjs" }',
    'node_modules/effect/index.mjs': `globalThis.effect = 'run'; export const unused = 1;`,
  });

  test.each([
    ['"target": "es2022"', '[null,null]'],
    ['"target": "es2021"', '["kept",null]'],
    ['"useDefineForClassFields": false', '["kept",null]'],
    ['"target": "es2022", "verbatimModuleSyntax": true', '[null,"run"]'],
  ])('%s', async (options, answer) => {
    const root = project(code, files(options));
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(`200 ${answer}`);
  });
});

test('JSX follows tsconfig.json, what it extends, and the comments of a file', async () => {
  const dec = 'function dec(..._: unknown[]): any {}\n@dec class A {}\n';
  const import_ = "import { h, Frag } from './h.js';\n";
  const root = project(
    `import { plain } from './plain.js';
import { lowered } from './lowered.js';
import { placed } from './placed.js';
import { own } from './own.js';
export const index = app.route('/')(() => [plain(), lowered(), placed(), own()]);`,
    {
      'tsconfig.json': '{ "extends": "./base.json" }',
      'base.json':
        '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "Frag" } }',
      'h.ts': `export const h = (tag: string, _: unknown, ...inner: string[]) => tag + '(' + inner.join() + ')';
export const Frag = 'frag';`,
      'plain.tsx': `${import_}export const plain = () => <><b>1</b></>;`,
      'lowered.tsx': `${import_}${dec}export const lowered = () => <><b>2</b></>;`,
      'placed.tsx': `${import_}export const at = import.meta.url;\nexport const placed = () => <><b>3</b></>;`,
      'own.tsx': `/** @jsx k */\nimport { h as k } from './h.js';\n${dec}export const own = () => <b>4</b>;`,
    },
  );
  await bundleProject(root);
  expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
    '200 ["frag(b(1))","frag(b(2))","frag(b(3))","b(4)"]',
  );
});

test('JSX of a package is imported from the source that tsconfig.json names', async () => {
  const root = project(`import { a } from './a.js';\nexport const index = app.route('/')(a);`, {
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "own-jsx" } }',
    'a.tsx': 'export const a = () => <b>1</b>;',
    'node_modules/own-jsx/jsx-runtime.js': 'export const jsx = (tag) => tag;',
  });
  await bundleProject(root);
  expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toMatch(/^200 "?b"?$/);
});
