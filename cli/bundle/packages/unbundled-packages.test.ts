import { describe, expect, test } from 'vitest';
import {
  bundleProject,
  packageFiles,
  packageFolder,
  show,
} from '../../../test/bundle/bundle-project.js';
import { elf } from '../../../test/bundle/fake-binaries.js';
import { runPackage } from '../../../test/bundle/run-package.js';
import { appWith, type Files, packageJson } from './package-app.fixture.js';

describe('a package that cannot be bundled', () => {
  test('because it reads a file beside its code is copied', async () => {
    const root = appWith('asset', 'thing.text()', {
      'node_modules/asset/package.json': packageJson('asset'),
      'node_modules/asset/lib/index.js': '',
      'node_modules/asset/index.js': `const fs = require('fs'); const path = require('path');
exports.text = () => fs.readFileSync(path.join(__dirname, 'asset.txt'), 'utf8');`,
      'node_modules/asset/asset.txt': 'asset',
    });
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe('200 "asset"');
  });

  test('and is an ES module is imported as one', async () => {
    const root = appWith('asset', 'thing()', {
      'node_modules/asset/package.json': packageJson('asset', {
        type: 'module',
        exports: './index.js',
      }),
      'node_modules/asset/index.js': `import { readFileSync } from 'node:fs';
await null;
export default () => readFileSync(new URL('./asset.txt', import.meta.url), 'utf8');`,
      'node_modules/asset/asset.txt': 'asset of a module',
    });
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 "asset of a module"',
    );
  });

  test('comes with the versions of its dependencies that it was installed with', async () => {
    const root = appWith('asset', '[thing.version(), thing.nested()]', {
      'node_modules/asset/package.json': packageJson('asset', {
        dependencies: { one: '1', two: '1' },
      }),
      'node_modules/asset/index.js': `exports.folder = __dirname;
exports.version = () => require('one'); exports.nested = () => require('two');`,
      'node_modules/asset/node_modules/one/package.json': packageJson('one', { version: '2.0.0' }),
      'node_modules/asset/node_modules/one/index.js': `module.exports = 'one of asset';`,
      'node_modules/two/package.json': packageJson('two', { dependencies: { one: '1' } }),
      'node_modules/two/index.js': `module.exports = 'two with ' + require('one');`,
      'node_modules/one/package.json': packageJson('one'),
      'node_modules/one/index.js': `module.exports = 'one at the top';`,
    });
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 ["one of asset","two with one at the top"]',
    );
    expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "index.mjs",
        "index.mjs.map",
        "node_modules/asset/index.js",
        "node_modules/asset/package.json",
        "node_modules/one/index.js",
        "node_modules/one/package.json",
        "node_modules/two/index.js",
        "node_modules/two/node_modules/one/index.js",
        "node_modules/two/node_modules/one/package.json",
        "node_modules/two/package.json",
      ]
    `);
  });

  test('and lacks a dependency names both', async () => {
    const root = appWith('asset', 'thing', {
      'node_modules/asset/package.json': packageJson('asset', { dependencies: { gone: '1' } }),
      'node_modules/asset/index.js': `module.exports = __dirname;`,
    });
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5034 app.ts:2:20 \`asset\` is copied into the package and depends on \`gone\`, which is not installed. -> Run \`npm install\`."`,
    );
  });

  test('in two versions is refused', async () => {
    const root = appWith('asset', '[thing, thing.other]', {
      'node_modules/asset/package.json': packageJson('asset'),
      'node_modules/asset/index.js': `exports.where = __dirname; exports.other = 1;`,
      'node_modules/user/package.json': packageJson('user'),
      'node_modules/user/index.js': `module.exports = require('asset');`,
      'node_modules/user/node_modules/asset/package.json': packageJson('asset', {
        version: '2.0.0',
      }),
      'node_modules/user/node_modules/asset/index.js': `exports.where = __dirname;`,
      'app.ts': `import { Framework } from 'framework'; import thing from 'asset'; import user from 'user';
const app = new Framework({ appName: 'two' });
export const index = app.route('/')(() => [thing, user]);`,
    });
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5033 app.ts:1:59 \`asset\` cannot be bundled and is imported in two versions (1.0.0 and 2.0.0); the deployment package can contain only one. -> Run \`npm dedupe\`, or pin one version of \`asset\` with "overrides" in package.json."`,
    );
  });
});

