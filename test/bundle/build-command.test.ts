// `framework build` as a user runs it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { packageFiles, packageFolder } from './bundle-project.js';
import { runPackage } from './run-package.js';
import { type FileContent, makeProject } from './temporary-project.js';

function project(code: string, files: Readonly<Record<string, FileContent>> = {}): string {
  return makeProject({
    'package.json': '{ "name": "hello", "type": "module" }',
    'app.ts': `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'hello' });\n${code}`,
    ...files,
  });
}

const HELLO = `export const index = app.route('/')(() => ({ hello: 'world' }));
export const night = app.lambdaFunction({ name: 'night-shift' })(() => 'slept');
`;

describe('framework build', () => {
  test('writes the package and the manifest, and prints what the package weighs', async () => {
    const root = project(HELLO, { 'frameworklib/data.txt': 'data' });
    const { stdout, stderr, exitCode } = await run('build', { cwd: root });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout.replace(/\d+(?:\.\d)? (?:k?B|%)/g, (size) => '#'.padStart(size.length)))
      .toMatchInlineSnapshot(`
        "PART             SIZE  SHARE
        your code           #      #
        framework           #      #
        module glue         #   <  #
        frameworklib/       #   <  #
        source map          #      #

        index.mjs        #,      # gzipped
        package           # in 3 files, about      # zipped

        Wrote .framework/build/package
        Wrote .framework/build/manifest.json (1 route, 1 function)
        Wrote .framework/build/app.d.ts (types for tests)
        "
      `);
    expect(packageFiles(root)).toEqual(['frameworklib/data.txt', 'index.mjs', 'index.mjs.map']);
    const manifest: unknown = JSON.parse(
      readFileSync(join(root, '.framework/build/manifest.json'), 'utf8'),
    );
    expect(manifest).toMatchObject({ version: 1, app: { name: 'hello' }, routes: [{ path: '/' }] });
    expect(runPackage(packageFolder(root), { 'GET /': null, 'function_night-shift': {} })).toEqual({
      exports: 'function_night-shift handler',
      'GET /': '200 {"hello":"world"}',
      'function_night-shift': '"slept"',
    });
  });

  test('does not execute the application', async () => {
    const root = project(`${HELLO}throw new Error('needs a database');`);
    expect((await runHere('build', { cwd: root })).exitCode).toBe(0);
  });

  test('--json prints one document', async () => {
    const root = project(HELLO);
    const { stdout, exitCode } = await runHere('build --json', { cwd: root });
    const { parts, sizes, ...document } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ exitCode, document }).toMatchInlineSnapshot(`
      {
        "document": {
          "diagnostics": [],
          "directory": ".framework/build/package",
          "functions": 1,
          "manifest": ".framework/build/manifest.json",
          "routes": 1,
          "types": ".framework/build/app.d.ts",
          "version": 1,
        },
        "exitCode": 0,
      }
    `);
    expect(parts).toMatchObject([
      { kind: 'app' },
      { kind: 'framework' },
      { kind: 'glue' },
      { kind: 'map' },
    ]);
    expect(Object.keys(sizes ?? {})).toEqual(['files', 'bytes', 'code', 'gzippedCode', 'zipped']);
  });

  test('values of the stage are known in the options of routes', async () => {
    const root = project(
      `export const index = app.route('/', { contentTypes: [process.env.TYPE] })(() => 1);\n`,
      {
        '.framework/config.json': JSON.stringify({
          version: '2.0',
          app_name: 'hello',
          stages: {
            dev: { environment_variables: { TYPE: 'text/plain' } },
            prod: { environment_variables: { TYPE: 'text/csv' } },
          },
        }),
      },
    );
    const contentTypes = async (options: string): Promise<unknown> => {
      expect((await runHere(`build ${options}`, { cwd: root })).exitCode).toBe(0);
      const manifest = JSON.parse(
        readFileSync(join(root, '.framework/build/manifest.json'), 'utf8'),
      ) as {
        routes: readonly { contentTypes: readonly string[] }[];
      };
      return manifest.routes[0]?.contentTypes;
    };
    expect(await contentTypes('')).toEqual(['text/plain']);
    expect(await contentTypes('--stage prod')).toEqual(['text/csv']);
  });

  test('an error of the source or of the bundle writes nothing and exits with 1', async () => {
    const wrong = project(`export const index = app.route('/a/')(() => 1);\n`);
    const missing = project(`import 'left-pad';\n${HELLO}`);
    for (const [root, code] of [
      [wrong, 'FW2103'],
      [missing, 'FW5001'],
    ] as const) {
      const { stdout, stderr, exitCode } = await runHere('build', { cwd: root });
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
      expect(stderr).toContain(code);
      expect(existsSync(join(root, '.framework/build'))).toBe(false);
      const json = await runHere('build --json', { cwd: root });
      expect(JSON.parse(json.stdout)).toMatchObject({ errors: 1, diagnostics: [{ code }] });
    }
  });
});
