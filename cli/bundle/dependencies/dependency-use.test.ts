// How often an application is bundled: once if the previous process imported the same packages, twice if the packages have
// changed since.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDependencyUse } from './dependency-use.js';

let root: string;
const write = (file: string, text: string): void => {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'framework-use-')));
  for (const name of ['a', 'b']) {
    write(`node_modules/${name}/package.json`, `{ "name": "${name}", "type": "module" }`);
    write(`node_modules/${name}/index.js`, `export const ${name} = 1;`);
  }
  write('app.js', "import { a } from 'a'; console.log(a);");
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const ASKED = '.framework/cache/dependencies/asked.json';

/** Returns the results of each pass, until there are no more passes. */
async function passes(): Promise<readonly string[]> {
  const use = createDependencyUse({
    root,
    externals: { copied: new Set(), missing: new Set(), bundled: new Map() },
    jsx: undefined,
    outDirectory: join(root, '.framework/build'),
  });
  const outcomes: string[] = [];
  do {
    use.begin();
    const { warnings } = await build({
      entryPoints: [join(root, 'app.js')],
      absWorkingDir: root,
      bundle: true,
      write: false,
      logLevel: 'silent',
      plugins: [use.plugin((path) => path === join(root, 'app.js'))],
    });
    outcomes.push(await use.settle(warnings));
  } while (outcomes.at(-1) === 'changed');
  return outcomes;
}

test('the first process bundles twice, the next one once', async () => {
  expect(await passes()).toEqual(['changed', 'settled']);
  expect(await passes()).toEqual(['settled']);
});

test('a package that is no longer imported does no harm, and another one is found', async () => {
  await passes();
  write('app.js', 'console.log(1);');
  expect(await passes()).toEqual(['settled']);
  write('app.js', "import { b } from 'b'; console.log(b);");
  expect(await passes()).toEqual(['changed', 'settled']);
  expect(await passes()).toEqual(['settled']);
});

test('what changed since then is bundled again', async () => {
  await passes();
  write('node_modules/a/index.js', 'export const a = 2;');
  expect(await passes()).toEqual(['changed', 'settled']);
});

test.each([
  ['is no JSON', 'nonsense'],
  ['is of another version', '["a"]'],
  ['names files that are none', JSON.stringify({ paths: [1], entry: 'x' })],
])('a guess that %s is none', async (_, text) => {
  await passes();
  write(ASKED, text);
  expect(await passes()).toEqual(['changed', 'settled']);
});

test('a guess of files that are gone is none', async () => {
  await passes();
  const last = JSON.parse(readFileSync(join(root, ASKED), 'utf8')) as { entry: string };
  write(
    ASKED,
    JSON.stringify({ paths: [join(root, 'node_modules/gone/index.js')], entry: last.entry }),
  );
  expect(await passes()).toEqual(['changed', 'settled']);
});
