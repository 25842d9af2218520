// Compares the code of validators with ajv on the JSON Schema of the same types, and checks the messages for single mistakes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import type { Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { jsonSchemaOf } from '../../compiler/types/json-schema.js';
import { type Kinds, valuesOf } from '../../runtime/request-headers.js';
import { bodyChecker, bodyCheckers } from './checked.fixture.js';
import { inputsCode, kindsCode } from './input-code.js';
import {
  createRandom,
  type RandomTypes,
  randomTypes,
  randomValue,
} from './random-types.fixture.js';

const LONG = process.env['FRAMEWORK_LONG_TESTS'] !== undefined;
const long = LONG ? { timeout: 1_800_000 } : {};

it('agrees with ajv on random types and values', long, () => {
  const random = createRandom(20260);
  const counts = { valid: 0, wrong: 0 };
  for (let round = 0; round < (LONG ? 4000 : 40); round++) {
    const types = randomTypes(random);
    const check = bodyChecker(types.type, types.definitions);
    const isValid = ajvOf(types);
    for (let turn = 0; turn < 50; turn++) {
      const value = fromJson(randomValue(random, types.type, types));
      const expected = isValid(value);
      counts[expected ? 'valid' : 'wrong'] += 1;
      const problems = check(value);
      if (expected !== (problems.length === 0))
        expect.fail(
          JSON.stringify({
            ...types,
            definitions: [...types.definitions],
            value,
            problems,
            expected,
          }),
        );
    }
  }
  expect(counts.valid).toBeGreaterThan(300);
  expect(counts.wrong).toBeGreaterThan(300);
});

it('tells numbers that are too large from null among items that are lists', () => {
  const type: Type = {
    kind: 'list',
    of: { kind: 'list', of: { kind: 'unknown' } },
    rules: { uniqueItems: true },
  };
  const check = bodyChecker(type);
  expect(check(JSON.parse('[[null], [1e400], [-1e400]]'))).toEqual([]);
  expect(check(JSON.parse('[[1e400], [1e500]]'))).toHaveLength(1);
  expect(check(JSON.parse('[[null], ["null"], [[]], [], [{}], [{"a":1}], ["a",1]]'))).toEqual([]);
  expect(check(JSON.parse('[[{"a":1,"b":[2]}], [{"b":[2],"a":1}]]'))).toHaveLength(1);
  const deep = (last: string): string => '['.repeat(4000) + last + ']'.repeat(4000);
  expect(check(JSON.parse(`[${deep('1')}, ${deep('2')}]`))).toEqual([]);
  expect(check(JSON.parse(`[${deep('1')}, ${deep('1')}]`))).toHaveLength(1);
});

it('says the same of inputs that have properties in common as of each alone', long, () => {
  const random = createRandom(31);
  const found = { objects: 0, problems: 0 };
  for (let round = 0; round < (LONG ? 4000 : 120); round++) {
    const { type, definitions } = randomTypes(random);
    if (type.kind !== 'object' || type.properties.length < 2) continue;
    found.objects += 1;
    const [first, ...others] = type.properties;
    const own = { name: 'own!', type: { kind: 'number' }, isOptional: false } as const;
    const types: readonly Type[] = [
      type,
      { ...type, properties: [...type.properties, own] },
      { ...type, properties: [own, ...type.properties] },
      { ...type, properties: others },
      { ...type, properties: first ? [first, own, ...others] : [] },
    ];
    const shared = bodyCheckers(types, definitions);
    for (const [index, one] of types.entries()) {
      const alone = bodyChecker(one, definitions);
      for (let turn = 0; turn < 20; turn++) {
        const value = fromJson(randomValue(random, one, { type: one, definitions }));
        const problems = alone(value);
        found.problems += problems.length;
        expect(shared[index]?.(value)).toEqual(problems);
      }
    }
  }
  expect(found.objects).toBeGreaterThan(10);
  expect(found.problems).toBeGreaterThan(100);
});

