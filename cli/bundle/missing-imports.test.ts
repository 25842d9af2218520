import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleProject, compileProject, show } from '../../test/bundle/bundle-project.js';
import { makeProject } from '../../test/bundle/temporary-project.js';
import { createCompiler } from '../../compiler/index.js';
import { openProject } from '../project/open-project.js';
import { hasDoubtfulImport, findMissingImports } from './doubtful-imports.js';

const HEAD = `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'x' });\n`;

type Case = readonly [code: string, files?: Readonly<Record<string, string>>];

/** Imports that a build cannot resolve. */
const MISSING: Readonly<Record<string, Case>> = {
  'a name of the framework': [`import { Router } from 'framework';\nconsole.log(Router);`],
  'the package that JSX calls': [
    `import { page } from './page.js';\nconsole.log(page);`,
    {
      'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
      'page.tsx': 'export const page = <b>x</b>;',
    },
  ],
  'another package that JSX calls': [
    `import { page } from './page.js';\nconsole.log(page);`,
    {
      'tsconfig.json':
        '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "hono/jsx" } }',
      'page.tsx': 'export const page = <b>x</b>;',
      'node_modules/hono/package.json': '{ "name": "hono", "exports": "./index.js" }',
      'node_modules/hono/index.js': '',
    },
  ],
  'a package': [`import { x } from 'left-pad/sub';\nconsole.log(x);`],
  'a package of a scope': [`import '@scope/pkg';`],
  'an alias without paths': [`import { z } from '@/lib/z';\nconsole.log(z);`],
  'a package that is loaded later': [`export const load = () => import('left-pad');`],
  'a package that is required': [`console.log(require('left-pad'));`],
  'a package that another module re-exports': [
    `import { x } from './x.js';\nconsole.log(x);`,
    { 'x.ts': `export * from 'left-pad';\nexport const x = 1;` },
  ],
  'a package in a module that is loaded later': [
    `export const load = () => import('./later.js');`,
    { 'later.ts': `import 'left-pad';` },
  ],
  'a package beside a mistake of TypeScript': [`const a: string = 1;\nimport 'left-pad';`],
  'a package of types alone': [
    `import { x } from 'types-only';\nconsole.log(x);`,
    {
      'node_modules/types-only/package.json': '{ "name": "types-only", "types": "index.d.ts" }',
      'node_modules/types-only/index.d.ts': 'export declare const x: 1;',
    },
  ],
  'a path that a package hides': [
    `import 'closed/inside.js';`,
    {
      'node_modules/closed/package.json': '{ "name": "closed", "exports": { ".": "./index.js" } }',
      'node_modules/closed/index.js': '',
      'node_modules/closed/inside.js': '',
    },
  ],
  'a path that a package forbids in a pattern': [
    `import 'closed/internal/a.js';`,
    {
      'node_modules/closed/package.json':
        '{ "name": "closed", "exports": { "./*": "./*", "./internal/*": null } }',
      'node_modules/closed/internal/a.js': '',
    },
  ],
  'a file that a package offers and does not have': [
    `import 'hollow';`,
    {
      'node_modules/hollow/package.json': '{ "name": "hollow", "exports": "./gone.js" }',
    },
  ],
  'a file of a package': [
    `import 'open/gone.js';`,
    { 'node_modules/open/package.json': '{}', 'node_modules/open/index.js': '' },
  ],
  'a module with declarations alone': [`import './views.js';`, { 'views.d.ts': '' }],
  'an export': [
    `import { gone } from './a.js';\nconsole.log(gone);`,
    { 'a.ts': 'export const here = 1;' },
  ],
  'a default export': [
    `import a from './a.js';\nconsole.log(a);`,
    { 'a.ts': 'export const here = 1;' },
  ],
  'an export that is a type': [
    `import { Shape } from './a.js';\nconsole.log(Shape);`,
    { 'a.ts': 'export interface Shape {}\nexport const here = 1;' },
  ],
  'an export behind others': [
    `import { gone } from './a.js';\nconsole.log(gone);`,
    {
      'a.ts': `export * from './b.js';\nexport * from './a.js';`,
      'b.ts': `export * from './c.js';`,
      'c.ts': 'export const here = 1;',
    },
  ],
  'an export behind a name': [
    `import { renamed } from './a.js';\nconsole.log(renamed);`,
    { 'a.js': `export { gone as renamed } from './b.js';`, 'b.js': 'export const here = 1;' },
  ],
  'an export that a function alone uses': [
    `import { gone } from './a.js';\nexport const view = app.route('/')(() => gone);`,
    { 'a.ts': 'export const here = 1;' },
  ],
  'an export of JavaScript': [
    `import './a.js';`,
    {
      'a.js': `import { gone } from './b.js';\nconsole.log(gone);`,
      'b.js': 'export const here = 1;',
    },
  ],
  'an export through an alias': [
    `import { gone } from '@/a.js';\nconsole.log(gone);`,
    {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }',
      'lib/a.ts': 'export const here = 1;',
    },
  ],
  'an export that metadata of a decorator keeps': [
    `import { Shape } from './a.js';\nfunction dec(..._: unknown[]): any {}\nclass A { @dec m(shape: Shape) { return shape; } }\nconsole.log(A);`,
    {
      'tsconfig.json':
        '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
      'a.ts': 'export interface Shape {}\nexport const here = 1;',
    },
  ],
  'an export of a package': [
    `import { gone } from 'es';\nconsole.log(gone);`,
    {
      'node_modules/es/package.json': '{ "name": "es", "type": "module", "exports": "./index.js" }',
      'node_modules/es/index.js': `export * from './inner.js';`,
      'node_modules/es/inner.js': 'export const here = 1;',
    },
  ],
};

