// A bundler that keeps running: it builds again after a change.
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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
