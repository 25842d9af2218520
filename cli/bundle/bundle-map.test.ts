// The content of the bundle's source map: texts of the application's own modules and nothing else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleProject, packageFolder, show } from '../../test/bundle/bundle-project.js';
import { makeProject } from '../../test/bundle/temporary-project.js';

test('a file that only the source map of a dependency names is not in the map', async () => {
  const sources = ['../../.env', '../../notes.txt', '/dev/zero'];
  const map = { version: 3, sources, names: [], mappings: 'AAAA;ACAA;ACAA' };
  const root = makeProject({
    'package.json': '{ "type": "module" }',
    'app.ts': `import { Framework } from 'framework';
import { dependency } from 'dependency';
export const app = new Framework({ appName: 'x' });
export const index = app.route('/')(() => dependency);
`,
    '.env': 'TOKEN=hidden-in-env',
    'notes.txt': 'hidden-in-notes',
    'node_modules/dependency/package.json': '{ "name": "dependency", "main": "index.mjs" }',
    'node_modules/dependency/index.mjs': `export const dependency = [
  globalThis.a,
  globalThis.b,
  globalThis.c,
];
//# sourceMappingURL=index.mjs.map
`,
    'node_modules/dependency/index.mjs.map': JSON.stringify(map),
  });
  expect(show(await bundleProject(root))).toBe('');
  const text = readFileSync(join(packageFolder(root), 'index.mjs.map'), 'utf8');
  expect(text).not.toContain('hidden-in');
  const made = JSON.parse(text) as {
    readonly sources: readonly string[];
    readonly sourcesContent: readonly (string | null)[];
  };
  expect(made.sourcesContent[made.sources.indexOf('app.ts')]).toContain('new Framework');
});
