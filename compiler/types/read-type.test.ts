// Which JSON values declared types accept.
import { describe, expect, test } from 'vitest';
import { projectOf, typeOf } from './read-types.fixture.js';

describe('types that are read', () => {
  test('objects, lists, literals, and the rules of the package', () => {
    const { type, problems } = typeOf(`
      import { type Int, type List, type Text as Words } from 'framework';
      type T = {
        name: Words<{ minLength: 1; pattern: '^a' }>;
        count?: Int<{ minimum: 0 }>;
        tags: List<string, { maxItems: 9 }>;
        state: 'open' | 'shut' | null;
        is: boolean;
      };`);
    expect(problems).toEqual([]);
    expect(type).toEqual({
      kind: 'object',
      properties: [
        {
          name: 'name',
          type: { kind: 'text', rules: { minLength: 1, patterns: ['^a'] } },
          isOptional: false,
        },
        {
          name: 'count',
          type: { kind: 'number', rules: { isInteger: true, minimum: 0 } },
          isOptional: true,
        },
        {
          name: 'tags',
          type: { kind: 'list', of: { kind: 'text' }, rules: { maxItems: 9 } },
          isOptional: false,
        },
        {
          name: 'state',
          type: {
            kind: 'union',
            of: [
              { kind: 'literal', value: 'open' },
              { kind: 'literal', value: 'shut' },
              { kind: 'null' },
            ],
          },
          isOptional: false,
        },
        { name: 'is', type: { kind: 'boolean' }, isOptional: false },
      ],
    });
  });

  test('regular expressions of rules are found in named types and items, not those of template types', () => {
    const project = projectOf({
      'app.ts': `import type { Text } from 'framework';
        interface Inner { a: Text<{ pattern: '^1$', maxLength: 9 }>; b: Text<{ pattern: '^1$', maxLength: 5 }>; again?: Outer; [name: \`x-\${string}\`]: unknown; v?: \`v\${number}\` }
        interface Outer { inner: Inner[]; }
        type T = { outer: Outer } | Text<{ pattern: '^2$' }>; type U = Inner;`,
    });
    const patternsOf = (name: string): readonly string[] =>
      project
        .read(name)
        .patterns.map(({ pattern, maxLength }) => `${pattern} ${String(maxLength)}`)
        .toSorted();
    expect(patternsOf('T')).toEqual(['^1$ 9', '^2$ Infinity']);
    // Named types are read once, and always have the same result.
    expect(patternsOf('U')).toEqual(['^1$ 9']);
  });

  test('what is said of any name holds for the names of a pattern too', () => {
    const pattern = '{ [name: `x-${string}`]: 1 | 2 }';
    const project = projectOf({
      'app.ts': `type T = ${pattern} & { [name: string]: 2 | 3 }; type U = { [name: string]: 2 | 3 } & ${pattern};`,
    });
    const values = (...of: readonly number[]): object => ({
      kind: 'union',
      of: of.map((value) => ({ kind: 'literal', value })),
    });
    const named = { patterns: ['^x-'], type: { kind: 'literal', value: 2 } };
    const others = { patterns: [], type: values(2, 3) };
    expect(project.read('T').type).toMatchObject({ indexes: [named, others] });
    expect(project.read('U').type).toMatchObject({ indexes: [others, named] });
  });

  test('interfaces of other modules are named, and may hold themselves', () => {
    const project = projectOf({
      'app.ts': `import type { Tree as Root } from './types/index.js'; type T = Root | null;`,
      'types/index.ts': `export type { Node as Tree } from './node.js';`,
      'types/node.ts': `/** A node. With more. */ export interface Node { children: Node[] }`,
    });
    expect(project.read('T')).toEqual({
      type: { kind: 'union', of: [{ kind: 'named', key: 'types/node.ts#Node' }, { kind: 'null' }] },
      patterns: [],
      problems: [],
    });
    expect([...project.definitions]).toMatchObject([
      [
        'types/node.ts#Node',
        {
          name: 'Node',
          documentation: { summary: 'A node.', description: 'With more.' },
          type: {
            kind: 'object',
            properties: [
              {
                name: 'children',
                type: { kind: 'list', of: { kind: 'named', key: 'types/node.ts#Node' } },
              },
            ],
          },
        },
      ],
    ]);
  });
});

test('a generic type may have any number of arguments in an application', () => {
  const names = Array.from({ length: 150 }, (_, index) => `T${String(index)}`);
  const project = projectOf({
    'app.ts': `interface Page<T> { items: T[] }
      ${names.map((name) => `type ${name} = Page<'${name}'>;`).join('\n')}`,
  });
  expect(names.flatMap((name) => project.read(name).problems)).toEqual([]);
});