describe('a package that is required and not installed', () => {
  const loader = (fields: Readonly<Record<string, unknown>>): Files => ({
    'node_modules/loader/package.json': packageJson('loader', fields),
    'node_modules/loader/index.js': `exports.load = () => require('extra'); exports.kind = 'loader';`,
  });

  test('is left out without a word when its owner calls it optional', async () => {
    const fields = {
      peerDependencies: { extra: '1' },
      peerDependenciesMeta: { extra: { optional: true } },
    };
    const root = appWith('loader', 'thing.kind', loader(fields));
    const bundle = await bundleProject(root);
    expect([bundle.kind, show(bundle)]).toEqual(['built', '']);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe('200 "loader"');
  });

  test('is a warning when it does not', async () => {
    const bundle = await bundleProject(appWith('loader', 'thing.kind', loader({})));
    expect(show(bundle)).toMatchInlineSnapshot(
      `"FW5012 \`loader\` requires \`extra\`, which is not installed; the call fails if it is reached. -> Run \`npm install extra\` if your code uses that part of the package."`,
    );
  });
});

describe('a package that builds on the framework and needs its files', () => {
  const framework: Files = {
    'node_modules/framework/package.json': packageJson('framework', {
      type: 'module',
      exports: './dist/runtime/index.js',
      dependencies: { '@swc/core': '*', 'not-installed': '*' },
    }),
    'node_modules/framework/dist/runtime/index.js':
      "export class NotFoundError { static of = 'runtime'; }\n",
    'node_modules/framework/dist/runtime/index.js.map': '{}',
    'node_modules/framework/dist/runtime/bundled.js': '',
    'node_modules/framework/dist/runtime/ready-made/index.js': '',
    'node_modules/framework/dist/cli/index.js': '',
    'node_modules/framework/docs/guide.md': '',
    'node_modules/@swc/core/package.json': packageJson('@swc/core'),
    'node_modules/@swc/core/swc.linux-x64-gnu.node': elf('x64'),
  };

  test('runs once, in the bundle, and finds them beside it', async () => {
    const root = appWith('beside', 'thing()', {
      ...framework,
      'node_modules/beside/package.json': packageJson('beside', {
        type: 'module',
        main: 'lib/index.js',
        peerDependencies: { framework: '*' },
        dependencies: { plain: '1' },
      }),
      'node_modules/beside/lib/index.js': `import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NotFoundError } from 'framework';
import { data } from './data.js';
globalThis.loads = (globalThis.loads ?? 0) + 1;
export default async () => [
  globalThis.loads, NotFoundError.of ?? 'the same runtime', data(), createRequire(import.meta.url)('plain'),
  (await import('./late.js')).name,
];
`,
      'node_modules/beside/lib/data.js': `import { readFileSync } from 'node:fs';
export const data = () => readFileSync(new URL('../data.txt', import.meta.url), 'utf8');
`,
      'node_modules/beside/lib/late.js': `import { basename } from 'node:path';
export const name = basename(import.meta.dirname);
`,
      'node_modules/beside/data.txt': 'data',
      'node_modules/plain/package.json': packageJson('plain'),
      'node_modules/plain/index.js': `module.exports = 'plain';`,
    });
    const bundle = await bundleProject(root);
    expect([bundle.kind, show(bundle)]).toEqual(['built', '']);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 [1,"the same runtime","data","plain","lib"]',
    );
    expect(packageFiles(root)).toEqual([
      'index.mjs',
      'index.mjs.map',
      'node_modules/beside/data.txt',
      'node_modules/beside/lib/data.js',
      'node_modules/beside/lib/index.js',
      'node_modules/beside/lib/late.js',
      'node_modules/beside/package.json',
      'node_modules/plain/index.js',
      'node_modules/plain/package.json',
    ]);
  });

  test('gets the runtime alone where another package imports it', async () => {
    const root = appWith('outer', 'thing', {
      ...framework,
      'node_modules/outer/package.json': packageJson('outer', {
        type: 'module',
        main: 'index.js',
        dependencies: { beside: '*' },
      }),
      'node_modules/outer/index.js': `import beside from 'beside';
import { readFileSync } from 'node:fs';
export default beside + ' ' + readFileSync(new URL('./data.txt', import.meta.url), 'utf8');
`,
      'node_modules/outer/data.txt': 'data',
      'node_modules/beside/package.json': packageJson('beside', {
        type: 'module',
        main: 'index.js',
        peerDependencies: { framework: '*' },
      }),
      'node_modules/beside/index.js': `import { NotFoundError } from 'framework';
export default NotFoundError.of;
`,
    });
    expect((await bundleProject(root)).kind).toBe('built');
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe('200 "runtime data"');
    expect(packageFiles(root)).toEqual([
      'index.mjs',
      'index.mjs.map',
      'node_modules/beside/index.js',
      'node_modules/beside/package.json',
      'node_modules/framework/dist/runtime/index.js',
      'node_modules/framework/dist/runtime/ready-made/index.js',
      'node_modules/framework/package.json',
      'node_modules/outer/data.txt',
      'node_modules/outer/index.js',
      'node_modules/outer/package.json',
    ]);
  });
});
