// The package of an application: its files, the content of its bundle, and what the bundler rejects.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bundleProject,
  packageFiles,
  packageFolder,
  show,
} from '../../test/bundle/bundle-project.js';
import { runPackage } from '../../test/bundle/run-package.js';
import { type FileContent, writeFiles, makeProject } from '../../test/bundle/temporary-project.js';
import { HEAD, project } from './one-module-project.fixture.js';
import { execFileSync } from 'node:child_process';

function indexOf(root: string): string {
  return readFileSync(join(packageFolder(root), 'index.mjs'), 'utf8');
}

describe('the package', () => {
  test('is the same bytes for the same source, wherever the project stands', async () => {
    const files = { 'frameworklib/a.ts': 'export const a = import.meta.url;' };
    const code = `import { a } from './frameworklib/a.js';\nexport const i = app.route('/')(() => a);`;
    const [one, other] = [project(code, files), project(code, files)];
    for (const root of [one, other]) await bundleProject(root, { minify: false });
    expect(packageFiles(one)).toEqual(packageFiles(other));
    for (const path of packageFiles(one)) {
      const [first, second] = [one, other].map((root) =>
        readFileSync(join(packageFolder(root), path)),
      );
      expect(first?.equals(second ?? Buffer.alloc(0)), path).toBe(true);
    }
  });

  test('is replaced as a whole: nothing of the last build stays, nothing else is left behind', async () => {
    const root = project('', { 'frameworklib/old.txt': '' });
    await bundleProject(root);
    writeFiles(packageFolder(root), { 'stray.txt': '' });
    writeFiles(root, { '.framework/build/package.next-999999999/left.txt': '' });
    await bundleProject(root);
    expect(packageFiles(root)).toEqual(['frameworklib/old.txt', 'index.mjs', 'index.mjs.map']);
    expect(readdirSync(join(root, '.framework/build'))).toEqual(['package']);
  });

  test('is ASCII when the application is, or V8 would keep all of it as two bytes a letter', async () => {
    const root = project(
      `export const index = app.route('/', { methods: ['POST'] })(() => app.currentRequest.jsonBody);`,
    );
    await bundleProject(root);
    expect(indexOf(root)).toContain('JSON.parse');
    expect(indexOf(root)).toMatch(/^[\0-\x7f]*$/);
  });

  test('of the last build stays when a build fails', async () => {
    const root = project('');
    await bundleProject(root);
    const before = indexOf(root);
    writeFiles(root, { 'app.ts': `${HEAD}import 'not-installed';` });
    expect((await bundleProject(root)).kind).toBe('failed');
    expect(indexOf(root)).toBe(before);
  });

  test('holds the runtime, the application and what it imports, and nothing of our tools', async () => {
    const root = project(`export const index = app.route('/')(() => 1);`);
    await bundleProject(root, { minify: false });
    const { sources } = JSON.parse(
      readFileSync(join(packageFolder(root), 'index.mjs.map'), 'utf8'),
    ) as {
      sources: readonly string[];
    };
    const folders = new Set(sources.map((source) => source.replace(/\/[^/]*$/, '')));
    expect([...folders].sort()).toMatchInlineSnapshot(`
      [
        "app.ts",
        "framework:entry",
        "framework:runtime",
      ]
    `);
    expect(
      [...indexOf(root).matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name),
    ).toMatchInlineSnapshot(`[]`);
  });

  test('names no folder of this machine', async () => {
    const root = project(`import './frameworklib/d.js';`, {
      'frameworklib/d.ts': '@tag class A {} function tag() {} export const u = import.meta.url;',
    });
    await bundleProject(root, { minify: false });
    const text = indexOf(root) + readFileSync(join(packageFolder(root), 'index.mjs.map'), 'utf8');
    expect(text.includes(root)).toBe(false);
    expect(text.includes(process.cwd())).toBe(false);
  });
});

test('a class that a function makes is bound where it is made', async () => {
  const root = project(`function makeViews(prefix: string) {
  class Made {
    @app.route('/{a}/{b}')
    made(b: string, a: string) {
      return [prefix, a, b];
    }
  }
  return Made;
}
export const made = makeViews('made');`);
  await bundleProject(root);
  const call = 'GET /{a}/{b}';
  expect(runPackage(packageFolder(root), { [call]: { a: '1', b: '2' } })[call]).toBe(
    '200 ["made","1","2"]',
  );
});