describe('types that are not read', () => {
  test.each([
    ['Date', 'JSON has no dates'],
    ['() => void', 'JSON has no functions'],
    ['Nowhere', 'no declaration of `Nowhere` is found in the module or its imports'],
    ['string & { brand: 1 }', 'a JSON value cannot carry the brand'],
    ['String', 'it is a wrapper object of a text, but JSON has only texts'],
    ['Number', 'it is a wrapper object of a number, but JSON has only numbers'],
    [
      'Object',
      'in TypeScript, it accepts every value except `null` and `undefined`, including strings and lists',
    ],
    ['Colour.Red', 'the value of an enum member is computed'],
    ['Colour.Blue', 'no declaration of `Colour.Blue` is found in the module or its imports'],
  ])('%s: %s', (text, why) => {
    const { type, problems } = typeOf(`
      enum Colour { Red = 'red'.length, Green }
      type T = { a: ${text} };`);
    expect(type).toMatchObject({ properties: [{ type: { kind: 'unknown' } }] });
    expect(problems).toMatchObject([
      { code: 'FW3001', message: `The type \`${text}\` is not supported: ${why}.` },
    ]);
  });

  test.each([
    ['Text<{ minLenght: 9 }>', '`Text` has no rule `minLenght`'],
    ['Text<{ minimum: 9 }>', '`Text` has no rule `minimum`'],
    ['Text<{ minLength: -1 }>', 'the rule `minLength` cannot be `-1`'],
    ["Text<{ format: 'ipv4' }>", 'the rule `format` cannot be `"ipv4"`'],
    ['Text<{ pattern: 5 }>', 'the rule `pattern` cannot be `5`'],
    ['Int<{ min: 1 }>', '`Int` has no rule `min`'],
    ["Int<{ minimum: '1' }>", 'the rule `minimum` cannot be `"1"`'],
    ['Num<{ multipleOf: 0 }>', 'the rule `multipleOf` cannot be `0`'],
    ['List<1, { maxItems: 0.5 }>', 'the rule `maxItems` cannot be `0.5`'],
    ['List<1, { uniqueItems: 1 }>', 'the rule `uniqueItems` cannot be `1`'],
    ['List<1, { maxItems: true }>', 'the rule `maxItems` cannot be `true`'],
    ['Text<{ minLength: 9; maxLength: 2 }>', '`minLength` 9 and `maxLength` 2 accept no value'],
    ['List<1, { minItems: 2; maxItems: 1 }>', '`minItems` 2 and `maxItems` 1 accept no value'],
    ['Int<{ minimum: 5; maximum: 4 }>', '`minimum` 5 and `maximum` 4 accept no value'],
    [
      'Num<{ minimum: 5; exclusiveMaximum: 5 }>',
      '`minimum` 5 and `exclusiveMaximum` 5 accept no value',
    ],
    [
      'Int<{ exclusiveMinimum: 1; exclusiveMaximum: 2 }>',
      '`exclusiveMinimum` 1 and `exclusiveMaximum` 2 accept no value',
    ],
    ['Int<{ minimum: 0.2; maximum: 0.8 }>', '`minimum` 0.2 and `maximum` 0.8 accept no value'],
  ])('rules of %s: %s', (text, why) => {
    const { problems } = typeOf(
      `import type { Int, List, Num, Text } from 'framework'; type T = ${text};`,
    );
    const rules = /\{.*\}/.exec(text)?.[0] ?? '';
    expect(problems).toMatchObject([
      { code: 'FW3001', message: `The type \`${rules}\` is not supported: ${why}.` },
    ]);
  });

  test.each([
    [
      'Text<{ minLength: 2; maxLength: 2 }>',
      { kind: 'text', rules: { minLength: 2, maxLength: 2 } },
    ],
    ['List<1, { uniqueItems: false }>', { kind: 'list', of: { kind: 'literal', value: 1 } }],
    [
      'Num<{ exclusiveMinimum: 1; exclusiveMaximum: 2 }>',
      { kind: 'number', rules: { exclusiveMinimum: 1, exclusiveMaximum: 2 } },
    ],
  ])('but %s is', (text, type) => {
    const found = typeOf(`import type { List, Num, Text } from 'framework'; type T = ${text};`);
    const [named] = found.definitions.values();
    expect(found.problems).toEqual([]);
    expect(named?.type ?? found.type).toEqual(type);
  });

  test('rules of two types that nothing fits', () => {
    const { problems } = typeOf(`import type { Text } from 'framework';
      type T = { a: Text<{ minLength: 9 }> & Text<{ maxLength: 2 }> };`);
    expect(problems).toMatchObject([
      {
        code: 'FW3001',
        message:
          'The type `Text<{ minLength: 9 }> & Text<{ maxLength: 2 }>` is not supported: no JSON value is known to satisfy all of these types.',
      },
    ]);
  });
});

