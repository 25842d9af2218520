// Which modules count, and what is reported about the others.
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../compiler/modules/source-files.js';
import { factsOf, HEAD, problemsOf, routesOf, type Texts } from './read-texts.js';

const LIB = `${HEAD}export { app };`;
const VIEWS = `import { app } from './lib.js';\nexport class Views { @app.route('/x') view() {} }\nexport type T = 1;`;

function project(entry: string, more: Texts = {}): Texts {
  return { 'app.ts': entry, 'lib.ts': LIB, 'views.ts': VIEWS, ...more };
}

describe('imports that bring routes', () => {
  test.each([
    ['for its effects', `import './views.js';`],
    ['of a name that is used', `import { Views } from './views.js'; console.log(Views);`],
    [
      'of a name that a function uses',
      `import { Views } from './views.js'; export function f() { return new Views(); }`,
    ],
    ['of a name that is exported again', `import { Views } from './views.js'; export { Views };`],
    [
      'of a name that a decorator uses',
      `import { Views } from './views.js'; @inject(Views) class A {}`,
    ],
    ['of a name that JSX uses', `import { Views } from './views.js'; export const a = <Views />;`],
    ['a re-export', `export { Views } from './views.js';`],
    ['export star', `export * from './views.js';`],
    ['awaited at the top level', `await import('./views.js');`],
    ['require at the top level', `const views = require('./views.js');`],
    ['through another module', `import './other.js';`],
  ])('%s', (_, entry) => {
    const texts = project(entry, { 'other.ts': `import './views.js';` });
    const isTsx = entry.includes('<');
    const { 'app.ts': text = '', ...others } = texts;
    expect(routesOf(isTsx ? { 'app.tsx': text, ...others } : texts)).toEqual([
      '/x -> Views.view() [method]',
    ]);
  });
});

describe('imports that do not', () => {
  test.each([
    ['import type', `import type { Views } from './views.js';`],
    ['names that are types', `import { type Views } from './views.js';`],
    ['export type', `export type { Views } from './views.js'; export type * from './views.js';`],
    ['no import', ''],
  ])('%s', (_, entry) => {
    expect(routesOf(project(entry))).toEqual([]);
    expect(problemsOf(project(entry))).toEqual([]);
  });

  test('a view in a module that only runs later is reported', () => {
    const entry = `export async function load() { await import('./views.js'); }`;
    expect(routesOf(project(entry))).toEqual([]);
    expect(problemsOf(project(entry))).toMatchInlineSnapshot(`
      [
        "lazy-module app.route('/x') at views.ts:2:23, import ./views.js in app.ts",
      ]
    `);
  });

  test('a view in a module that a condition requires is reported', () => {
    expect(problemsOf(project(`if (globalThis.x) require('./views.js');`))).toMatchInlineSnapshot(`
      [
        "lazy-module app.route('/x') at views.ts:2:23, import ./views.js in app.ts",
      ]
    `);
  });

  test('a module that is loaded at once and later counts', () => {
    const entry = `import './views.js'; export const load = () => import('./views.js');`;
    expect(routesOf(project(entry))).toHaveLength(1);
    expect(problemsOf(project(entry))).toEqual([]);
  });

  test('a view behind an import that TypeScript drops is reported with that import', () => {
    const entry = `import './lib.js';\nimport { Views, T } from './views.js';\nexport type V = Views;`;
    expect(routesOf(project(entry))).toEqual([]);
    expect(problemsOf(project(entry))).toMatchInlineSnapshot(`
      [
        "dropped-import app.route('/x') at views.ts:2:23, import ./views.js in app.ts, see app.ts:2:26",
      ]
    `);
  });

  test('verbatimModuleSyntax keeps such an import', () => {
    const entry = `import { Views } from './views.js';`;
    const settings = { ...DEFAULT_SETTINGS, keepsUnusedImports: true };
    expect(routesOf(project(entry), { settings })).toHaveLength(1);
  });

  test('emitDecoratorMetadata makes a value of a type in a decorated signature', () => {
    const entry = `import { Views } from './views.js'; class A { @inject m(views: Views) {} }`;
    const settings = { decorators: 'legacy', emitsMetadata: true } as const;
    expect(routesOf(project(entry), { settings })).toHaveLength(1);
    expect(routesOf(project(entry))).toHaveLength(0);
  });

  test('JavaScript has no types, so nothing is dropped from it', () => {
    const { 'app.ts': text = '', ...others } = project(`import { Views } from './views.js';`);
    expect(routesOf({ 'app.js': text, ...others })).toHaveLength(1);
  });
});

