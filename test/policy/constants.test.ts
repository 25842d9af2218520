// The policy and the options of declarations read constants by two evaluators: one follows every value that may be there, the
// other computes the one that is. Random constants show that they agree.
import { expect, test } from 'vitest';
import { analyse, show } from '../../compiler/policy/analysis/programs/small-app.fixture.js';
import { createRandom } from '../../compiler/policy/analysis/programs/random-program.fixture.js';
import type { InputValue } from '../../compiler/policy/sdk-use.js';
import type { StaticValue } from '../../compiler/values/static-value.js';
import { factsOf } from '../compiler/facts/read-texts.js';
import { sampleOf } from '../support/sample.js';

const MODULES = `
-- config.json --
{ "bucket": "from-json", "parts": ["j", 3] }
-- names.ts --
export const photos = 'photos';
const suffix = 'eu';
export { suffix as region };
export default { main: 'main', [photos]: 'computed' };
export enum Kind { Big = 'big', Both = Big + '-' + 'small', Zero = 0, One }
-- barrel.ts --
export * from './names.js';
export { default as defaults } from './names.js';
`;

const CONSTANTS = `import { S3 } from '@aws-sdk/client-s3';
import { Framework } from 'framework';
import config from './config.json';
import { photos, region, Kind, defaults } from './barrel.js';
import * as names from './names.js';
export const app = new Framework({ appName: 'test' });
const s3 = new S3({});
const TEXT = 'text', EMPTY = '', TWO = 2, YES = true, NOTHING = null;
const LIST = ['one', 'two', 'three'] as const;
const LONGER = ['zero', ...LIST];
const BOX = { a: 'x', inner: { b: 'y' }, 'key-c': 'z', [TEXT]: 'w' };
const WIDE = { ...BOX, a: 'over', ...(YES && { d: 'more' }) };
const FROZEN = Object.freeze({ f: 'ice' });
const { a: TAKEN, missing: FILLED = 'default', inner: { b: DEEP } } = BOX as any;
const [FIRST, , THIRD] = LIST;
enum Local { A = 'a', B = A + 'b', N = 7, M }
enum Local { C = \`c-\${'d'}\` }
namespace Space { export const name = 'space'; }
class Store { static readonly bucket = 'static'; }
let neverChanged = 'let';
export default class Own { static readonly bucket = 'own'; }
`;

/** Expressions with one value, of which both evaluators know all. */
const LEAVES: readonly string[] = [
  ...["'lit'", '`tpl`', 'TEXT', 'EMPTY', 'photos', 'region', 'TAKEN', 'FILLED', 'DEEP', 'FIRST'],
  ...[
    'THIRD',
    'LIST[1]',
    'BOX.a',
    "BOX['key-c']",
    'BOX.inner.b',
    'BOX[TEXT]',
    'WIDE.a',
    'FROZEN.f',
  ],
  ...['Local.A', 'Local.B', 'Local.C', 'Kind.Big', 'Kind.Both', 'Space.name', 'Store.bucket'],
  ...['neverChanged', 'Own.bucket', 'config.bucket', 'config.parts[0]', 'names.photos'],
  ...['names.Kind.Big', 'defaults.main', 'defaults.photos', 'names.default.main'],
];

/** Expressions of which the policy may know less. */
const OTHERS: readonly string[] = [
  ...[
    'TWO',
    'YES',
    'NOTHING',
    'undefined',
    'Local.N',
    'Local.M',
    'Kind.One',
    'LIST.length',
    '-TWO',
  ],
  ...[
    'TWO * 3 + 1',
    '!YES',
    "TEXT === 'text'",
    'config.parts[1]',
    'WIDE.d',
    'BOX.none',
    'void 0',
    'LONGER[2]',
  ],
];

type Random = (below: number) => number;

function pick<T>(random: Random, values: readonly T[], other: T): T {
  return values[random(values.length)] ?? other;
}

/** An expression; `isPlain` if both evaluators must know its value. */
function expressionOf(random: Random, depth: number, isPlain: boolean): string {
  const inner = (): string => expressionOf(random, depth - 1, isPlain);
  const leaf = (): string => pick(random, isPlain || random(2) === 0 ? LEAVES : OTHERS, "'lit'");
  if (depth === 0) return leaf();
  const plain = [
    leaf,
    (): string => `\`\${${inner()}}-\${${inner()}}\``,
    (): string => `(${inner()} + ${inner()})`,
    (): string => `[${inner()}, ${inner()}][${String(random(2))}]`,
    (): string => `({ k: ${inner()}, l: ${inner()} }).${pick(random, ['k', 'l'], 'k')}`,
    (): string => `({ ...{ k: ${inner()} }, k: ${inner()} } as const).k`,
    (): string => `(${inner()} ?? ${inner()})`,
  ];
  const others = [
    (): string => `(${inner()} ${pick(random, ['||', '&&', '??'], '??')} ${inner()})`,
    (): string => `(${inner()} ? ${inner()} : ${inner()})`,
    (): string => `(${inner()} ${pick(random, ['===', '!==', '==', '-'], '===')} ${inner()})`,
    (): string => `Object.freeze({ k: ${inner()} }).k`,
  ];
  return pick(random, isPlain ? plain : [...plain, ...others], leaf)();
}

const SEEDS = sampleOf('random expressions', [...Array(12).keys()], 3);
/** Numbers of expressions in one program, which is read once by each. */
const EACH = 12;

