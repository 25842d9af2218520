// The documents of schema values, read from their builder calls, compared with what the libraries generate for the same
// schemas.
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.js';
import { projectOf } from './read-types.fixture.js';
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';

/** Returns the document of `X`, with named schemas inlined. */
function documentOf(source: string): { readonly document: unknown; readonly notes: number } {
  const project = projectOf({
    'app.ts': `
      import { z } from 'zod';
      import * as v from 'valibot';
      import type { StandardSchemaV1 } from '@standard-schema/spec';
      ${source}
      type T = StandardSchemaV1.InferOutput<typeof X>;`,
  });
  const { type, problems } = project.read('T');
  expect(problems).toEqual([]);
  expect(type).toMatchObject({ kind: 'schema', expression: 'X' });
  const document = type.kind === 'schema' ? type.document : type;
  const { definitions } = project;
  return {
    document: plain(
      jsonSchemaOf(inline(document, definitions), { refOf: (key) => key, definitions }),
    ),
    notes: project.reader.notes().length,
  };
}

function inline(type: Type, definitions: TypeDefinitions): Type {
  switch (type.kind) {
    case 'named':
      return inline(definitions.get(type.key)?.type ?? { kind: 'unknown' }, definitions);
    case 'union':
      return { ...type, of: type.of.map((one) => inline(one, definitions)) };
    case 'list':
      return { ...type, of: inline(type.of, definitions) };
    case 'tuple':
      return {
        ...type,
        items: type.items.map((item) => ({ ...item, type: inline(item.type, definitions) })),
      };
    case 'object':
      return {
        ...type,
        properties: type.properties.map((one) => ({ ...one, type: inline(one.type, definitions) })),
        ...(type.indexes && {
          indexes: type.indexes.map((one) => ({ ...one, type: inline(one.type, definitions) })),
        }),
      };
    default:
      return type;
  }
}

