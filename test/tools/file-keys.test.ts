// The linter of `npm run check` checks every file again that a change may have made invalid, and no other.
import { expect, test } from 'vitest';
import { fileKeys } from '../../tools/lint/file-keys.js';

const TEXTS = {
  'cli/main.ts': "import { run } from './program.js';\nrun();\n",
  'cli/program.ts': "export { run } from '../runtime/index.js';\n",
  'runtime/index.ts': 'export const run = (): void => undefined;\n',
  'cli/late.ts': "export const late = () => import('./program.js');\n",
  'cli/version.ts': "import data from '../package.json' with { type: 'json' };\nvoid data;\n",
  'package.json': '{}',
  'tools/build.mjs': "import './load.mjs';\n",
  'tools/load.mjs': '',
};

/** Returns the files whose keys change if a text changes. */
function lintedAfter(path: keyof typeof TEXTS, shared = ''): readonly string[] {
  const before = fileKeys(new Map(Object.entries(TEXTS)), ['']);
  const changed = new Map(Object.entries({ ...TEXTS, [path]: `${TEXTS[path]} ` }));
  const after = fileKeys(changed, [shared]);
  return [...after].filter(([one, key]) => before.get(one) !== key).map(([one]) => one);
}

test.each([
  ['cli/main.ts', ['cli/main.ts']],
  ['cli/program.ts', ['cli/main.ts', 'cli/program.ts', 'cli/late.ts']],
  ['runtime/index.ts', ['cli/main.ts', 'cli/program.ts', 'runtime/index.ts', 'cli/late.ts']],
  ['package.json', ['cli/version.ts', 'package.json']],
  ['tools/load.mjs', ['tools/build.mjs', 'tools/load.mjs']],
] as const)('a change of %s', (path, linted) => {
  expect(lintedAfter(path)).toEqual(linted);
});

test('a change of what all hang on', () => {
  expect(lintedAfter('tools/load.mjs', 'another release of the linter')).toEqual(
    Object.keys(TEXTS),
  );
});

test('files that import each other hang on each other', () => {
  const texts = { 'a.ts': "import './b.js';", 'b.ts': "import './a.js';" };
  const keys = fileKeys(new Map(Object.entries(texts)), []);
  const changed = fileKeys(new Map(Object.entries({ ...texts, 'b.ts': "import './a.js'; " })), []);
  expect([...changed].filter(([path, key]) => keys.get(path) === key)).toEqual([]);
});