describe('code written for CommonJS', () => {
  test('finds require, built-in modules and the folder of the package', async () => {
    const root = project(
      `import old from './frameworklib/old.cjs';
export const index = app.route('/')(() => old);`,
      {
        'frameworklib/old.cjs': `module.exports = [require('node:path').basename(__dirname), typeof require('fs').readFileSync, require('node:path').basename(__filename)];`,
      },
    );
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 ["frameworklib","function","old.cjs"]',
    );
  });

  test('does not collide with a require of the application', async () => {
    const root = project(
      `import { createRequire } from 'node:module';
import old from './old.cjs';
const require = createRequire(import.meta.url);
const __dirname = import.meta.dirname;
export const index = app.route('/')(() => [old, typeof require('node:os').cpus, __dirname === process.cwd()]);`,
      { 'old.cjs': `module.exports = typeof require('node:fs').statSync;` },
    );
    for (const minify of [true, false]) {
      await bundleProject(root, { minify });
      expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
        '200 ["function","function",true]',
      );
    }
  });

  test('costs nothing when there is none', async () => {
    const root = project(`export const index = app.route('/')(() => 1);`);
    await bundleProject(root);
    expect(indexOf(root)).not.toMatch(/createRequire|typeof require|__package|__bundle/);
  });
});

describe('files of the project that are not code', () => {
  test('are values: JSON, text, bytes', async () => {
    const root = project(
      `import json from './frameworklib/a.json' with { type: 'json' };
import text from './frameworklib/a.md';
import bytes from './frameworklib/a.dat';
import forced from './frameworklib/a.dat' with { type: 'text' };
export const index = app.route('/')(() => [json, text, [...bytes], bytes.constructor.name, forced]);`,
      {
        'frameworklib/a.json': '{ "é": 1 }',
        'frameworklib/a.md': '# Ünï',
        'frameworklib/a.dat': 'AB',
      },
    );
    await bundleProject(root);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 [{"é":1},"# Ünï",[65,66],"Uint8Array","AB"]',
    );
  });

  test('are found beside a module of frameworklib/, by working directory and by LAMBDA_TASK_ROOT', async () => {
    const root = project(
      `import { read } from './frameworklib/deep/read.js';\nexport const index = app.route('/')(read);`,
      {
        'frameworklib/deep/read.ts': `import { readFileSync } from 'node:fs';
const text = (path: string | URL): string => readFileSync(path, 'utf8');
export const read = () => [
  text(new URL('./ä b.txt', import.meta.url)),
  text(import.meta.dirname + '/ä b.txt'),
  text('frameworklib/deep/ä b.txt'),
  text(process.env.LAMBDA_TASK_ROOT + '/frameworklib/deep/ä b.txt'),
];`,
        'frameworklib/deep/ä b.txt': 'x',
      },
    );
    expect(show(await bundleProject(root))).toBe('');
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 ["x","x","x","x"]',
    );
  });

  test('are a warning when they are named beside a module and are not in the package', async () => {
    const root = project(`export const url = new URL('./data.txt', import.meta.url);`, {
      'data.txt': '',
    });
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5011 app.ts:3:29 \`data.txt\` is not in the deployment package: only frameworklib/ and imported modules are. -> Move the file into frameworklib/ and correct the path."`,
    );
  });
});

describe('what the bundler refuses', () => {
  const failing: Readonly<
    Record<string, readonly [code: string, files?: Readonly<Record<string, FileContent>>]>
  > = {
    'a package that is not installed': [`import { x } from 'left-pad/sub';\nconsole.log('é', x);`],
    'a package that a package imports': [
      `import 'outer';`,
      {
        'node_modules/outer/package.json': '{ "name": "outer", "main": "index.mjs" }',
        'node_modules/outer/index.mjs': `import inner from '@scope/inner';\nexport default inner;`,
      },
    ],
    'a path that a package does not offer': [
      `import 'closed/inside.js';`,
      {
        'node_modules/closed/package.json':
          '{ "name": "closed", "exports": { ".": "./index.js" } }',
        'node_modules/closed/index.js': '',
        'node_modules/closed/inside.js': '',
      },
    ],
    'a file that does not exist': [`const é = await import('./gone.js');\nconsole.log(é);`],
    'a misspelled export of framework/middleware': [
      `import { basicAut } from 'framework/middleware';\nconsole.log(basicAut);`,
    ],
    'a misspelled export of framework': [`import { table } from 'framework';\nconsole.log(table);`],
    'an export that does not exist': [
      `import { Shape } from './shapes.js';\nconsole.log(Shape);`,
      { 'shapes.ts': 'export interface Shape {}' },
    ],
    'broken JSON': [`import a from './a.json';\nconsole.log(a);`, { 'a.json': '{ "a": 1,, }' }],
    'a package that cannot be parsed': [
      `import 'broken';`,
      {
        'node_modules/broken/package.json': '{ "name": "broken", "main": "index.js" }',
        'node_modules/broken/index.js': 'export const = 1;',
      },
    ],
  };

  test.each(Object.entries(failing))('%s', async (_, [code, files]) => {
    const bundle = await bundleProject(project(code, files));
    expect(bundle.kind).toBe('failed');
    expect(show(bundle)).toMatchSnapshot();
  });

  test('is shown where it stands in a file that was transformed', async () => {
    const root = project(`function dec(..._: unknown[]): any {}
@dec class A { /* ä */ x: number = 1 }
export const a = [A, import('not-there'), import.meta.url];`);
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5001 app.ts:5:29 The package \`not-there\` is imported but not installed. -> Run \`npm install not-there\`."`,
    );
  });
});

