// Names are followed through re-exports, through however many modules.
import { expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import { MEMORY_ROOT, memoryFiles } from '../support/memory-files.js';

const LENGTH = 3000;

/** Returns the routes of an application that imports its path from the first module of a chain. */
function routesOf(link: (next: string) => string, last = "export const x = '/found';"): unknown {
  const files: Record<string, string> = {
    'app.ts': `import { Framework } from 'framework';
import { x } from './m0';
export const app = new Framework({ appName: 'x' });
export const index = app.route(x)(() => 1);
`,
  };
  for (let index = 0; index < LENGTH; index++) {
    files[`m${String(index)}.ts`] = link(`./m${String(index + 1)}`);
  }
  files[`m${String(LENGTH)}.ts`] = last;
  const { manifest, diagnostics } = compileApp({ root: MEMORY_ROOT, files: memoryFiles(files) });
  return manifest?.routes.map(({ path }) => path) ?? diagnostics.map(({ code }) => code);
}

test.each<[string, (next: string) => string]>([
  ['export from', (next) => `export { x } from '${next}';`],
  ['export all', (next) => `export * from '${next}';`],
  ['import, then export', (next) => `import { x } from '${next}';\nexport { x };`],
])('a chain of %s', { timeout: 120_000 }, (_, link) => {
  expect(routesOf(link)).toEqual(['/found']);
});

test('a chain that ends in a circle', { timeout: 120_000 }, () => {
  expect(routesOf((next) => `export * from '${next}';`, "export * from './m0';")).not.toEqual([]);
});
