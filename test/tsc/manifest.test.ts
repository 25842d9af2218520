// The manifest that `tsc` writes next to its output, and the files that are emitted again because it changed.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { openProject } from '../../cli/project/open-project.js';
import { compileApp } from '../../compiler/compile-app.js';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';
import { COMPILERS } from './support/compilers.js';
import { linkedProject } from './support/linked-project.js';
import { buildIncrementally, print, transformedProgram } from './support/transformed-program.js';

/** Returns what `framework build` would write. */
function manifestOf(root: string): string {
  const opened = openProject(root);
  const manifest = 'project' in opened ? compileApp(opened.project).manifest : undefined;
  return manifest ? serializeManifest(manifest) : 'no manifest';
}

const BROKEN = `import { app } from './application.js';
export const streets = app.route('/streets/')(() => []);
`;

/** A view whose bound row contains a value that is in no source file. */
const WITH_ORIGIN = `import { CORSConfig } from 'framework';
import { app } from './application.js';

export const streets = app.route('/streets', {
  cors: new CORSConfig({ allowOrigin: process.env.ORIGIN }),
})(() => []);
`;

function configWith(origin: string): string {
  return JSON.stringify({ version: '2.0', environment_variables: { ORIGIN: origin } });
}

describe.each(COMPILERS)('TypeScript $version', ({ ts }) => {
  const emit = (root: string, options: ts.CompilerOptions = {}): Record<string, string> => {
    const written: Record<string, string> = {};
    transformedProgram({ ts, root, options }).emit(undefined, (path, text) => {
      written[path.slice(root.length + 1)] = text;
    });
    return written;
  };

  test('is the one that `framework build` writes, in outDir', () => {
    const root = linkedProject('modes', {});
    const { diagnostics } = transformedProgram({ ts, root }).emit();
    expect(print(ts, root, diagnostics)).toBe('');
    expect(readFileSync(join(root, 'dist/manifest.json'), 'utf8')).toBe(manifestOf(root));
  });

  test('goes through the writer of a caller of emit', () => {
    const root = linkedProject('modes', {});
    expect(emit(root)['dist/manifest.json']).toBe(manifestOf(root));
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  test('never takes the place of a manifest.json of the project', () => {
    const root = linkedProject('modes', {
      'manifest.json': '{ "name": "ours" }',
      'cities.ts': "import manifest from './manifest.json';\nvoid manifest;\n",
    });
    expect(JSON.parse(emit(root)['dist/manifest.json'] ?? '')).toEqual({ name: 'ours' });
    expect(emit(root)['.framework/build/manifest.json']).toBe(manifestOf(root));
    const config = join(root, 'tsconfig.json');
    writeFileSync(config, readFileSync(config, 'utf8').replace('"outDir": "dist",', ''));
    expect(Object.keys(emit(root)).sort()).toEqual([
      '.framework/build/manifest.json',
      'app.js',
      'application.js',
      'cities.js',
      'streets.js',
    ]);
  });

  test.each([
    ['the application has errors', { 'streets.ts': BROKEN }, {}],
    ['nothing is emitted', {}, { noEmit: true }],
    ['only declarations are emitted', {}, { declaration: true, emitDeclarationOnly: true }],
    [
      'noEmitOnError holds back everything',
      { 'cities.ts': "export const cities: number = 'x';\n" },
      { noEmitOnError: true },
    ],
  ])('is not written when %s', (_, files, options) => {
    const root = linkedProject('modes', files);
    expect(Object.keys(emit(root, options)).filter((path) => /json|\.js$/.test(path))).toEqual(
      'streets.ts' in files ? expect.not.arrayContaining(['dist/manifest.json']) : [],
    );
  });

  test('is an error when it cannot be written', () => {
    const root = linkedProject('modes', { 'dist/manifest.json/file': '' });
    const { diagnostics } = transformedProgram({ ts, root }).emit();
    expect(print(ts, root, diagnostics)).toMatch(
      /^error TS5033: Could not write file '.*manifest.json': .*\n$/,
    );
  });

  test('is no output of one file, which bundlers ask for', () => {
    const root = linkedProject('modes', {});
    const program = transformedProgram({ ts, root });
    const written: string[] = [];
    program.emit(program.getSourceFile(join(root, 'app.ts')), (path) => written.push(path));
    expect(written).toEqual([join(root, 'dist/app.js')]);
  });

  describe('an incremental build', () => {
    const rows = (root: string, file: string): string =>
      /\$call\((.*)\)\(/.exec(readFileSync(join(root, 'dist', file), 'utf8'))?.[1] ?? '';

    test('writes it again when a view of one file changed', () => {
      const root = linkedProject('modes', {});
      buildIncrementally(ts, root);
      const file = join(root, 'cities.ts');
      writeFileSync(file, readFileSync(file, 'utf8').replace("'/cities'", "'/towns'"));
      const emitted = buildIncrementally(ts, root);
      expect(emitted).toContain('manifest.json');
      expect(readFileSync(join(root, 'dist/manifest.json'), 'utf8')).toBe(manifestOf(root));
    });

    test('leaves it alone when nothing of it changed', () => {
      const root = linkedProject('modes', {});
      buildIncrementally(ts, root);
      touch(root, 'app.ts');
      expect(buildIncrementally(ts, root)).toEqual(['app.js', 'tsconfig.tsbuildinfo']);
      expect(buildIncrementally(ts, root)).toEqual([]);
    });

    test('brings it back with the next file that is emitted', () => {
      const root = linkedProject('modes', {});
      buildIncrementally(ts, root);
      rmSync(join(root, 'dist/manifest.json'));
      touch(root, 'app.ts');
      buildIncrementally(ts, root);
      expect(readFileSync(join(root, 'dist/manifest.json'), 'utf8')).toBe(manifestOf(root));
    });

    test('binds a view again when a value in it changed and its file did not', () => {
      const root = linkedProject('modes', {
        'streets.ts': WITH_ORIGIN,
        '.framework/config.json': configWith('https://one.example'),
      });
      buildIncrementally(ts, root);
      expect(rows(root, 'streets.js')).toContain('https://one.example');
      writeFileSync(join(root, '.framework/config.json'), configWith('https://two.example'));
      touch(root, 'app.ts');
      expect(buildIncrementally(ts, root)).toEqual([
        'app.js',
        'manifest.json',
        'streets.js',
        'tsconfig.tsbuildinfo',
      ]);
      expect(rows(root, 'streets.js')).toContain('https://two.example');
    });
  });
});

/** Adds an empty line. */
function touch(root: string, file: string): void {
  appendFileSync(join(root, file), '\n');
}
