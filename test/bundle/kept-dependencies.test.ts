// Packages that are bundled once and cached: an edited application responds like the deployed one, whatever its packages
// contain, and sees every change to them.
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { type Bundler, createBundler } from '../../cli/bundle/bundle-app.js';
import { bundleProject, compileProject, packageFolder, show } from './bundle-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { runInThread } from './run-package.js';
import { type FileContent, makeProject, writeFiles } from './temporary-project.js';

const test = sampledTest('kept packages', 3);

const open: Bundler[] = [];
afterAll(() => Promise.all(open.map((bundler) => bundler.dispose())));

/** Creates a bundler of the local server. */
function localBundler(root: string): Bundler {
  const bundler = createBundler({
    root,
    settings: compileProject(root).settings,
    outDirectory: join(root, '.framework/build/local-1'),
    target: { cpus: ['x64'], runsHere: true },
    minify: false,
  });
  open.push(bundler);
  return bundler;
}

async function answerOf(directory: string): Promise<unknown> {
  return (await runInThread(directory, { 'GET /': {} }))['GET /'];
}

type Outcome = { readonly answer: unknown; readonly isKept: boolean };

async function edited(root: string, bundler: Bundler = localBundler(root)): Promise<Outcome> {
  const bundle = await bundler.rebuild(compileProject(root).compilation);
  if (bundle.kind === 'failed') return { answer: show(bundle), isKept: false };
  const code = readFileSync(join(bundle.directory, 'index.mjs'), 'utf8');
  return {
    answer: await answerOf(bundle.directory),
    isKept: code.includes('/cache/dependencies/'),
  };
}

async function deployed(root: string): Promise<unknown> {
  const bundle = await bundleProject(root, { minify: false });
  if (bundle.kind === 'failed') return show(bundle);
  return answerOf(packageFolder(root));
}

type Files = Readonly<Record<string, FileContent>>;

/** Creates a JavaScript package; `type` in its package.json marks ES modules. */
function pack(name: string, files: Files, manifest: Readonly<Record<string, unknown>> = {}): Files {
  const folder = `node_modules/${name}`;
  const described = { name, version: '1.0.0', main: 'index.js', ...manifest };
  return inside(folder, { 'package.json': JSON.stringify(described), ...files });
}

const ESM = { type: 'module' };

const esm = (name: string, text: string): Files => pack(name, { 'index.js': text }, ESM);
const cjs = (name: string, text: string): Files => pack(name, { 'index.js': text });

/** Creates an application that responds with the value of an expression. */
function app(imports: string, value: string): Files {
  return {
    'app.ts': `${imports}
import { Framework } from 'framework';
export const app = new Framework({ appName: 'kept' });
export class Views {
  @app.route('/') async index() { return ${value}; }
}`,
    'package.json': '{ "name": "kept", "type": "module" }',
  };
}

