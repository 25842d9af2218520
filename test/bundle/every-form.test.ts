// Every form in which views can be declared, in the real bundle, run in a separate Node.js process.
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { bundleProject, compileProject, packageFolder, show } from './bundle-project.js';
import { type Answers, runPackage } from './run-package.js';
import { makeProject, writeFiles } from './temporary-project.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/bundle', import.meta.url));

const MODES = {
  standard: {},
  legacy: { experimentalDecorators: true },
  'legacy with metadata': { experimentalDecorators: true, emitDecoratorMetadata: true },
} as const;

const CASES = Object.entries(MODES).flatMap(([mode, options]) =>
  [true, false].map((minify) => ({ mode, options, minify })),
);

function openFixture(name: string, options: Readonly<Record<string, boolean>>): string {
  const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, ...options };
  const root = makeProject({ 'tsconfig.json': JSON.stringify({ compilerOptions }) });
  cpSync(join(FIXTURES, name), root, { recursive: true });
  return root;
}

async function build(root: string, minify: boolean): Promise<void> {
  const { diagnostics } = compileProject(root).compilation;
  expect(show({ diagnostics: diagnostics.filter(({ severity }) => severity === 'error') })).toBe(
    '',
  );
  expect(show(await bundleProject(root, { minify }))).toBe('');
}

const ann = { user: 'ann', id: '7' };

describe.each(sampleOf('bundles of every form', CASES, 4))(
  'decorators: $mode, minified: $minify',
  ({ options, minify }) => {
    test('every form of view answers, with its own errors, parameters and this', async () => {
      const root = openFixture('every-form', options);
      await build(root, minify);
      const answers: Answers = runPackage(packageFolder(root), {
        'GET /': null,
        'GET /decorated': null,
        'POST /typed': 'text',
        'GET /orders/{user}/{id}': ann,
        'PUT /orders/{user}/{id}': ann,
        'GET /static': null,
        'GET /errors/{kind}': { kind: 'bad' },
        'GET /errors/{kind} ': { kind: 'stock' },
        'GET /errors/{kind}  ': { kind: 'teapot' },
        'GET /errors/{kind}   ': { kind: 'other' },
        'GET /settings': null,
        'GET /settings/again': null,
        'GET /replaced': null,
        'GET /expression': null,
        'GET /aliased': null,
        'GET /anonymous': null,
        'GET /files': null,
        'GET /limits': null,
        'GET /swapped/{first}/{second}': { first: '1', second: '2' },
        function_day: { a: 1 },
        'function_night-shift': { name: 'x' },
      });
      expect(answers).toEqual({
        exports: 'function_day function_night-shift handler',
        'GET /': '200 {"hello":"world"}',
        'GET /decorated': '200 "outer(inner(view))"',
        'POST /typed': '200 "text"',
        'GET /orders/{user}/{id}': '200 {"id":"7","user":"ann","visits":1}',
        'PUT /orders/{user}/{id}': '200 {"id":"7","user":"ann","visits":2}',
        'GET /static': '200 "static this"',
        'GET /errors/{kind}': '400 {"Code":"BadRequestError","Message":"bad"}',
        'GET /errors/{kind} ': '404 {"Code":"OutOfStockError","Message":"none left"}',
        'GET /errors/{kind}  ': '500 {"Code":"TeapotError","Message":"short and stout"}',
        'GET /errors/{kind}   ':
          '500 {"Code":"FrameworkViewError","Message":"FrameworkViewError: An internal server error occurred."}',
        'GET /settings': '200 {"currency":"€","started":"awaited"}',
        'GET /settings/again': '200 {"currency":"€","started":"awaited"}',
        'GET /replaced': '200 {"tag":"replaced"}',
        'GET /expression': '200 "expression"',
        'GET /aliased': '200 "aliased"',
        'GET /anonymous': '200 {"tag":"anonymous"}',
        'GET /files':
          '200 {"greeting":"Grüße","bytes":[0,1,255],"beside":"Grüße","folder":"frameworklib"}',
        'GET /limits': '200 {"limits":true}',
        'GET /swapped/{first}/{second}': '200 {"first":"1","second":"2"}',
        function_day: '{"event":{"a":1},"day":true}',
        'function_night-shift': '{"event":{"name":"x"},"night":true}',
      });
    });

    test('the stack of an error leads to the line and column of the source', async () => {
      const root = openFixture('every-form', options);
      await build(root, minify);
      const calls = { 'function_night-shift': { name: 'boom' } };
      const flags = ['--enable-source-maps'];
      const answers = runPackage(packageFolder(root), calls, { flags });
      const stack = answers['function_night-shift'] ?? '';
      const lines = readFileSync(join(root, 'app.ts'), 'utf8').split('\n');
      const line = lines.findIndex((text) => text.includes('größe'));
      const column = lines[line]?.indexOf('new TeapotError(') ?? -1;
      expect(stack.split('\n')[0]).toBe('TeapotError: größe: boom');
      expect(/\(.*\/app\.ts:(\d+):(\d+)\)/.exec(stack)?.slice(1)).toEqual([
        `${line + 1}`,
        `${column + 1}`,
      ]);
    });
  },
);

describe.each([true, false])('emitDecoratorMetadata, minified: %s', (minify) => {
  test('a container finds what the constructor of a view class takes in design:paramtypes', async () => {
    const root = openFixture('container', MODES['legacy with metadata']);
    const installed = dirname(createRequire(import.meta.url).resolve('reflect-metadata'));
    writeFiles(root, { 'node_modules/reflect-metadata': { link: installed } });
    await build(root, minify);
    const answers = runPackage(packageFolder(root), { 'GET /greetings/{name}': { name: 'ann' } });
    expect(answers['GET /greetings/{name}']).toBe('200 {"text":"hello ann","types":["String"]}');
  });
});
