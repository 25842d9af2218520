// What declared types mean for a value of JSON.
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

  test('interfaces of other modules are named, and may hold themselves', () => {
    const project = projectOf({
      'app.ts': `import type { Tree as Root } from './types/index.js'; type T = Root | null;`,
      'types/index.ts': `export type { Node as Tree } from './node.js';`,
      'types/node.ts': `/** A node. With more. */ export interface Node { children: Node[] }`,
    });
    expect(project.read('T')).toEqual({
      type: { kind: 'union', of: [{ kind: 'named', key: 'types/node.ts#Node' }, { kind: 'null' }] },
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

describe('types that are not read', () => {
  test.each([
    ['Date', 'JSON has no dates'],
    ['() => void', 'JSON has no functions'],
    ['Nowhere', 'no declaration of `Nowhere` is found in the module or its imports'],
    ['{}', 'TypeScript lets every value but `null` and `undefined` be one, also texts and lists'],
    ['string & { brand: 1 }', 'a value of JSON cannot carry the brand'],
  ])('%s: %s', (text, why) => {
    const { type, problems } = typeOf(`type T = { a: ${text} };`);
    expect(type).toMatchObject({ properties: [{ type: { kind: 'unknown' } }] });
    expect(problems).toMatchObject([
      { code: 'FW3001', message: `The type \`${text}\` is not read: ${why}.` },
    ]);
  });
});