it('checks an object that may be null by its own properties', () => {
  const make = (...names: readonly string[]): Type => ({
    kind: 'object',
    properties: names.map((name) => ({ name, type: { kind: 'text' }, isOptional: false })),
  });
  const inputs: readonly Type[] = [
    make('a', 'b', 'c'),
    make('a', 'b', 'c', 'd'),
    { kind: 'union', of: [make('a', 'b'), { kind: 'null' }] },
  ];
  const missing = (types: readonly Type[]) =>
    bodyCheckers(types).map((check) => check({ a: '', b: '' }).map(({ at }) => at));
  const alone = inputs.flatMap((type) => missing([type]));
  expect(alone).toEqual([['/body/c'], ['/body/c', '/body/d'], []]);
  expect(missing(inputs)).toEqual(alone);
  expect(missing(inputs.toReversed())).toEqual(alone.toReversed());
});

it('checks properties that inputs have in common with one function', () => {
  const text = { kind: 'text' as const, rules: { maxLength: 7 } };
  const make = (...names: readonly string[]): Type => ({
    kind: 'object',
    properties: names.map((name) => ({ name, type: text, isOptional: false })),
  });
  expect(codeOf([make('a', 'b', 'c'), make('a', 'b', 'd')]).split('/body/a"')).toHaveLength(2);
  expect(codeOf([make('a', 'b', 'c'), make('b', 'a', 'd')]).split('/body/a"')).toHaveLength(3);
});

it('checks a named type within the only function that uses it', () => {
  const text: Type = { kind: 'text' };
  const make = (types: Readonly<Record<string, Type>>): Type => ({
    kind: 'object',
    properties: Object.entries(types).map(([name, type]) => ({ name, type, isOptional: false })),
  });
  const item: Type = { kind: 'named', key: 'Item' };
  const definitions = new Map([['Item', { name: 'Item', type: make({ sku: text }), at: AT }]]);
  const inCommon = { a: text, item };
  const once = [make({ ...inCommon, b: text }), make({ ...inCommon, c: text })];
  expect(codeOf(once, definitions)).toContain('"/body/item/sku"');
  const twice = [...once, make({ other: item })];
  expect(codeOf(twice, definitions)).not.toContain('"/body/item/sku"');
});

/** Returns a value as in a request: JSON cannot represent `-0`, `undefined` and prototypes. */
function fromJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });

function ajvOf({ type, definitions }: RandomTypes): (value: unknown) => boolean {
  const options = { refOf: (key: string): string => `#/$defs/${key}`, definitions };
  const defs = [...definitions].map(([key, one]) => [key, jsonSchemaOf(one.type, options)]);
  const validate = ajv.compile({
    ...jsonSchemaOf(type, options),
    $defs: Object.fromEntries(defs) as object, // because Object.fromEntries returns any
  });
  return (value) => validate(value);
}

it('reads a parameter that is named as the prototype', () => {
  const names: Type = {
    kind: 'object',
    properties: [{ name: '__proto__', type: { kind: 'number' }, isOptional: false }],
  };
  const [kinds = ''] = kindsCode(names, new Map());
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the code is what is tested
  const made = new Function(`"use strict";return ${kinds}`)() as Kinds; // because the code creates it this way
  const given = Object.fromEntries([['__proto__', ['1']]]);
  expect(valuesOf(given, made)['__proto__']).toBe(1);
});

it('tries the members of a union without remembering values that are met once', () => {
  const member = (name: string): Type => ({
    kind: 'object',
    properties: [{ name, type: { kind: 'number' }, isOptional: false }],
  });
  const of: Type = { kind: 'union', of: [member('a'), member('b')] };
  expect(codeOf([{ kind: 'list', of }])).not.toContain('WeakMap');
  const tree: Type = {
    kind: 'union',
    of: [{ kind: 'list', of: { kind: 'named', key: 'T' } }, ...of.of, { kind: 'tuple', items: [] }],
  };
  const definitions = new Map([['T', { name: 'T', type: tree, at: AT }]]);
  expect(codeOf([{ kind: 'named', key: 'T' }], definitions)).toContain('WeakMap');
});

const AT = { file: 'app.ts', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Returns the code for bodies of some types in one class. */
function codeOf(types: readonly Type[], definitions: TypeDefinitions = new Map()): string {
  const { shared, views } = inputsCode(
    types.map((type) => {
      const body = { name: 'body', type, isOptional: false, at: AT };
      const bound = { inputs: { captures: [], body }, bodyForm: 'json' as const, definitions };
      return { parameters: ['body'], bound };
    }),
  );
  return [shared, ...views].join('\n');
}