/** Returns a schema without parts that are expressed differently, or that we do not generate. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (LEFT_OUT.has(name)) return [];
    if (name === 'pattern' && 'format' in schema) return [];
    if (name === 'maxItems' && 'prefixItems' in schema) return [];
    if ((name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) > 9e15) return [];
    if (name === 'const') return [['enum', [value]]];
    if (name === 'oneOf') return [['anyOf', plain(value)]];
    if (name === 'required' && Array.isArray(value))
      return value.length > 0 ? [[name, value.toSorted()]] : [];
    return [[name, plain(value)]];
  });
  const result: Record<string, unknown> = Object.fromEntries(entries);
  if ('enum' in result) delete result['type'];
  if (Array.isArray(result['type'])) {
    const { type, ...others } = result;
    return {
      anyOf: type.map((one: unknown) => ({ type: one, ...(one === 'null' ? {} : others) })),
    };
  }
  return result;
}

const LEFT_OUT = new Set(
  '$schema default propertyNames additionalItems discriminator items_ id'.split(' '),
);

const ZOD: readonly (readonly [string, z.ZodType])[] = [
  ['z.string().min(1).max(80)', z.string().min(1).max(80)],
  ['z.number().int().min(0).max(9)', z.number().int().min(0).max(9)],
  ['z.int().positive()', z.int().positive()],
  ['z.number().gt(1).lt(5).multipleOf(2)', z.number().gt(1).lt(5).multipleOf(2)],
  ['z.email()', z.email()],
  ['z.uuid()', z.uuid()],
  ['z.string().regex(/^[A-Z]{2}$/)', z.string().regex(/^[A-Z]{2}$/)],
  ["z.enum(['a', 'b'])", z.enum(['a', 'b'])],
  ["z.literal('a')", z.literal('a')],
  ['z.array(z.string()).min(1).max(3)', z.array(z.string()).min(1).max(3)],
  ['z.string().array()', z.string().array()],
  ['z.tuple([z.string(), z.number()])', z.tuple([z.string(), z.number()])],
  ['z.record(z.string(), z.number())', z.record(z.string(), z.number())],
  [
    'z.object({ a: z.string(), b: z.number().optional(), c: z.boolean().default(true) })',
    z.object({ a: z.string(), b: z.number().optional(), c: z.boolean().default(true) }),
  ],
  [
    'z.object({ a: z.string(), b: z.number() }).partial()',
    z.object({ a: z.string(), b: z.number() }).partial(),
  ],
  [
    'z.object({ a: z.string(), b: z.number() }).pick({ a: true }).extend({ c: z.null() })',
    z.object({ a: z.string(), b: z.number() }).pick({ a: true }).extend({ c: z.null() }),
  ],
  ['z.object({ a: z.string(), b: z.number() }).omit({ a: true })', z.object({ b: z.number() })],
  ['z.union([z.string(), z.number()])', z.union([z.string(), z.number()])],
  ['z.string().or(z.number())', z.string().or(z.number())],
  [
    "z.discriminatedUnion('k', [z.object({ k: z.literal('a'), n: z.number() }), z.object({ k: z.literal('b') })])",
    z.discriminatedUnion('k', [
      z.object({ k: z.literal('a'), n: z.number() }),
      z.object({ k: z.literal('b') }),
    ]),
  ],
  ['z.string().nullable()', z.string().nullable()],
  ["z.object({ a: z.iso.datetime() }).describe('x').readonly()", z.object({ a: z.iso.datetime() })],
];

describe('zod', () => {
  test.each(ZOD)('%s', (source, schema) => {
    const { document, notes } = documentOf(`const X = ${source};`);
    expect(document).toEqual(plain(z.toJSONSchema(schema, { io: 'input' })));
    expect(notes).toBe(0);
  });

  test('schemas are put together by their names, and may hold themselves', () => {
    const project = projectOf({
      'app.ts': `
        import type * as z from 'zod';
        import { Tree } from './tree.js';
        type T = z.infer<typeof Tree>;`,
      'tree.ts': `
        import { z } from 'zod';
        const Name = z.string().min(1);
        export const Tree = z.object({ name: Name, get children() { return z.array(Tree); } });`,
    });
    const { type } = project.read('T');
    expect(type).toEqual({
      kind: 'schema',
      expression: 'Tree',
      document: { kind: 'named', key: 'tree.ts#Tree' },
    });
    expect(project.definitions.get('tree.ts#Tree')?.type).toMatchObject({
      properties: [
        { name: 'name', type: { kind: 'text', rules: { minLength: 1 } } },
        { name: 'children', type: { kind: 'list', of: { kind: 'named', key: 'tree.ts#Tree' } } },
      ],
    });
  });

  test.each([
    `import * as all from './schemas.js'; type T = z.infer<typeof all.City>;`,
    `import * as all from './barrel.js'; type T = z.infer<typeof all.nested.schemas.city>;`,
    `import { schemas } from './schemas.js'; type T = z.infer<typeof schemas.city>;`,
    `namespace Own { export const City = z.object({ name: z.string() }); } type T = z.infer<typeof Own.City>;`,
    `const own = { city: { put: z.object({ name: z.string() }) } }; type T = z.infer<typeof own.city.put>;`,
  ])('a schema is a member of a namespace or object: %s', (source) => {
    const project = projectOf({
      'app.ts': `import { z } from 'zod'; ${source}`,
      'barrel.ts': `export * as nested from './schemas.js';`,
      'schemas.ts': `import { z } from 'zod';
        const all = { name: z.string() };
        export const City = z.object({ name: all.name });
        export const schemas = { city: City, ['town']: City } as const;`,
    });
    const { type, problems } = project.read('T');
    expect(problems).toEqual([]);
    const [definition] = project.definitions.values();
    expect([type, definition?.type]).toMatchObject([
      { kind: 'schema', document: { kind: 'named' } },
      { kind: 'object', properties: [{ name: 'name', type: { kind: 'text' } }] },
    ]);
    expect(project.reader.notes()).toEqual([]);
  });

  test.each(['all.other', 'all.later', 'City.shape.name'])(
    '%s is not read, with a note',
    (name) => {
      const project = projectOf({
        'app.ts': `import { z } from 'zod';
        const City = z.object({ name: z.string() });
        const all = { later: City, ...{ later: z.string() } };
        type T = z.infer<typeof ${name}>;`,
      });
      expect(project.read('T')).toMatchObject({
        type: { kind: 'schema', expression: name, document: { kind: 'unknown' } },
        problems: [],
      });
      expect(project.reader.notes()).toHaveLength(1);
    },
  );

  test.each([
    ['z.string().refine((text) => text !== "")', { type: 'string' }, 1],
    ['z.string().trim().transform(Number)', { type: 'string' }, 2],
    ['z.date()', {}, 1],
    [
      'z.strictObject({ a: z.string() })',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      1,
    ],
    ['make()', {}, 1],
    [
      `z.object({
        a: z.coerce.number().min(1).default(1),
        b: z.string().catch('x').nullable(),
        c: z.union([z.preprocess(String, z.string()), z.null()]),
        d: z.unknown(),
        e: z.any().optional(),
      })`,
      { type: 'object', properties: { a: {}, b: {}, c: {}, d: {}, e: {} }, required: ['d'] },
      4,
    ],
  ])('%s widens the document, with a note', (source, expected, count) => {
    const { document, notes } = documentOf(`declare function make(): any; const X = ${source};`);
    expect(document).toEqual(expected);
    expect(notes).toBe(count);
  });
});

const VALIBOT: readonly (readonly [string, v.GenericSchema])[] = [
  [
    'v.pipe(v.string(), v.minLength(1), v.maxLength(9))',
    v.pipe(v.string(), v.minLength(1), v.maxLength(9)),
  ],
  [
    'v.pipe(v.number(), v.integer(), v.minValue(0))',
    v.pipe(v.number(), v.integer(), v.minValue(0)),
  ],
  [
    'v.object({ a: v.string(), b: v.optional(v.number()), c: v.nullable(v.boolean()) })',
    v.object({ a: v.string(), b: v.optional(v.number()), c: v.nullable(v.boolean()) }),
  ],
  ["v.picklist(['a', 'b'])", v.picklist(['a', 'b'])],
  ['v.partial(v.object({ a: v.string() }))', v.partial(v.object({ a: v.string() }))],
  [
    "v.pick(v.object({ a: v.string(), b: v.null() }), ['b'])",
    v.pick(v.object({ a: v.string(), b: v.null() }), ['b']),
  ],
  [
    'v.pipe(v.array(v.union([v.string(), v.number()])), v.maxLength(3))',
    v.pipe(v.array(v.union([v.string(), v.number()])), v.maxLength(3)),
  ],
  ['v.pipe(v.string(), v.email())', v.pipe(v.string(), v.email())],
  ['v.record(v.string(), v.boolean())', v.record(v.string(), v.boolean())],
];

describe('valibot', () => {
  test.each(VALIBOT)('%s', (source, schema) => {
    const { document, notes } = documentOf(`const X = ${source};`);
    expect(document).toEqual(plain(toJsonSchema(schema, { typeMode: 'input' })));
    expect(notes).toBe(0);
  });
});

describe('the value of a schema', () => {
  const city = `import { z } from 'zod'; export const City = z.object({ a: z.string() }); export type City = z.infer<typeof City>;`;

  test.each([
    [`import { City as Town } from './city.js'; type T = Town;`, 'Town'],
    [
      `import * as all from './city.js'; import { City } from './city.js'; type T = all.City;`,
      'City',
    ],
  ])('is named as the module of the view names it: %s', (source, expression) => {
    const { read } = projectOf({ 'app.ts': source, 'city.ts': city });
    expect(read('T')).toMatchObject({ type: { kind: 'schema', expression }, problems: [] });
  });

  test.each([
    `import type { City } from './city.js'; type T = City;`,
    `import { type City } from './city.js'; import type { z } from 'zod'; type T = z.output<typeof City>;`,
  ])('must be imported as a value: %s', (source) => {
    const { read } = projectOf({ 'app.ts': source, 'city.ts': city });
    expect(read('T').problems).toMatchObject([
      {
        code: 'FW3007',
        message:
          '`City` validates an input of a view in `app.ts`, but `app.ts` does not import `City` as a value.',
      },
    ]);
  });

  test('is the whole input, and an answer is its document', () => {
    const { read } = projectOf({
      'app.ts': `import { City } from './city.js'; type T = City[];`,
      'city.ts': city,
    });
    expect(read('T').problems).toMatchObject([{ code: 'FW3001' }]);
    expect(read('T', 'answer')).toMatchObject({
      type: { kind: 'list', of: { kind: 'named', key: 'city.ts#City' } },
      problems: [],
    });
  });
});
