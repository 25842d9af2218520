import { describe, expect, test } from 'vitest';
import {
  bundleProject,
  packageFiles,
  packageFolder,
  show,
} from '../../../test/bundle/bundle-project.js';
import { elf, machO, portable } from '../../../test/bundle/fake-binaries.js';
import { runPackage } from '../../../test/bundle/run-package.js';
import { type FileContent, makeProject } from '../../../test/bundle/temporary-project.js';
import { appWith, type Files, packageJson } from './package-app.fixture.js';
import { readFileSync } from 'node:fs';
import { platformText, readPlatform } from './copied-files.js';

/** A package that chooses its code among packages by platform, as napi-rs generates them. */
const rustPackage = {
  'node_modules/@rs/hash/package.json': packageJson('@rs/hash', {
    main: 'index.js',
    optionalDependencies: {
      '@rs/hash-linux-x64-gnu': '1.0.0',
      '@rs/hash-linux-x64-musl': '1.0.0',
      '@rs/hash-linux-arm64-gnu': '1.0.0',
      '@rs/hash-darwin-arm64': '1.0.0',
    },
  }),
  'node_modules/@rs/hash/index.js': `let code;
try { code = require('@rs/hash-' + process.platform); } catch {}
if (process.platform === 'linux') { try { code = require('@rs/hash-linux-x64-gnu'); } catch {} }
if (process.platform === 'darwin') code = require('@rs/hash-darwin-arm64');
exports.hash = (text) => 'hash of ' + text;
`,
} as const;

function platformPackage(
  suffix: string,
  fields: Readonly<Record<string, unknown>>,
  code: Buffer,
): Files {
  const name = `@rs/hash-${suffix}`;
  return {
    [`node_modules/${name}/package.json`]: packageJson(name, { main: 'hash.node', ...fields }),
    [`node_modules/${name}/hash.node`]: code,
  };
}

