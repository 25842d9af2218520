import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, test } from 'vitest';
import { definitionSchema, jsonSchemaOf, type JsonSchema } from './json-schema.js';
import {
  definition,
  definitions,
  object,
  options,
  rows,
  text,
} from './json-schema-rows.fixture.js';
import { projectOf, typeOf } from './read-types.fixture.js';
import { componentNames, schemaNames } from './schema-names.js';

const components = Object.fromEntries(
  [...definitions].map(([key, value]) => [key, definitionSchema(value, options)]),
);

const ajv = new Ajv2020({
  strict: true,
  strictTuples: false,
  validateFormats: false,
  allowUnionTypes: true,
});
ajv.addVocabulary(['components', 'discriminator']);

function validator(schema: JsonSchema): (value: unknown) => boolean {
  return ajv.compile({ ...schema, components: { schemas: components } });
}

describe('the JSON Schema of a type', () => {
  it.each(Object.entries(rows))('is valid and means the same: %s', (_, row) => {
    const schema = jsonSchemaOf(row.type, options);
    expect(schema).toEqual(row.schema);
    const accepts = validator(schema);
    expect(row.good.filter((value) => !accepts(value))).toEqual([]);
    expect(row.bad.filter((value) => accepts(value))).toEqual([]);
  });

  it('says what comments say', () => {
    const documentation = {
      summary: 'A name.',
      description: 'As on a map.',
      deprecated: 'Use title.',
      examples: ['Paris'],
      default: '',
    };
    const properties = [{ name: 'name', type: text, isOptional: true, documentation }];
    const city = { ...definition('City', { kind: 'object', properties }), documentation };
    const said = {
      description: 'A name.\n\nAs on a map.\n\nDeprecated: Use title.',
      default: '',
      deprecated: true,
      examples: ['Paris'],
    };
    expect(definitionSchema(city, options)).toEqual({
      type: 'object',
      properties: { name: { type: 'string', ...said } },
      ...said,
    });
  });

  it('has the properties in the order of the source', () => {
    const schema = jsonSchemaOf(object({ b: text, a: text }), options);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b","a"]}',
    );
  });
});

// Keys and names of generic types: each type has its own, even if its arguments have no text of their own.

test.each([
  ['interface Box<V> { v: V } type Tree = Box<Tree>; type T = Tree;', ['BoxOfBox']],
  ['type Or<V> = { a: V }; type Tree = Or<Tree[]>; type T = Tree;', ['OrOfOrList']],
  [
    'type Or<V> = V | null; interface Node<V> { next: V } type Tree = Or<Node<Tree>>; type T = Tree;',
    ['NodeOfOrOfNode', 'OrOfNodeOfOr'],
  ],
])('a type that is among its own arguments: %s', (source, names) => {
  const { problems, definitions } = typeOf(source);
  expect(problems).toEqual([]);
  expect([...definitions.values()].map(({ name }) => name)).toEqual(names);
});

test('objects as arguments, of an input and of an answer', () => {
  const { read, definitions } = projectOf({
    'app.ts': `interface Box<V> { v: V }
type Sent = Box<{ a: string }>;
type Same = Box<Same>;
type Answered = Box<{ b: number }>;
type Other = Box<Other>;`,
  });
  const types = [
    read('Sent').type,
    read('Same').type,
    read('Answered', 'answer').type,
    read('Other', 'answer').type,
    read('Sent', 'answer').type,
  ];
  const keys = types.map((type) => type.kind === 'named' && type.key);
  expect(new Set(keys).size).toBe(4);
  expect(keys[4]).toBe(keys[0]);
  const [sent] = definitions.values();
  expect(sent?.type).toMatchObject({
    properties: [{ name: 'v', type: { properties: [{ name: 'a', type: { kind: 'text' } }] } }],
  });
});