/** Imports that a build accepts. */
const TAKEN: Readonly<Record<string, Case>> = {
  'names of the framework': [
    `import { NotFoundError as Gone, Response, type Request } from 'framework';\nconsole.log(Gone, Response); export type R = Request;`,
  ],
  'the package that JSX calls': [
    `import { page } from './page.js';\nconsole.log(page);`,
    {
      'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
      'page.tsx': 'export const page = <b>x</b>;',
      'node_modules/react/package.json': '{ "name": "react", "main": "index.js" }',
      'node_modules/react/jsx-runtime.js': 'exports.jsx = (type) => type;',
    },
  ],
  nothing: [''],
  'built-in modules': [
    `import { join } from 'path';\nimport fs from 'node:fs';\nimport { readFile } from 'fs/promises';\nimport { test } from 'node:test';\nconsole.log(join, fs, readFile, test);`,
  ],
  'types of a package that is not installed': [
    `import type { A } from 'aws-lambda';\nimport { type B } from 'aws-lambda';\nimport { C } from 'aws-lambda';\nexport const f = (a: A, b: B, c: C) => [a, b, c];`,
  ],
  'an import that nothing uses': [`import { gone } from './a.js';`, { 'a.ts': 'export {};' }],
  'types of a module': [
    `import { Shape } from './a.js';\nexport { Shape } from './a.js';\nexport const s: Shape = {};`,
    { 'a.ts': 'export interface Shape {}' },
  ],
  'a package': [
    `import { x } from 'pkg';\nimport y from 'pkg/sub.js';\nimport 'pkg/deep';\nconsole.log(x, y);`,
    {
      'node_modules/pkg/package.json': '{ "name": "pkg", "main": "lib/main" }',
      'node_modules/pkg/lib/main.js': 'exports.x = 1;',
      'node_modules/pkg/sub.js': 'module.exports = 1;',
      'node_modules/pkg/deep/index.js': '',
    },
  ],
  'a package without package.json': [`import 'bare';`, { 'node_modules/bare/index.js': '' }],
  'conditions of a package': [
    `import { x } from 'pkg';\nimport { y } from 'pkg/feature/y';\nconsole.log(x, y, require('pkg/old'));`,
    {
      'node_modules/pkg/package.json': `{ "name": "pkg", "exports": {
        ".": { "types": "./x.d.ts", "browser": "./no.js", "node": { "import": "./x.mjs" } },
        "./feature/*": "./features/*.mjs", "./old": { "require": "./old.cjs" } } }`,
      'node_modules/pkg/x.mjs': 'export const x = 1;',
      'node_modules/pkg/features/y.mjs': 'export const y = 1;',
      'node_modules/pkg/old.cjs': '',
    },
  ],
  'a package that may be missing': [`try {\n  require('left-pad');\n} catch {}`],
  'itself, and names of its own': [
    `import { a } from 'self/a';\nimport { b } from '#b';\nimport { join } from '#path';\nconsole.log(a, b, join);`,
    {
      'package.json': `{ "name": "self", "type": "module", "exports": { "./a": "./a.ts" },
        "imports": { "#b": "./b.ts", "#path": "node:path" } }`,
      'a.ts': 'export const a = 1;',
      'b.ts': 'export const b = 1;',
    },
  ],
  'an alias': [
    `import { a } from '@/a.js';\nimport { c } from 'c';\nconsole.log(a, c);`,
    {
      'tsconfig.json':
        '{ "compilerOptions": { "paths": { "@/*": ["./lib/*"], "c": ["./lib/a.ts"] } } }',
      'lib/a.ts': 'export const a = 1;\nexport const c = 2;',
    },
  ],
  data: [
    `import json from './a.json';\nimport { key } from './a.json';\nimport text from './a.txt';\nconsole.log(json, key, text);`,
    { 'a.json': '{ "key": 1 }', 'a.txt': '' },
  ],
  'every kind of export': [
    `import a, { b, C, d, E, f, g as h, i, ns, o, p } from './a.js';\nimport * as all from './a.js';\nimport { late } from './late.js';
console.log(a, b, C, d, E, f, h, i, ns, o, p, all.nothing, late);`,
    {
      'a.ts': `export default 1;\nexport const b = 1;\nexport class C {}\nexport function d() {}\nexport enum E { a }
const f = 1, g = 2;\nexport { f, g };\nexport { h as i } from './b.js';\nexport * as ns from './b.js';\nexport const { o, x: [p] } = { o: 1, x: [2] };`,
      'b.ts': 'export const h = 1;',
      'late.ts': `import { h } from './b.js';\nexport { h as late };`,
    },
  ],
  CommonJS: [
    `import whole, { part } from './old.cjs';\nimport { other } from './older.js';\nconsole.log(whole, part, other);`,
    { 'old.cjs': 'module.exports = { part: 1 };', 'older.js': 'exports.other = 1;' },
  ],
};