describe('the places of what is not read', () => {
  const placesOf = (texts: Readonly<Record<string, string>>): unknown =>
    projectOf(texts)
      .read('T')
      .problems.map(({ at, related = [] }) => [
        at?.start,
        at?.end,
        ...related.map((one) => `${one.at.file} ${String(one.at.start)}`),
      ]);

  test('a type of the library is reported where it is used', () => {
    const twice = 'type T = [Record<number, string>, Record<number, string>]';
    expect(placesOf({ 'app.ts': twice })).toEqual([
      [10, 32],
      [34, 56],
    ]);
    const required = 'type T = Required<{ b?: number | undefined }>';
    expect(placesOf({ 'app.ts': required })).toEqual([[9, 45, 'app.ts 20']]);
  });

  test('an imported enum is reported where it is named', () => {
    const enums = { 'level.ts': 'export enum Level { Low = Math.random() }' };
    const head = "import { Level } from './level.js'; type T = ";
    const start = head.length;
    const placeOf = (type: string): unknown => placesOf({ 'app.ts': head + type, ...enums });
    expect(placeOf('Level')).toEqual([[start, start + 5, 'level.ts 20']]);
    expect(placeOf('Level.Low')).toEqual([[start, start + 9, 'level.ts 7']]);
    expect(placeOf("(typeof Level)['Low']")).toEqual([[start + 1, start + 13, 'level.ts 7']]);
  });
});

test('an alias of a number is one, and `Num` is none', () => {
  const { read } = projectOf({
    'app.ts':
      "import type { Num } from 'framework'; type A = number; type B = A | 'all'; type C = Num; type D = A | string;",
  });
  const found = ['A', 'B', 'C', 'D'].map((name) => read(name).isPlainNumber);
  expect(found).toEqual([true, true, undefined, undefined]);
});

// Comments of types and properties.

test('types and properties say what their comments say', () => {
  const { definitions } = typeOf(`
    /**
     * A city of the
     * world. It has people.
     *
     * And streets.
     * @example { "name": "Bern" }
     * @example for people
     * @deprecated Use Town.
     */
    export interface City {
      /** Two letters. @see nothing */
      country: string; // not this
      /* nor this */
      name: string;
      /** @default 3 */
      readonly size?: number;
      plain: string;
    }
    type T = City;`);
  const [city] = definitions.values();
  expect(city?.documentation).toEqual({
    summary: 'A city of the world.',
    description: 'It has people.\n\nAnd streets.',
    deprecated: 'Use Town.',
    examples: [{ name: 'Bern' }],
  });
  const properties = city?.type.kind === 'object' ? city.type.properties : [];
  expect(properties.map(({ name, documentation }) => [name, documentation])).toEqual([
    ['country', { summary: 'Two letters.' }],
    ['name', undefined],
    ['size', { default: 3 }],
    ['plain', undefined],
  ]);
});

test('properties keep their comments when types are made of types', () => {
  const { type } = typeOf(
    'type A = { /** The name. */ a: string; b: 1 }; type T = Partial<Omit<A, "b">>;',
  );
  expect(type).toMatchObject({ properties: [{ documentation: { summary: 'The name.' } }] });
});

test('a comment that says nothing is none', () => {
  for (const comment of ['/** */', '/**/', '/***/', '/** @see nothing */']) {
    const { definitions } = typeOf(`${comment} interface City { name: string } type T = City;`);
    expect([...definitions.values()].map(({ documentation }) => documentation)).toEqual([
      undefined,
    ]);
  }
});

test('an example may be code, and a link is the name that it leads to', () => {
  const { definitions } = typeOf(`
    /**
     * See {@link Town}, e.g. a small one.
     *
     * - one
     * - two
     *
     * @example
     * \`\`\`json
     * { "name": "Bern",
     *
     *   "size": 1 }
     * \`\`\`
     */
    export declare interface City { name: string }
    type T = City;`);
  expect([...definitions.values()].map(({ documentation }) => documentation)).toEqual([
    {
      summary: 'See `Town`, e.g. a small one.',
      description: '- one\n- two',
      examples: [{ name: 'Bern', size: 1 }],
    },
  ]);
});

test('a property says the message of its problems', () => {
  const { definitions } = typeOf(`
    interface City {
      /** Two letters. @message must be two letters */
      country: string;
    }
    type T = City;`);
  const [city] = definitions.values();
  const properties = city?.type.kind === 'object' ? city.type.properties : [];
  expect(properties[0]?.documentation).toEqual({
    summary: 'Two letters.',
    message: 'must be two letters',
  });
});
