// Which file an import refers to.
import { describe, expect, test } from 'vitest';
import { createResolver, type Resolution } from './resolve-specifier.js';
import type { ProjectSettings } from './source-files.js';

type Options = {
  readonly from?: string;
  readonly packages?: Readonly<Record<string, unknown>>;
  readonly mapSpecifier?: ProjectSettings['mapSpecifier'];
};

/** Resolves a specifier in a project with these files in `/p`, and returns `kind path`. */
function resolve(files: readonly string[], specifier: string, options: Options = {}): string {
  const { from = 'app.ts', packages = {}, mapSpecifier } = options;
  const resolver = createResolver(
    {
      isFile: (path) => files.includes(path.slice('/p/'.length)),
      readText: (path) => {
        const content = packages[path.slice('/p/'.length)];
        return content === undefined ? undefined : JSON.stringify(content);
      },
    },
    mapSpecifier,
  );
  return describeResolution(resolver(specifier, `/p/${from}`));
}

function describeResolution(resolution: Resolution): string {
  if (resolution.kind === 'missing') return 'missing';
  if (resolution.kind === 'package') return `package ${resolution.specifier}`;
  return `${resolution.kind} ${resolution.path.replace('/p/', '')}`;
}

describe('relative imports', () => {
  test.each([
    ['./a.js', ['a.ts', 'a.js'], 'module a.ts'],
    ['./a.js', ['a.tsx'], 'module a.tsx'],
    ['./a.js', ['a.js'], 'module a.js'],
    ['./a.jsx', ['a.tsx'], 'module a.tsx'],
    ['./a.mjs', ['a.mts'], 'module a.mts'],
    ['./a.cjs', ['a.cts'], 'module a.cts'],
    ['./a.ts', ['a.ts'], 'module a.ts'],
    ['./a', ['a.ts', 'a.js', 'a/index.ts'], 'module a.ts'],
    ['./a', ['a.mts'], 'module a.mts'],
    ['./a', ['a/index.ts'], 'module a/index.ts'],
    ['./a/', ['a.ts', 'a/index.js'], 'module a/index.js'],
    ['./a.b', ['a.b.ts'], 'module a.b.ts'],
    ['./a.json', ['a.json'], 'json a.json'],
    ['./a', ['a.json'], 'json a.json'],
    ['./a.txt', ['a.txt'], 'asset a.txt'],
    ['./a', ['a.d.ts'], 'asset a'],
    ['./a.js', ['a.d.ts'], 'asset a.js'],
    ['./a.js', ['b.js'], 'missing'],
    ['.', ['index.ts'], 'module index.ts'],
    ['./', ['index.ts'], 'module index.ts'],
    ['../x.js', ['lib/x.ts', 'x.ts'], 'module x.ts'],
    ['..', ['index.ts'], 'module index.ts'],
    ['./node_modules/a.js', ['lib/node_modules/a.js'], 'package /p/lib/node_modules/a.js'],
    ['/p/a.js', ['a.ts'], 'module a.ts'],
  ])('%s of %j', (specifier, files, expected) => {
    const from =
      specifier.startsWith('..') || specifier.includes('node_modules') ? 'lib/app.ts' : 'app.ts';
    expect(resolve(files, specifier, { from })).toBe(expected);
  });
});

describe('packages are named, not followed', () => {
  test.each([
    'framework',
    'framework/testing',
    'node:fs',
    'fs',
    '@aws-sdk/client-s3',
    'lodash/get',
  ])('%s', (specifier) => {
    expect(resolve([], specifier)).toBe(`package ${specifier}`);
  });

  test('`framework` is this package even where tsconfig maps it', () => {
    expect(resolve(['own.ts'], 'framework', { mapSpecifier: () => ['/p/own'] })).toBe(
      'package framework',
    );
  });
});

describe('tsconfig paths', () => {
  const mapSpecifier = (specifier: string): readonly string[] =>
    specifier.startsWith('@/')
      ? [`/p/src/${specifier.slice(2)}`, `/p/lib/${specifier.slice(2)}`]
      : [];
  test.each([
    ['@/a', 'module src/a.ts'],
    ['@/b.js', 'module lib/b.ts'],
    ['@/c', 'package @/c'],
    ['other', 'package other'],
  ])('%s', (specifier, expected) => {
    expect(resolve(['src/a.ts', 'lib/b.ts'], specifier, { mapSpecifier })).toBe(expected);
  });
});

describe('package.json', () => {
  const packages = {
    'package.json': {
      name: 'my-app',
      imports: {
        '#one': './lib/one.js',
        '#many/*': './lib/*.js',
        '#many/special/*': './special/*.ts',
        '#conditions': {
          types: './t.d.ts',
          browser: './b.js',
          node: { import: './lib/one.js' },
          default: './x.js',
        },
        '#list': [{ browser: './b.js' }, './lib/one.js'],
        '#pkg': 'lodash',
        '#none': null,
      },
      exports: { '.': './lib/one.js', './lib/*': './lib/*.js', './internal': null },
    },
    'nested/package.json': { imports: { '#one': './two.js' } },
  };
  const files = ['lib/one.ts', 'lib/two.ts', 'special/one.ts', 'nested/two.ts'];
  test.each([
    ['#one', 'module lib/one.ts'],
    ['#many/two', 'module lib/two.ts'],
    ['#many/special/one', 'module special/one.ts'],
    ['#conditions', 'module lib/one.ts'],
    ['#list', 'module lib/one.ts'],
    ['#pkg', 'package lodash'],
    ['#none', 'missing'],
    ['#other', 'missing'],
    ['my-app', 'module lib/one.ts'],
    ['my-app/lib/two', 'module lib/two.ts'],
    ['my-app/internal', 'package my-app/internal'],
    ['my-app-other', 'package my-app-other'],
  ])('%s', (specifier, expected) => {
    expect(resolve(files, specifier, { packages })).toBe(expected);
  });

  test('the nearest one counts', () => {
    expect(resolve(files, '#one', { packages, from: 'nested/deep/a.ts' })).toBe(
      'module nested/two.ts',
    );
  });

  test('exports that are one path are the package itself', () => {
    const short = { 'package.json': { name: 'my-app', exports: './lib/one.js' } };
    expect(resolve(files, 'my-app', { packages: short })).toBe('module lib/one.ts');
  });
});