async function compare([code, files = {}]: Case): Promise<{
  readonly checked: string;
  readonly built: string;
}> {
  const root = makeProject({
    'package.json': '{ "type": "module" }',
    'app.ts': HEAD + code,
    ...files,
  });
  const opened = openProject(root);
  if (!('project' in opened)) throw new Error(show(opened));
  const { project } = opened;
  const compilation = createCompiler().compile(project);
  const checked = await findMissingImports(project, compilation);
  const built = await bundleProject(root);
  return {
    checked: show({ diagnostics: checked }),
    built: show({ diagnostics: built.diagnostics.filter(({ code: is }) => /^FW500/.test(is)) }),
  };
}

test.each(Object.entries(MISSING))('says of %s what a build says', async (_, given) => {
  const { checked, built } = await compare(given);
  expect(built).toMatch(/^FW500[1-4]/);
  expect(checked).toBe(built);
});

test.each(Object.entries(TAKEN))('takes %s as a build does', async (_, given) => {
  expect(await compare(given)).toEqual({ checked: '', built: '' });
});

test('asks the bundler only when something may be missing', () => {
  const asked = Object.entries(TAKEN).flatMap(([name, [code, files = {}]]) => {
    const root = makeProject({ 'package.json': '{}', 'app.ts': HEAD + code, ...files });
    const opened = openProject(root);
    if (!('project' in opened)) throw new Error(show(opened));
    const { project } = opened;
    const graph = createCompiler().readSource(project)?.graph;
    return graph && hasDoubtfulImport({ graph, ...project }) ? [name] : [];
  });
  expect(asked).toEqual(['conditions of a package', 'a package that may be missing']);
});

test('finds packages above a linked folder as a build does', async () => {
  const root = makeProject({
    'package.json': '{}',
    'tsconfig.json': '{}',
    'apps/one/app.ts': `${HEAD}import { x } from 'shared';\nconsole.log(x);`,
    'apps/one/package.json': '{}',
    'packages/shared/package.json': '{ "name": "shared", "main": "index.ts" }',
    'packages/shared/index.ts': `import 'beside';\nexport const x = 1;`,
    'packages/shared/node_modules/beside/index.js': '',
  });
  const link = join(root, 'apps/one/node_modules/shared');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, 'packages/shared'), link, 'dir');
  const one = join(root, 'apps/one');
  const opened = openProject(one);
  if (!('project' in opened)) throw new Error(show(opened));
  const { compilation } = compileProject(one);
  const found = await findMissingImports(opened.project, compilation);
  expect(show({ diagnostics: found })).toBe('');
  expect((await bundleProject(one)).kind).toBe('built');
});