/** Returns the files at the same paths in a folder. */
function inside(folder: string, files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

/** What compilers write into CommonJS that was an ES module. */
const MARKED = "Object.defineProperty(exports, '__esModule', { value: true });";

const LOG = "(globalThis.loaded ??= []).push('NAME');";
const log = (name: string): string => LOG.replace('NAME', name);

const SAME: Readonly<Record<string, Files>> = {
  'names of an ES module': {
    ...esm('es', 'export const a = 1; export default { d: 2 };'),
    ...app(
      "import d, { a } from 'es'; import * as all from 'es';",
      '[d, a, Object.keys(all).sort()]',
    ),
  },
  'a name that changes later': {
    ...esm('es', 'export let n = 0; export const up = () => { n += 1; };'),
    ...app("import { n, up } from 'es';", '(up(), up(), n)'),
  },
  'an ES module with a name that is no identifier': {
    ...esm('es', "const a = 1; export { a as 'x-y' };"),
    ...app("import * as all from 'es';", "all['x-y' as never]"),
  },
  CommonJS: {
    ...cjs('cjs', 'exports.a = 1; exports.default = 2; exports.b = { c: 3 };'),
    ...app(
      "import d, { a, b } from 'cjs'; import * as all from 'cjs';",
      '[d, a, b, Object.keys(all).sort()]',
    ),
  },
  'CommonJS in place of an ES module': {
    ...cjs('cjs', `${MARKED} exports.default = 1; exports.a = 2;`),
    ...app("import d, { a } from 'cjs';", '[d, a]'),
  },
  'CommonJS that is a function': {
    ...cjs('cjs', 'module.exports = (x) => x + 1; module.exports.y = 5;'),
    ...app("import f, { y } from 'cjs';", '[f(1), y]'),
  },
  'a project without type': {
    ...cjs('cjs', `${MARKED} exports.default = 1;`),
    ...esm('es', 'export default 7; export const a = 1;'),
    ...app("import d from 'cjs'; import e, { a } from 'es';", '[d, e, a]'),
    'package.json': '{ "name": "kept" }',
  },
  'a package by a path of its folder and by its name': {
    ...esm('state', 'export const state = {};'),
    ...app(
      "import { state } from 'state'; import * as other from './node_modules/state/index.js';",
      '[state === other.state]',
    ),
  },
  'a package by a name of package.json': {
    ...esm('state', 'export const state = {};'),
    ...app("import { state } from 'state'; import { state as db } from '#db';", '[state === db]'),
    'package.json': '{ "name": "kept", "type": "module", "imports": { "#db": "state" } }',
  },
  'JSX in a package': {
    ...pack(
      'page',
      { 'index.jsx': 'const h = (tag) => tag; export const page = <b>x</b>;' },
      { ...ESM, main: 'index.jsx' },
    ),
    ...app("import { page } from 'page';", 'page'),
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h" } }',
  },
  'two packages that import each other': {
    ...esm('a', "import { b } from 'b'; export const a = () => 'a' + b;"),
    ...esm('b', "import { a } from 'a'; export const b = 'b'; export const ab = () => a();"),
    ...app("import { ab } from 'b'; import { a } from 'a';", '[ab(), a()]'),
  },
  'a package that only does something': {
    ...esm('effect', 'globalThis.done = 1;'),
    ...app("import 'effect';", 'Reflect.get(globalThis, "done")'),
  },
  'require and import()': {
    ...esm('es', 'export const a = 1; export default 2;'),
    ...cjs('cjs', 'exports.a = 3;'),
    ...app(
      '',
      "[{ ...(await import('es')) }, (await import('cjs')).a, { ...(require('es') as object) }, require('cjs')]",
    ),
  },
  'two faces of one package': {
    ...pack(
      'dual',
      {
        'index.cjs': "exports.face = 'cjs';",
        'index.mjs': "export const face = 'esm'; export default 'd';",
      },
      { exports: { require: './index.cjs', import: './index.mjs' } },
    ),
    ...cjs('user', "exports.face = require('dual').face;"),
    ...app(
      "import d, { face } from 'dual'; import user from 'user';",
      '[d, face, user.face, require("dual").face]',
    ),
  },
  'state that two packages share': {
    ...esm('state', 'export const state = { n: 0 };'),
    ...esm('one', "import { state } from 'state'; export const up = () => ++state.n;"),
    ...cjs('two', "exports.up = () => ++require('state').state.n;"),
    ...app(
      "import { up } from 'one'; import two from 'two'; import { state } from 'state';",
      '[up(), two.up(), state.n]',
    ),
  },
  'two versions of one package': {
    ...esm('v', 'export default 1;'),
    ...esm('user', "import v from 'v'; export default v;"),
    ...inside('node_modules/user', esm('v', 'export default 2;')),
    ...app("import v from 'v'; import user from 'user';", '[v, user]'),
  },
  'the order in which modules run': {
    ...esm('first', log('first')),
    ...cjs('second', `${log('second')} module.exports = process.env.SET_BEFORE;`),
    ...app(
      "import 'first'; import './settings.js'; import second from 'second'; import './last.js';",
      '[second, Reflect.get(globalThis, "loaded")]',
    ),
    'settings.ts': `process.env['SET_BEFORE'] = 'yes'; ${log('settings').replace('globalThis.loaded', '(globalThis as { loaded?: string[] }).loaded')} export {};`,
    'last.ts': `import 'third'; ${log('last').replace('globalThis.loaded', '(globalThis as { loaded?: string[] }).loaded')} export {};`,
    ...cjs('third', log('third')),
  },
  'a package that throws while it loads': {
    ...cjs('broken', "throw new Error('not here');"),
    ...app('', "await import('broken').catch((error: Error) => error.message)"),
  },
  'a package that is not installed and only tried': {
    ...pack(
      'tries',
      {
        'index.js':
          "try { module.exports = require('absent'); } catch (error) { module.exports = error.code; }",
      },
      { optionalDependencies: { absent: '1' } },
    ),
    ...app("import tried from 'tries';", 'tried'),
  },
};

describe('an application that is edited answers as the deployed one', () => {
  async function expectSame(files: Files, kept: boolean): Promise<void> {
    const root = makeProject(files);
    const { answer, isKept } = await edited(root);
    expect(answer).toEqual(await deployed(root));
    expect(answer).toMatch(/^200 /);
    expect(isKept).toBe(kept);
  }
  test.each(Object.entries(SAME))('%s', (_, files) => expectSame(files, true));

  const WHOLE: typeof SAME = {
    data: {
      ...pack('data', { 'index.json': '{ "a": [1] }', 'index.js': '' }),
      ...app("import data from 'data/index.json';", 'data'),
    },
    'an ES module with the names of one of CommonJS': {
      ...esm('star', "export * from './impl.cjs'; export const own = 1;"),
      'node_modules/star/impl.cjs': 'exports.a = 5;',
      ...app(
        "import * as all from 'star';",
        "[(await import('star') as never as { a: number }).a, Object.keys(all).sort()]",
      ),
    },
    'an ES module with the names of one of Node.js': {
      ...esm('star', "export * from 'node:path';"),
      ...app("import { join } from 'star';", 'typeof join'),
    },
    'a package that imports one of the workspace, as the application does': {
      'packages/core/package.json': '{ "name": "core", "type": "module", "main": "index.js" }',
      'packages/core/index.js': 'export class Core {}',
      'node_modules/core': { link: '../packages/core' },
      ...esm('plugin', "import { Core } from 'core'; export const make = () => new Core();"),
      ...app(
        "import { Core } from 'core'; import { make } from 'plugin';",
        '[make() instanceof Core]',
      ),
    },
    'a package that waits while it loads': {
      ...esm('waits', 'export const a = await Promise.resolve(1);'),
      ...app("import { a } from 'waits';", 'a'),
    },
    'a package that imports the framework': {
      ...esm(
        'blueprint',
        "import { Response } from 'framework'; export const answer = () => new Response('made', { status: 201 });",
      ),
      ...app(
        "import { Response } from 'framework'; import { answer } from 'blueprint';",
        '[answer() instanceof Response]',
      ),
    },
    'a package that needs one beside the bundle': {
      ...pack('placed', {
        'index.js':
          "exports.text = require('node:fs').readFileSync(require('node:path').join(__dirname, 'a.txt'), 'utf8');",
        'a.txt': 'read',
      }),
      ...cjs('user', "exports.text = require('placed').text;"),
      ...app("import user from 'user';", 'user.text'),
    },
  };
  test.each(Object.entries(WHOLE))('%s: in one bundle', (_, files) => expectSame(files, false));
});

describe('what is wrong with an import is said in the words of a build', () => {
  const WRONG: typeof SAME = {
    'a name that a package does not export': {
      ...esm('es', 'export const a = 1;'),
      ...app("import { b } from 'es';", 'b'),
    },
    'a package that is not there': app("import { b } from 'nowhere';", 'b'),
    'a file that a package hides': {
      ...pack('es', { 'index.js': '', 'hidden.js': '' }, { ...ESM, exports: './index.js' }),
      ...app("import 'es/hidden.js';", '1'),
    },
    'a package that cannot be parsed': {
      ...esm('es', 'export const = 1;'),
      ...app("import { b } from 'es';", 'b'),
    },
  };
  test.each(Object.entries(WRONG))('%s', async (_, files) => {
    const root = makeProject(files);
    const { answer } = await edited(root);
    expect(answer).toEqual(await deployed(root));
    expect(answer).toMatch(/^FW\d{4} /);
  });
});

describe('histories', () => {
  const FILES = {
    ...esm('es', "export const a = 'one';"),
    ...esm('other', "export const b = 'other';"),
    ...app("import { a } from 'es';", 'a'),
  };
  const bundles = (root: string): string[] =>
    readdirSync(join(root, '.framework/cache/dependencies')).filter((name) =>
      /^[0-9a-f]{32}$/.test(name),
    );

  /** Creates a project with one bundler for all its edits. */
  const start = (files: Files = FILES) => {
    const root = makeProject(files);
    let bundler: Bundler | undefined;
    return { root, edit: () => edited(root, (bundler ??= localBundler(root))) };
  };

  test('an edit of the application bundles no package', async () => {
    const { root, edit } = start();
    await edit();
    const before = bundles(root);
    writeFiles(root, app("import { a } from 'es';", '[a]'));
    expect((await edit()).answer).toBe('200 ["one"]');
    expect(bundles(root)).toEqual(before);
  });

  test('another process finds what is kept', async () => {
    const root = makeProject(FILES);
    await edited(root);
    const [name = ''] = bundles(root);
    const entry = join(root, '.framework/cache/dependencies', name);
    const [file = ''] = readdirSync(entry).filter(
      (path) => readFileSync(join(entry, path), 'utf8').includes('"one"') && path.endsWith('.mjs'),
    );
    writeFiles(entry, {
      [file]: readFileSync(join(entry, file), 'utf8').replace('"one"', '"kept"'),
    });
    expect((await edited(root)).answer).toBe('200 "kept"');
  });

  test('a changed file of a package is seen at the next edit', async () => {
    const { root, edit } = start();
    await edit();
    writeFiles(root, esm('es', "export const a = 'changed';"));
    expect((await edit()).answer).toBe('200 "changed"');
  });

  test('a package that names another file of itself is seen at the next edit', async () => {
    const { root, edit } = start({ ...FILES, 'node_modules/es/two.js': "export const a = 'two';" });
    await edit();
    writeFiles(root, pack('es', {}, { ...ESM, main: 'two.js' }));
    expect((await edit()).answer).toBe('200 "two"');
  });

  /** An application that responds with the value that `user` reads from the package `v`. */
  const NESTED = {
    ...esm('v', 'export default 1;'),
    ...pack(
      'user',
      { 'lib/index.js': "import v from 'v'; export default v;" },
      { ...ESM, main: 'lib/index.js' },
    ),
    ...app("import user from 'user';", 'user'),
  };
  test('a package that gets another version of its own is seen at the next edit', async () => {
    const { root, edit } = start(NESTED);
    expect(await edit()).toEqual({ answer: '200 1', isKept: true });
    writeFiles(root, inside('node_modules/user', esm('v', 'export default 2;')));
    expect(await edit()).toEqual({ answer: '200 2', isKept: true });
    expect(await edited(root)).toEqual({ answer: '200 2', isKept: true });
  });

  test('a folder of a package that gets a package.json is seen at the next edit', async () => {
    const { root, edit } = start({
      ...NESTED,
      'node_modules/user/lib/index.js':
        "import v, * as all from './cjs/v.js'; export default typeof v;",
      'node_modules/user/lib/cjs/v.js': `${MARKED} exports.default = 1;`,
      'node_modules/user/lib/package.json': '{ "type": "commonjs" }',
    });
    const before = await edit();
    writeFiles(root, { 'node_modules/user/lib/package.json': '{ "type": "module" }' });
    const after = await edit();
    expect(after.answer).not.toBe(before.answer);
    expect(after.answer).toBe(await deployed(root));
  });

  test('a version that is linked in the place of another, as pnpm does, is seen at the next edit', async () => {
    const store = 'node_modules/.pnpm';
    const { root, edit } = start({
      ...NESTED,
      ...inside(`${store}/v@1`, esm('v', 'export default 1;')),
      ...inside(`${store}/v@2`, esm('v', 'export default 2;')),
      ...inside(`${store}/user@1`, esm('user', "import v from 'v'; export default v;")),
      [`${store}/user@1/node_modules/v`]: { link: '../../v@1/node_modules/v' },
      'package.json': '{ "name": "kept", "type": "module" }',
    });
    rmSync(join(root, 'node_modules/user'), { recursive: true });
    symlinkSync('.pnpm/user@1/node_modules/user', join(root, 'node_modules/user'));
    expect(await edit()).toEqual({ answer: '200 1', isKept: true });
    const link = join(root, store, 'user@1/node_modules/v');
    rmSync(link);
    symlinkSync('../../v@2/node_modules/v', link);
    expect(await edit()).toEqual({ answer: '200 2', isKept: true });
  });

  test('a file of the same size and time, as installers write, is seen at the next edit', async () => {
    const { root, edit } = start();
    const file = join(root, 'node_modules/es/index.js');
    const then = new Date('1984-06-22T21:50:00Z');
    utimesSync(file, then, then);
    expect((await edit()).answer).toBe('200 "one"');
    writeFileSync(file, "export const a = 'two';");
    utimesSync(file, then, then);
    expect((await edit()).answer).toBe('200 "two"');
  });

  test('files whose time has not come yet are bundled once', async () => {
    const { root, edit } = start();
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(join(root, 'node_modules/es/index.js'), later, later);
    for (let round = 0; round < 2; round += 1) {
      expect(await edit()).toEqual({ answer: '200 "one"', isKept: true });
    }
    expect(bundles(root)).toHaveLength(1);
  });

  test('where nothing can be kept the whole bundle is made', async () => {
    const root = makeProject({ ...FILES, '.framework/cache': 'a file in the way' });
    expect(await edited(root)).toEqual({ answer: '200 "one"', isKept: false });
  });

  test('a package that becomes a native one, is removed, and comes back', async () => {
    const { root, edit } = start();
    await edit();
    rmSync(join(root, 'node_modules/es'), { recursive: true });
    expect((await edit()).answer).toMatch(/^FW50\d\d .*`es`/);
    writeFiles(root, FILES);
    expect((await edit()).answer).toBe('200 "one"');
  });

  test('an import that is added, taken away and added again', async () => {
    const { root, edit } = start();
    const both = app("import { a } from 'es'; import { b } from 'other';", '[a, b]');
    for (let round = 0; round < 2; round += 1) {
      writeFiles(root, app("import { a } from 'es';", 'a'));
      expect((await edit()).answer).toBe('200 "one"');
      writeFiles(root, both);
      expect((await edit()).answer).toBe('200 ["one","other"]');
    }
    expect(bundles(root)).toHaveLength(2);
  });

  test('a project behind a link, in a folder whose name a URL reads otherwise', async () => {
    const folder = 'at #1 100%?';
    const parent = makeProject({ ...inside(folder, FILES), link: { link: folder } });
    expect(await edited(join(parent, 'link'))).toEqual({ answer: '200 "one"', isKept: true });
  });

  test('what is kept and removed by hand is made again', async () => {
    const { root, edit } = start();
    await edit();
    rmSync(join(root, '.framework/cache'), { recursive: true });
    expect((await edit()).answer).toBe('200 "one"');
  });

  test('what is deployed has its packages in it, and nothing is kept for it', async () => {
    const root = makeProject(FILES);
    expect(await deployed(root)).toBe('200 "one"');
    expect(existsSync(join(root, '.framework/cache'))).toBe(false);
  });
});