test('modules are evaluated in the order of the ES specification', () => {
  const texts = {
    'app.ts': `import './a.js'; export * from './b.js'; const c = require('./c.js'); import './d.js';`,
    'a.ts': `import './shared.js';`,
    'b.ts': `import './a.js'; import './e.js';`,
    'c.ts': '',
    'd.ts': `import './app.js';`,
    'e.ts': `export const lazy = () => import('./lazy.js');`,
    'lazy.ts': `import './shared.js'; import './only-lazy.js';`,
    'only-lazy.ts': '',
    'shared.ts': '',
  };
  expect(factsOf(texts).files).toMatchInlineSnapshot(`
    [
      "shared.ts",
      "a.ts",
      "e.ts",
      "b.ts",
      "d.ts",
      "c.ts",
      "app.ts",
      "only-lazy.ts",
      "lazy.ts",
    ]
  `);
});

describe('problems', () => {
  test('a missing module is reported at its specifier', () => {
    expect(
      problemsOf(
        `import { a } from './nowhere.js';\nimport '#nothing';\nexport * from '../x';\nimport 'pkg';\nimport 'node:fs';`,
      ),
    ).toMatchInlineSnapshot(`
      [
        "missing-module ./nowhere.js at app.ts:1:19",
        "missing-module #nothing at app.ts:2:8",
        "missing-module ../x at app.ts:3:15",
      ]
    `);
  });

  test('a project without an entry file', () => {
    expect(problemsOf({ 'main.ts': '' })).toEqual(['missing-entry app.ts']);
  });

  test('syntax errors of every file, at once', () => {
    const texts = {
      'app.ts': `import './a.js';\nimport './b.js';`,
      'a.ts': 'const = 1;',
      'b.ts': `class A {\n  m( {}\n}`,
    };
    expect(problemsOf(texts)).toMatchInlineSnapshot(`
      [
        "syntax Unexpected token '='. Expected yield, an identifier, [ or { at a.ts:1:7",
        "syntax Expected ',', got '}' at b.ts:3:1",
      ]
    `);
  });

  test.each([
    ['app.ts', 'app.mts'],
    ['app.mts', 'app.cts'],
    ['app.cts', 'app.tsx'],
    ['app.tsx', 'app.js'],
    ['app.js', 'app.mjs'],
  ])('%s is the entry before %s', (first, second) => {
    expect(factsOf({ [second]: '', [first]: '' }).entry).toBe(first);
  });
});

describe('an application that is used before it exists', () => {
  test('a module of frameworklib that imports it from app.ts', () => {
    const texts = {
      'app.ts': `${HEAD}import './frameworklib/cities.js';\nexport { app };`,
      'frameworklib/cities.ts': `import { app } from '../app.js';\nclass V { @app.route('/x') view() {} @app.route('/y') other() {} }`,
    };
    expect(problemsOf(texts)).toMatchInlineSnapshot(`
      [
        "early app at frameworklib/cities.ts:2:12: app.ts > frameworklib/cities.ts > app.ts",
      ]
    `);
  });

  test('through other modules', () => {
    const texts = {
      'app.ts': `${HEAD}import './a.js';\nexport { app };`,
      'a.ts': `import './b.js';`,
      'b.ts': `import * as lib from './c.js';\nlib.app.debug = true;`,
      'c.ts': `export { app } from './app.js';`,
    };
    expect(problemsOf(texts)).toMatchInlineSnapshot(`
      [
        "early lib.app at b.ts:2:1: app.ts > a.ts > b.ts > c.ts > app.ts",
      ]
    `);
  });

  test('above its own declaration', () => {
    expect(
      problemsOf(
        `import { Framework } from 'framework';\nclass V { @app.route('/x') view() {} }\nconst app = new Framework({});`,
      ),
    ).toMatchInlineSnapshot(`
      [
        "early app at app.ts:2:12: app.ts",
      ]
    `);
  });

  test('a function that runs later may use it', () => {
    const texts = {
      'app.ts': `${HEAD}import { setUp } from './a.js';\nsetUp();\nexport { app };`,
      'a.ts': `import { app } from './app.js';\nexport function setUp() { app.debug = true; }`,
    };
    expect(problemsOf(texts)).toEqual([]);
  });
});
