// Which modules are read before the compilation needs them, and that the compilation then has the same result.
import { expect, test } from 'vitest';
import { createCompiler, type CompileOptions } from '../index.js';
import { readAhead } from '../compile-app.js';

/** Returns the files that are read ahead, for an entry whose imports are files next to it. */
async function readFiles(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const read: string[] = [];
  await readAhead({
    entry: 'app',
    readText: (path) => texts[path],
    resolve: (specifier) =>
      specifier.startsWith('./')
        ? { kind: 'module', path: specifier.slice(2) }
        : { kind: 'package', specifier },
    read: async (path) => {
      read.push(path);
      await Promise.resolve();
      if (texts[path] === 'broken') throw new Error('it cannot be read');
    },
  });
  return read.sort();
}

test('every form of an import is followed', async () => {
  const app = `
    import './bare'; import one from './one';
    import { a, type B } from "./two"
    import type from './three';
    import type, { c } from './four';
    export * from './five'; export { d } from './six';
    import {
      e,
    } from './seven';
    import { Framework } from 'framework';
  `;
  const all = ['app', 'bare', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'].sort();
  const empty = Object.fromEntries(all.map((name) => [name, '']));
  expect(await readFiles({ ...empty, app })).toEqual(all);
});

test('imports of types are followed from a module with an input, and on from there', async () => {
  const models = { models: "import type { A } from './base';", base: '' };
  const text = "import type { City } from './models'; class V { one(BODY: City) {} }";
  expect(await readFiles({ app: text, ...models })).toEqual(['app']);
  expect(await readFiles({ app: text.replace('BODY', 'body?'), ...models })).toEqual([
    'app',
    'base',
    'models',
  ]);
});

test('a circle, a file that is not there and one that cannot be read stop nothing', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `m${String(index)}`);
  const chain = Object.fromEntries(
    names.map((name, index) => [name, `import './m${String(index + 1)}'; import './app';`]),
  );
  const app = "import './gone'; import './broken'; import './m0';";
  expect(await readFiles({ app, broken: 'broken', ...chain })).toEqual(
    ['app', 'broken', ...names].sort(),
  );
});

test('the compilation finds the same, also of texts that cannot be parsed and of changed ones', async () => {
  const texts = new Map([
    [
      '/p/app.ts',
      "import { Framework } from 'framework';\nimport { other } from './other.js';\nimport './broken.js';\nimport './deep.js';\nexport const app = new Framework({ appName: 'a' });\napp.route('/a')(function a(body: { a: strin }) { return other; });\n",
    ],
    ['/p/other.ts', 'export const other = 1;'],
    ['/p/broken.ts', 'const = 1;'],
    ['/p/deep.ts', `export const deep = ${'['.repeat(3000)}${']'.repeat(3000)};`],
  ]);
  const options: CompileOptions = {
    root: '/p',
    files: { readText: (path) => texts.get(path), isFile: (path) => texts.has(path) },
  };
  const compiler = createCompiler();
  await compiler.readAhead(options);
  const found = compiler.compile(options);
  expect(found.diagnostics.length).toBeGreaterThan(1);
  expect(found).toEqual(createCompiler().compile(options));
  texts.set('/p/other.ts', 'export const other = ;');
  expect(compiler.compile(options)).toEqual(createCompiler().compile(options));
});