const onLinux = platformPackage(
  'linux-x64-gnu',
  { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  elf('x64'),
);
const onMac = platformPackage('darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }, machO('arm64'));

describe('a package with native code', () => {
  test('is copied with the code for the target only, and runs', async () => {
    const root = appWith('@rs/hash', 'thing.hash("x")', { ...rustPackage, ...onLinux, ...onMac });
    const bundle = await bundleProject(root);
    expect(bundle.kind).toBe('built');
    expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "index.mjs",
        "index.mjs.map",
        "node_modules/@rs/hash-linux-x64-gnu/hash.node",
        "node_modules/@rs/hash-linux-x64-gnu/package.json",
        "node_modules/@rs/hash/index.js",
        "node_modules/@rs/hash/package.json",
      ]
    `);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe('200 "hash of x"');
  });

  test('that is installed for another machine only names the package and the command', async () => {
    const root = appWith('@rs/hash', 'thing.hash("x")', { ...rustPackage, ...onMac });
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5031 app.ts:2:20 The native code of the package \`@rs/hash\` for linux x64 (glibc) is in \`@rs/hash-linux-x64-gnu\`, which is not installed. -> Run \`npm install --os=linux --cpu=x64 --libc=glibc @rs/hash\`."`,
    );
    expect(packageFiles(root)).toEqual([]);
  });

  test('is checked against the architecture that was asked for', async () => {
    const root = appWith('@rs/hash', 'thing.hash("x")', { ...rustPackage, ...onLinux });
    const target = { cpus: ['arm64'] } as const;
    expect(show(await bundleProject(root, { target }))).toMatchInlineSnapshot(
      `"FW5031 app.ts:2:20 The native code of the package \`@rs/hash\` for linux arm64 (glibc) is in \`@rs/hash-linux-arm64-gnu\`, which is not installed. -> Run \`npm install --os=linux --cpu=arm64 --libc=glibc @rs/hash\`."`,
    );
  });

  describe('for functions on two processors', () => {
    const target = { cpus: ['x64', 'arm64'] } as const;
    const onArm = platformPackage(
      'linux-arm64-gnu',
      { os: ['linux'], cpu: ['arm64'] },
      elf('arm64'),
    );

    test('is copied with the code for both', async () => {
      const installed = { ...rustPackage, ...onLinux, ...onArm, ...onMac };
      const root = appWith('@rs/hash', 'thing.hash("x")', installed);
      expect((await bundleProject(root, { target })).kind).toBe('built');
      expect(packageFiles(root).filter((path) => path.endsWith('.node'))).toEqual([
        'node_modules/@rs/hash-linux-arm64-gnu/hash.node',
        'node_modules/@rs/hash-linux-x64-gnu/hash.node',
      ]);
    });

    test('is refused when one is missing', async () => {
      const root = appWith('@rs/hash', 'thing.hash("x")', { ...rustPackage, ...onLinux });
      expect(show(await bundleProject(root, { target }))).toMatch(/^FW5031 .* linux arm64 [^\n]*$/);
    });

    test('that is compiled on the spot is refused: it has code for one', async () => {
      const code = { 'node_modules/speed/build/Release/speed.node': elf('x64') };
      const root = appWith('speed', 'thing.fast()', gypPackage(code));
      expect(show(await bundleProject(root, { target }))).toMatch(
        /^FW5030 .* for linux x64, not for linux arm64 [^\n]*$/,
      );
    });
  });

  test('is taken as it is installed when the package runs on this machine', async () => {
    const root = appWith('@rs/hash', 'thing.hash("x")', { ...rustPackage, ...onMac });
    const target = { cpus: ['x64'], runsHere: true } as const;
    expect((await bundleProject(root, { target })).kind).toBe('built');
  });

  const gypPackage = (code: Files): Files => ({
    'node_modules/speed/package.json': packageJson('speed', {
      dependencies: { bindings: '1' },
      gypfile: true,
    }),
    'node_modules/speed/binding.gyp': '{}',
    'node_modules/speed/index.js': `const find = require('bindings'); exports.fast = () => find('speed.node');`,
    'node_modules/bindings/package.json': packageJson('bindings'),
    'node_modules/bindings/index.js': `module.exports = (name) => 'found ' + name;`,
    ...code,
  });

  test('that was compiled on the spot is copied with what loads it, without the leavings of the compiler', async () => {
    const root = appWith(
      'speed',
      'thing.fast()',
      gypPackage({
        'node_modules/speed/build/Release/speed.node': elf('x64'),
        'node_modules/speed/build/Release/obj.target/speed.o': elf('x64'),
      }),
    );
    await bundleProject(root);
    expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "index.mjs",
        "index.mjs.map",
        "node_modules/bindings/index.js",
        "node_modules/bindings/package.json",
        "node_modules/speed/binding.gyp",
        "node_modules/speed/build/Release/speed.node",
        "node_modules/speed/index.js",
        "node_modules/speed/package.json",
      ]
    `);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe(
      '200 "found speed.node"',
    );
  });

  test.each([
    ['for another processor', elf('arm64')],
    ['for musl', elf('x64', 'musl')],
    ['for macOS', machO('x64', 'arm64')],
  ])('that was compiled %s is refused', async (_, code) => {
    const root = appWith(
      'speed',
      'thing.fast()',
      gypPackage({ 'node_modules/speed/build/Release/speed.node': code }),
    );
    const bundle = await bundleProject(root);
    expect(bundle.kind).toBe('failed');
    expect(bundle.diagnostics.map(({ code: found }) => found)).toEqual(['FW5030']);
  });

  test('says what it found and what to do', async () => {
    const code = { 'node_modules/speed/build/Release/speed.node': machO('arm64') };
    expect(
      show(await bundleProject(appWith('speed', 'thing.fast()', gypPackage(code)))),
    ).toMatchInlineSnapshot(
      `"FW5030 app.ts:2:20 The package \`speed\` has native code, but the installed build is for darwin arm64, not for linux x64 (glibc). -> Run \`npm install --os=linux --cpu=x64 --libc=glibc speed\`; if the package compiles its code, install it on a linux x64 machine."`,
    );
  });

  test('that is not compiled at all is a warning', async () => {
    const root = appWith('speed', 'thing.fast()', gypPackage({}));
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5032 app.ts:2:20 The package \`speed\` has native code, but none of it is built. -> Run \`npm rebuild speed\` on a machine with the same platform as the function."`,
    );
  });

  test('keeps of its prebuilt code what the target runs', async () => {
    const root = appWith('pre', 'thing.name', {
      'node_modules/pre/package.json': packageJson('pre', {
        dependencies: { 'node-gyp-build': '4' },
      }),
      'node_modules/pre/index.js': `require('node-gyp-build'); exports.name = 'pre';`,
      'node_modules/pre/prebuilds/linux-x64/node.napi.glibc.node': elf('x64'),
      'node_modules/pre/prebuilds/linux-x64/node.napi.musl.node': elf('x64', 'musl'),
      'node_modules/pre/prebuilds/linux-arm64/node.napi.node': elf('arm64'),
      'node_modules/pre/prebuilds/darwin-x64+arm64/node.napi.node': machO('x64', 'arm64'),
      'node_modules/node-gyp-build/package.json': packageJson('node-gyp-build'),
      'node_modules/node-gyp-build/index.js': '',
    });
    await bundleProject(root, { target: { cpus: ['arm64'] } });
    expect(packageFiles(root).filter((path) => path.endsWith('.node'))).toEqual([
      'node_modules/pre/prebuilds/linux-arm64/node.napi.node',
    ]);
  });

  test('that requires its .node file directly is found by that', async () => {
    const root = appWith('bare', 'thing.kind', {
      'node_modules/bare/package.json': packageJson('bare'),
      'node_modules/bare/index.js': `if (process.argv.includes('never')) require('./bare.node'); exports.kind = 'bare';`,
      'node_modules/bare/bare.node': elf('x64'),
    });
    await bundleProject(root);
    expect(packageFiles(root)).toContain('node_modules/bare/bare.node');
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe('200 "bare"');
  });

  test('that only another system would install is left out', async () => {
    const root = appWith('watch', 'thing.kind', {
      'node_modules/watch/package.json': packageJson('watch', {
        optionalDependencies: { fsevents: '2' },
      }),
      'node_modules/watch/index.js': `try { require('fsevents'); } catch {} exports.kind = 'watch';`,
      'node_modules/fsevents/package.json': packageJson('fsevents', {
        os: ['darwin'],
        main: 'fsevents.js',
      }),
      'node_modules/fsevents/fsevents.js': `module.exports = require('./fsevents.node');`,
      'node_modules/fsevents/fsevents.node': machO('x64', 'arm64'),
    });
    expect((await bundleProject(root)).kind).toBe('built');
    expect(packageFiles(root)).toEqual(['index.mjs', 'index.mjs.map']);
    expect(runPackage(packageFolder(root), { 'GET /': null })['GET /']).toBe('200 "watch"');
  });
});