test('keys and names of types within types stay short', () => {
  const nested = Array.from(
    { length: 24 },
    (_, level) => `type T${String(level + 1)} = Pair<T${String(level)}, T${String(level)}>;`,
  );
  const { problems, definitions } = typeOf(
    `interface Pair<A, B> { a: A; b: B } interface T0 { c: string } ${nested.join(' ')} type T = T24;`,
  );
  expect(problems).toEqual([]);
  expect(definitions.size).toBe(25);
  const texts = [...definitions].flatMap(([key, { name }]) => [key, name]);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(25_000);
});

describe('the names of types', () => {
  const names = (...list: (readonly [key: string, name: string, file: string])[]): unknown => {
    const known = new Map(
      list.map(([key, name, file]) => [
        key,
        definition(name, { kind: 'literal', value: key }, file),
      ]),
    );
    return Object.fromEntries(schemaNames(known.keys(), known));
  };

  it('stay as they are when they differ', () => {
    expect(names(['1', 'City', 'a.ts'], ['2', 'PageOfCity', 'a.ts'])).toEqual({
      1: 'City',
      2: 'PageOfCity',
    });
  });

  it('are told apart by the module', () => {
    expect(
      names(
        ['1', 'Page', 'views/cities.ts'],
        ['2', 'Page', 'views/city-guide.ts'],
        ['3', 'City', 'a.ts'],
      ),
    ).toEqual({ 1: 'CitiesPage', 2: 'CityGuidePage', 3: 'City' });
  });

  it('are told apart by their namespaces', () => {
    const { read, definitions } = projectOf({
      'app.ts':
        'namespace N { export interface P { a: 1 } export interface Q { q: 1 } } namespace O.M { export interface P { a: 2 } } type T = [N.P, N.Q, O.M.P]',
    });
    expect(read('T').problems).toEqual([]);
    expect([...schemaNames(definitions.keys(), definitions).values()].toSorted()).toEqual([
      'MP',
      'NP',
      'Q',
    ]);
  });

  it('take as much of the path as tells them apart', () => {
    expect(names(['1', 'Page', 'a/types.ts'], ['2', 'Page', 'b/types.ts'])).toEqual({
      1: 'ATypesPage',
      2: 'BTypesPage',
    });
  });

  it('are numbered when nothing else helps', () => {
    expect(names(['1', 'A$', 'a.ts'], ['2', 'A#', 'a.ts'])).toEqual({ 1: 'AA_', 2: 'AA_2' });
  });

  it('are shared by types that say the same', () => {
    const same = { kind: 'text', rules: { minLength: 1 } } as const;
    const known = new Map([
      ['1', definition('Required', same, 'users.ts')],
      ['2', definition('Required', same, 'articles.ts')],
      ['3', definition('Required', text, 'tags.ts')],
      ['4', definition('Name', same, 'users.ts')],
    ]);
    const pair = [...known].filter(([key]) => key !== '3');
    expect(
      Object.fromEntries(
        schemaNames(
          pair.map(([key]) => key),
          new Map(pair),
        ),
      ),
    ).toEqual({
      1: 'Required',
      2: 'Required',
      4: 'Name',
    });
    expect(Object.fromEntries(schemaNames(known.keys(), known))).toEqual({
      1: 'UsersRequired',
      2: 'ArticlesRequired',
      3: 'TagsRequired',
      4: 'Name',
    });
  });

  it('keep their alphabet, and are legible where a document allows only ASCII', () => {
    const given = ['Größe', 'Grüße', 'Ørsted', '都市', 'Grosse', 'Ärger'];
    const known = names(...given.map((name) => [name, name, 'a.ts'] as const)) as object;
    expect(known).toEqual(Object.fromEntries(given.map((name) => [name, name])));
    expect(Object.fromEntries(componentNames(new Map(Object.entries(known))))).toEqual({
      Größe: 'Grosse2',
      Grüße: 'Grusse',
      Ørsted: 'Orsted',
      都市: '_90fd_5e02',
      Grosse: 'Grosse',
      Ärger: 'Arger',
    });
  });

  it('never become a name that another type has', () => {
    expect(names(['1', 'Page', 'a.ts'], ['2', 'Page', 'b.ts'], ['3', 'APage', 'c.ts'])).toEqual({
      1: 'APage2',
      2: 'BPage',
      3: 'APage',
    });
  });
});