test('an import or require of a computed name is a warning in the code of the project only', async () => {
  const root = project(
    `import 'dynamic';
const name = 'é' + process.argv[2];
export const load = () => import(name);
export const call = () => require(name);
export const glob = () => import(\`./frameworklib/\${name}.js\`);
@dec class A { load() { return import(name); } }
function dec(..._: unknown[]): any {}
export { A };`,
    {
      'frameworklib/a.ts': 'export default 1;',
      'node_modules/dynamic/package.json': '{ "name": "dynamic" }',
      'node_modules/dynamic/index.js': 'exports.load = (x) => require(x);',
    },
  );
  expect(show(await bundleProject(root))).toMatchInlineSnapshot(`
    "FW5010 app.ts:5:27 \`import(...)\` has a computed name: what it loads is unknown when the application is built, so that module is not in the package. -> Write the name as a string, \`import('./orders.js')\`, or as a template with a fixed beginning, \`import(\`./orders/\${name}.js\`)\`.
    FW5010 app.ts:6:27 \`require(...)\` has a computed name: what it loads is unknown when the application is built, so that module is not in the package. -> Write the name as a string, \`require('./orders.js')\`, or as a template with a fixed beginning, \`require(\`./orders/\${name}.js\`)\`.
    FW5010 app.ts:8:32 \`import(...)\` has a computed name: what it loads is unknown when the application is built, so that module is not in the package. -> Write the name as a string, \`import('./orders.js')\`, or as a template with a fixed beginning, \`import(\`./orders/\${name}.js\`)\`."
  `);
});

// The content of the bundle's source map: texts of the application's own modules and nothing else.

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

describe('frameworklib', () => {
  const app = `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'x' });\n`;

  function project(files: Readonly<Record<string, FileContent>>): string {
    return makeProject({ 'app.ts': app, ...files });
  }

  describe('everything in frameworklib/ is included in the package', () => {
    test('any file type, recursively, with executable bits and dotfiles', async () => {
      const root = project({
        'frameworklib/a.json': '{}',
        'frameworklib/deep/er/image.png': new Uint8Array([1, 2, 3]),
        'frameworklib/run.sh': { executable: '#!/bin/sh\n' },
        'frameworklib/.hidden': '',
        'frameworklib/module.ts': 'export const x: number = 1;',
        'frameworklib/node_modules/kept/index.js': '',
        'elsewhere/file.txt': 'not in the package',
      });
      await bundleProject(root);
      expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "frameworklib/.hidden",
        "frameworklib/a.json",
        "frameworklib/deep/er/image.png",
        "frameworklib/module.ts",
        "frameworklib/node_modules/kept/index.js",
        "frameworklib/run.sh*",
        "index.mjs",
        "index.mjs.map",
      ]
    `);
    });

    test('links give what they lead to, also outside the folder', async () => {
      const root = project({
        'frameworklib/file.txt': 'text',
        'frameworklib/link.txt': { link: 'file.txt' },
        'frameworklib/folder': { link: '../shared' },
        'shared/data.csv': 'a,b',
      });
      await bundleProject(root);
      expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "frameworklib/file.txt",
        "frameworklib/folder/data.csv",
        "frameworklib/link.txt",
        "index.mjs",
        "index.mjs.map",
      ]
    `);
    });

    test('a link that leads nowhere or in a circle is an error, and nothing is written', async () => {
      const root = project({
        'frameworklib/broken': { link: '../gone.txt' },
        'frameworklib/a/up': { link: '..' },
        'frameworklib/self': { link: 'self' },
      });
      expect(show(await bundleProject(root))).toMatchInlineSnapshot(`
      "FW5021 \`frameworklib/a/up\` is a link to \`..\`, which contains the link, so copying would never end. -> Remove the link with \`rm frameworklib/a/up\`.
      FW5020 \`frameworklib/broken\` is a link to \`../gone.txt\`, which does not exist. -> Remove the link with \`rm frameworklib/broken\`, or replace it with the file.
      FW5021 \`frameworklib/self\` is a link to \`frameworklib/self\`, which contains the link, so copying would never end. -> Remove the link with \`rm frameworklib/self\`."
    `);
      expect(packageFiles(root)).toEqual([]);
    });

    test('what is neither a file nor a folder is an error', async () => {
      const root = project({ 'frameworklib/data.txt': 'x' });
      execFileSync('mkfifo', [join(root, 'frameworklib/pipe')]);
      expect(show(await bundleProject(root))).toMatchInlineSnapshot(
        `"FW5022 \`frameworklib/pipe\` cannot be copied into the package: it is neither a file nor a folder. -> Make it readable with \`chmod u+r frameworklib/pipe\`, or remove it."`,
      );
    });

    test('a file named frameworklib is an error', async () => {
      expect(show(await bundleProject(project({ frameworklib: 'text' })))).toMatchInlineSnapshot(
        `"FW5023 \`frameworklib\` is not a folder, so its contents cannot be copied into the package. -> Give the file another name, or move it into a folder with this name."`,
      );
    });
  });
});