describe('compiled code of the project itself', () => {
  const own = (folder: string, code: Buffer): string =>
    makeProject({
      'app.ts': `import { Framework } from 'framework';
import addon from './${folder}/own.node';
const app = new Framework({ appName: 'own' });
export const index = app.route('/')(() => addon);
`,
      [`${folder}/own.node`]: code,
    });

  test('is taken from frameworklib/', async () => {
    const root = own('frameworklib', elf('x64'));
    expect(show(await bundleProject(root))).toBe('');
    expect(() => runPackage(packageFolder(root), {})).toThrow(/ERR_DLOPEN_FAILED|own\.node/);
  });

  test('is refused when it is for another platform, or elsewhere', async () => {
    const foreign = await bundleProject(own('frameworklib', elf('arm64')));
    const elsewhere = await bundleProject(own('native', elf('x64')));
    expect([show(foreign), show(elsewhere)]).toMatchInlineSnapshot(`
      [
        "FW5035 \`frameworklib/own.node\` is compiled for linux arm64, not for linux x64 (glibc). -> Replace it with a file that was compiled on linux x64.",
        "FW5036 app.ts:2:19 \`native/own.node\` is compiled code, which cannot be bundled, and is not in the deployment package. -> Move the file into frameworklib/ and correct the import.",
      ]
    `);
  });

  // A program for another processor fails only when it is started, and no import shows that it will be.
  test('counts as well when it is a program that is started, unless the right one is beside it', async () => {
    const source = `import { Framework } from 'framework';
const app = new Framework({ appName: 'own' });
export const index = app.route('/')(() => 1);
`;
    const program = (cpu: 'x64' | 'arm64'): FileContent => ({ executable: elf(cpu) });
    const target = { cpus: ['arm64'] } as const;
    const wrong = makeProject({ 'app.ts': source, 'frameworklib/bin/tool': program('x64') });
    expect(show(await bundleProject(wrong, { target }))).toBe(
      'FW5035 `frameworklib/bin/tool` is compiled for linux x64, not for linux arm64 (glibc). -> Replace it with a file that was compiled on linux arm64.',
    );
    const both = makeProject({
      'app.ts': source,
      'frameworklib/bin/x64/tool': program('x64'),
      'frameworklib/bin/arm64/tool': program('arm64'),
    });
    expect(show(await bundleProject(both, { target }))).toBe('');
  });
});

