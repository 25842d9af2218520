// A bundler that keeps running: it builds again after a change.
import { readFileSync, rmSync, statSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, onTestFinished } from 'vitest';
import {
  bundleProject,
  compileProject,
  packageFiles,
  packageFolder,
} from '../../test/bundle/bundle-project.js';
import { runPackage } from '../../test/bundle/run-package.js';
import { writeFiles } from '../../test/bundle/temporary-project.js';
import { createBundler } from './bundle-app.js';
import { HEAD, project } from './one-module-project.fixture.js';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { PackageFile } from './file-tree.js';
import { replacePackage } from './package-writer.js';

describe('createBundler', () => {
  test('brings one folder up to date and touches only what changed', async () => {
    const root = project(`export const index = app.route('/')(() => 'one');`, {
      'frameworklib/same.txt': 'same',
      'frameworklib/goes/away.txt': 'x',
    });
    const outDirectory = packageFolder(root);
    const target = { cpus: ['x64'], runsHere: true } as const;
    const bundler = createBundler({
      root,
      outDirectory,
      target,
      settings: compileProject(root).settings,
      minify: false,
    });
    try {
      await bundler.rebuild(compileProject(root).compilation);
      expect(runPackage(outDirectory, { 'GET /': null })['GET /']).toBe('200 "one"');
      const { ino } = statSync(join(outDirectory, 'frameworklib/same.txt'));

      writeFiles(root, { 'app.ts': `${HEAD}export const index = app.route('/')(() => broken` });
      const failed = await bundler.rebuild(compileProject(root).compilation);
      expect(failed.kind).toBe('failed');
      expect(runPackage(outDirectory, { 'GET /': null })['GET /']).toBe('200 "one"');

      rmSync(join(root, 'frameworklib/goes'), { recursive: true });
      writeFiles(root, {
        'app.ts': `${HEAD}export const index = app.route('/')(() => 'two');`,
        'frameworklib/new.txt': '',
      });
      const built = await bundler.rebuild(compileProject(root).compilation);
      expect(built.kind).toBe('built');
      expect(runPackage(outDirectory, { 'GET /': null })['GET /']).toBe('200 "two"');
      expect(packageFiles(root)).toEqual([
        'frameworklib/new.txt',
        'frameworklib/same.txt',
        'index.mjs',
        'index.mjs.map',
      ]);
      expect(statSync(join(outDirectory, 'frameworklib/same.txt')).ino).toBe(ino);
    } finally {
      await bundler.dispose();
    }
  });

  test('leads a debugger to the files that are edited', async () => {
    const root = project(`export const index = app.route('/')(() => 'one');`);
    const target = { cpus: ['x64'], runsHere: true } as const;
    await bundleProject(root, { target });
    const map = JSON.parse(readFileSync(join(packageFolder(root), 'index.mjs.map'), 'utf8')) as {
      sources: readonly string[];
    };
    const own = map.sources.filter((source) => !source.startsWith('framework:'));
    expect(own.map((source) => join(packageFolder(root), source))).toEqual([join(root, 'app.ts')]);
  });

  test('names the files to watch', async () => {
    const root = project(`import './frameworklib/a.js';\nimport 'dep';`, {
      'frameworklib/a.ts': '',
      'frameworklib/deep/b.txt': '',
      'node_modules/dep/package.json': '{ "name": "dep" }',
      'node_modules/dep/index.js': 'console.log(1)',
    });
    const bundle = await bundleProject(root);
    const files = bundle.kind === 'built' ? bundle.watchFiles : [];
    expect(files.map((file) => file.slice(root.length + 1))).toMatchInlineSnapshot(`
      [
        "app.ts",
        "frameworklib",
        "frameworklib/a.ts",
        "frameworklib/deep",
        "frameworklib/deep/b.txt",
      ]
    `);
  });
});

// The deployable folder, while another build of the same project writes it too.

/** The number of times that the other build must replace the folder before the test ends. */
const MET = 20;

test('a folder that another build puts there at the same moment is replaced', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'framework-package-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const directory = join(parent, 'package');
  const files: PackageFile[] = [
    {
      path: 'index.mjs',
      isExecutable: false,
      content: { kind: 'bytes', bytes: Buffer.from('ours') },
    },
  ];
  let isOver = false;
  let taken = 0;
  const rival = async (): Promise<void> => {
    const made = join(parent, 'rival');
    while (!isOver) {
      mkdirSync(made, { recursive: true });
      writeFileSync(join(made, 'index.mjs'), 'theirs');
      // This succeeds only while the tested build has moved its folder aside.
      await rename(made, directory).then(
        () => (taken += 1),
        () => undefined,
      );
      await pause(1);
    }
  };
  const rivals = rival();
  for (let build = 0; build < 300 && taken < MET; build += 1)
    await replacePackage(files, directory);
  expect(taken).toBeGreaterThan(0);
  isOver = true;
  await rivals;
  await replacePackage(files, directory);
  expect(readFileSync(join(directory, 'index.mjs'), 'utf8')).toBe('ours');
});