function read(expressions: readonly string[]): {
  readonly computed: readonly (StaticValue | undefined)[];
  readonly followed: readonly (InputValue | undefined)[];
} {
  const views = expressions.map(
    (one, index) =>
      `app.route('/${String(index)}', { x: ${one} } as any)(() => s3.listObjects({ Bucket: ${one} }));`,
  );
  const text = `${CONSTANTS}${views.join('\n')}`;
  const files = Object.fromEntries(
    [...MODULES.matchAll(/^-- (\S+) --\n([^]*?)(?=^-- |$(?![^]))/gm)].map(
      ([, name = '', content = '']) => [name, content] as const,
    ),
  );
  const computed = factsOf({ 'app.ts': text, ...files }).views.map(({ options }) =>
    options?.kind === 'object' ? options.entries[0]?.value : undefined,
  );
  const followed = analyse(text + MODULES).uses.map(({ inputs: [input] }) =>
    input?.kind === 'object' ? input.entries['Bucket'] : input,
  );
  return { computed, followed };
}

/** Whether the value that one evaluator computes is among those that the other follows. */
function admits(followed: InputValue | undefined, value: string | number | boolean): boolean {
  if (followed?.kind === 'other') return followed.value === value;
  if (followed?.kind !== 'text') return followed?.kind === 'unknown';
  return followed.values.some((pattern) => {
    const pieces = pattern.map((piece) =>
      piece === undefined ? '.*' : piece.replaceAll(/[^a-z0-9]/gi, String.raw`\$&`),
    );
    return typeof value === 'string' && new RegExp(`^${pieces.join('')}$`, 's').test(value);
  });
}

function disagreements(isPlain: boolean): { readonly wrong: readonly string[]; known: number } {
  const wrong: string[] = [];
  let known = 0;
  for (const seed of SEEDS) {
    const random = createRandom(seed + (isPlain ? 0 : 1000));
    const expressions = Array.from({ length: EACH }, () => expressionOf(random, 2, isPlain));
    const { computed, followed } = read(expressions);
    for (const [index, expression] of expressions.entries()) {
      const [value, input] = [computed[index], followed[index]];
      const said = `${expression} is ${JSON.stringify(value)}, or ${JSON.stringify(input)}`;
      const isData =
        value?.kind === 'string' || value?.kind === 'number' || value?.kind === 'boolean';
      if (isData) known++;
      if (isPlain) {
        const isSame =
          value?.kind === 'string' &&
          input?.kind === 'text' &&
          JSON.stringify(input.values) === JSON.stringify([[value.value]]);
        if (!isSame) wrong.push(said);
      } else if (isData && !admits(input, value.value)) wrong.push(said);
      else if (value?.kind === 'undefined' && input?.kind === 'text') wrong.push(said);
    }
  }
  return { wrong, known };
}

test('both know the same of texts that are written, named and joined', () => {
  expect(disagreements(true).wrong.slice(0, 5)).toEqual([]);
});

test('what one computes is never outside what the other follows', () => {
  const { wrong, known } = disagreements(false);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(known).toBeGreaterThan((SEEDS.length * EACH) / 2);
});

const TABLES = `const TABLES = { main: 'a' }; const change = (tables: any) => { tables.main = 'b'; }; change(TABLES);`;

test.each([
  ['a member of an object that code changes', TABLES, 'TABLES.main', 'a: ?, b: ?'],
  ['a variable with such a member', `${TABLES} const TABLE = TABLES.main;`, 'TABLE', 'a: ?, b: ?'],
  [
    'an enum with such a member',
    `${TABLES} enum Table { Main = TABLES.main }`,
    'Table.Main',
    'a: ?, b: ?',
  ],
  ['an enum that code changes', "enum T { A = 'a' } (T as any).A = 'b';", 'T.A', 'a: ?, b: ?'],
  ['a variable that is declared twice', "var table = 'a'; var table = 'b';", 'table', 'a: ?, b: ?'],
  [
    'a member of an enum of which another member is unknown',
    "enum T { A = 'a', B = (globalThis as any).b }",
    'T.A',
    'B: ?, a: ?',
  ],
  ['a member of an enum', "enum T { A = 'a', B = A + 'b' }", 'T.B', 'ab: 1'],
  ['a constant', "const P = 'p'; const TABLE = `${P}-t`;", 'TABLE', 'p-t: 1'],
])('a key that is %s', (_, declarations, key, expected) => {
  const text = `import { DynamoDB } from '@aws-sdk/client-dynamodb';
    ${declarations}
    export const read = () => new DynamoDB({}).batchGetItem({ RequestItems: { [${key}]: 1 } as any });`;
  const items = expected === '?' ? '?' : `{ ${expected} }`;
  expect(show(text)).toBe(`dynamodb method BatchGetItem({ RequestItems: ${items} })`);
});

test.each([
  ["{ [['x', s3.listBuckets({})][0] as any]: 1 }"],
  ['(() => { enum Made { A = s3.listBuckets({}) as any } return Made.A; })()'],
  ['{ [s3.listBuckets({}) as any]() {} }'],
  ['{ get [s3.listBuckets({}) as any]() { return 1; } }'],
  ['{ [({ a: s3.listBuckets({}), b: 1 }).b]: 1 }'],
])('a call in a computed key is found: %s', (object) => {
  const text = `import { S3 } from '@aws-sdk/client-s3'; const s3 = new S3({}); export const made = () => (${object});`;
  expect(show(text)).toContain('ListBuckets');
});
