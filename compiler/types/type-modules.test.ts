// Where types come from: modules that are imported only for types, path aliases, declarations, packages.
import { describe, expect, test } from 'vitest';
import { projectOf } from './read-types.fixture.js';

const text = {
  kind: 'object',
  properties: [{ name: 'a', type: { kind: 'text' }, isOptional: false }],
};

describe('declarations of packages', () => {
  test.each([
    ['types', { types: './types.d.ts' }, 'types.d.ts'],
    [
      'conditions of exports',
      { exports: { '.': { import: { types: './x.d.mts', default: './x.mjs' } } } },
      'x.d.mts',
    ],
    ['the file beside main', { main: './lib/main.js' }, 'lib/main.d.ts'],
    ['index.d.ts', {}, 'index.d.ts'],
  ])('%s', (_name, content, file) => {
    const { read, definitions } = projectOf({
      'src/app.ts': "import type { City } from '@acme/cities'; type T = City;",
      'node_modules/@acme/cities/package.json': JSON.stringify(content),
      [`node_modules/@acme/cities/${file}`]: "export * from './city.js';",
      [`node_modules/@acme/cities/${file.includes('/') ? 'lib/' : ''}city.d.ts`]:
        'interface City { a: string } export { City };',
    });
    expect(read('T').problems).toEqual([]);
    expect([...definitions.values()].map(({ type }) => type)).toEqual([text]);
  });

  test('@types, and packages that import packages', () => {
    const { read, definitions } = projectOf({
      'app.ts': "import { City } from 'cities'; type T = City;",
      'node_modules/@types/cities/package.json': '{}',
      'node_modules/@types/cities/index.d.ts': "export { Town as City } from 'towns/one';",
      'node_modules/towns/package.json': '{ "exports": { "./*": { "types": "./dist/*.d.ts" } } }',
      'node_modules/towns/dist/one.d.ts': 'export interface Town { a: string }',
    });
    expect(read('T').problems).toEqual([]);
    expect(definitions.get('node_modules/towns/dist/one.d.ts#Town')?.type).toEqual(text);
  });

  test('a package without declarations is refused, and so is a class', () => {
    const { read } = projectOf({
      'app.ts':
        "import { City } from 'cities'; import { Town } from 'towns'; type T = City | Town;",
      'node_modules/towns/package.json': '{ "types": "index.d.ts" }',
      'node_modules/towns/index.d.ts': 'export declare class Town { a: string }',
    });
    expect(read('T').problems.map(({ message }) => message)).toEqual([
      'The type `City` is not supported: no readable declarations of the package `cities` are found.',
      'The type `Town` is not supported: a JSON value is not an instance of a class.',
    ]);
  });
});

describe('files that nothing imports', () => {
  const app =
    "import type { City } from './city.js'; import type { Town } from 'towns'; type T = CITY";
  const others = {
    'city.ts': 'export interface City { a: string }',
    'node_modules/towns/package.json': '{ "types": "index.d.ts" }',
    'node_modules/towns/index.d.ts':
      'export interface Town { a: string } export type Code = string;',
  };
  const messages = (text: string, more: Readonly<Record<string, string>>): readonly string[] =>
    projectOf({ 'app.ts': text, ...others, ...more })
      .read('T')
      .problems.map(({ message }) => message);

  test.each([
    [
      'City',
      'src/more.d.ts',
      "import '../city.js'; declare module '../city.js' { interface City { b: 1 } }",
    ],
    ['Town', 'towns.d.ts', "export {}; declare module 'towns' { export interface Town { b: 1 } }"],
    ['Town', 'src/towns.ts', "import 'towns'; declare module 'towns' { interface Town { b: 1 } }"],
    ['Town', 'ambient.d.ts', "declare module 'towns' { export interface Town { b: 1 } }"],
  ])('%s, to which %s adds members, is refused', (type, file, text) => {
    expect(messages(app.replace('CITY', type), { [file]: text })).toEqual([
      `The type \`${type}\` is not supported: \`${file}\` adds members to the interface with \`declare module\`.`,
    ]);
    expect(messages(app.replace('CITY', type), {})).toEqual([]);
  });

  test('a declaration file that declares a package anew, with other types, is seen', () => {
    const text = "import type { Code } from 'towns'; type T = { code: Code };";
    const anew = { 'ambient.d.ts': "declare module 'towns' { export type Code = number; }" };
    expect(messages(text, {})).toEqual([]);
    expect(messages(text, anew)).toHaveLength(1);
  });

  test('files of other modules, of packages and of tests do not matter', () => {
    expect(
      messages(app.replace('CITY', 'City'), {
        'images.d.ts': "declare module '*.png' { const url: string; export default url; }",
        'node_modules/other/index.d.ts':
          "declare module '../../city.js' { interface City { b: 1 } }",
        'city.test.ts': "declare module './city.js' { interface City { b: 1 } }",
      }),
    ).toEqual([]);
  });
});

test('path aliases and declaration files of the project', () => {
  const { read, definitions } = projectOf(
    {
      'app.ts':
        "import type { City } from '@/city'; import type { Town } from './town.js'; type T = City | Town;",
      'src/city.ts': 'export interface City { a: string }',
      'town.d.ts': 'export interface Town { a: string }',
    },
    (specifier) => (specifier.startsWith('@/') ? [`/p/src/${specifier.slice(2)}`] : []),
  );
  expect(read('T').problems).toEqual([]);
  expect([...definitions.keys()]).toEqual(['src/city.ts#City', 'town.d.ts#Town']);
});