describe('a program in a package', () => {
  const withPrograms = (...cpus: readonly ('x64' | 'arm64')[]): string =>
    appWith('media', 'typeof thing', {
      'node_modules/media/package.json': packageJson('media'),
      'node_modules/media/index.js': `const { join } = require('node:path'); module.exports = join(__dirname, 'bin');`,
      'node_modules/media/bin/help.exe': portable(),
      ...Object.fromEntries(
        cpus.map((cpu) => [`node_modules/media/bin/${cpu}/ffmpeg`, { executable: elf(cpu) }]),
      ),
    });
  const target = { cpus: ['arm64'] } as const;

  test('of the other processor is refused with the name of the package', async () => {
    expect(show(await bundleProject(withPrograms('x64'), { target }))).toMatch(
      /^FW5030 .*`media` has native code, but the installed build is for linux x64, not for linux arm64 \(glibc\)\./,
    );
  });

  test('is fine when the right one is among several, or when none is for Linux', async () => {
    expect(show(await bundleProject(withPrograms('x64', 'arm64'), { target }))).toBe('');
    expect(show(await bundleProject(withPrograms(), { target }))).toBe('');
  });
});

test.each([
  ['linux x64', elf('x64')],
  ['linux arm64', elf('arm64')],
  ['linux arm64 (musl)', elf('arm64', 'musl')],
  ['darwin arm64', machO('arm64')],
  ['darwin x64 and arm64', machO('x64', 'arm64')],
  ['win32 x64', portable()],
])('tells that a file is for %s', (text, bytes) => {
  const platform = readPlatform(bytes);
  expect(platform && platformText(platform)).toBe(text);
});

test('tells what the running node is for', () => {
  const platform = readPlatform(readFileSync(process.execPath));
  expect(platform).toMatchObject({ os: process.platform, cpus: [process.arch] });
});

test.each([
  ['text', Buffer.from('module.exports = 1;'.padEnd(200))],
  ['a file shorter than any header', Buffer.from('\x7fELF', 'latin1')],
  [
    'a class file of Java',
    Buffer.concat([Buffer.from('cafebabe00000034', 'hex'), Buffer.alloc(99)]),
  ],
  ['a text that begins with MZ', Buffer.from('MZ'.padEnd(200, ' '))],
])('takes %s for no compiled code', (_, bytes) => {
  expect(readPlatform(bytes)).toBeUndefined();
});
