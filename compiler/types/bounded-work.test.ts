// Types that would take unlimited time or memory: each is rejected, with a location, within a limited number of steps.
import { expect, test } from 'vitest';
import { typeOf } from './read-types.fixture.js';

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');

const LARGE: readonly (readonly [string, string])[] = [
  ['a product of texts', 'type D = 0|1|2|3|4|5|6|7|8|9; type T = `${D}${D}${D}${D}${D}${D}`'],
  [
    'an intersection of many unions',
    `${times(12, (n) => `type U${String(n)} = { a${String(n)}: 1 } | { b${String(n)}: 2 };`)} type T = U0${times(11, (n) => ` & U${String(n + 1)}`)}`,
  ],
  [
    'a tuple that is counted up',
    "type B<N extends unknown[]> = N['length'] extends 999 ? N : B<[...N, 1]>; type T = B<[]>",
  ],
  ['a type that grows in itself', 'type B<N> = { x: B<[N, N]> }; type T = B<1>'],
  ['an alias of itself', 'type A = B; type B = A; type T = A'],
  ['an alias that grows', 'type A<X> = A<X[]>; type T = A<1>'],
  ['a condition without an end', 'type F<X> = X extends string ? F<[X]> : F<`a`>; type T = F<"x">'],
  ['an interface that extends itself', 'interface A extends A { a: 1 } type T = A'],
  [
    'two that extend each other',
    'interface A extends B { a: 1 } interface B extends A { b: 1 } type T = A',
  ],
  [
    'recursive interfaces whose properties contradict their index signatures',
    "interface Base { z: string } interface I0 extends Base { a: { q: string; a?: I0; 1?: I1; [k: string]: I0 } | I0; b?: { q: string; 1?: I0; [k: string]: boolean } } interface I1 extends Base { a: Pick<I0, 'a'>; b?: string } type T = I0",
  ],
  ['a deep object', `type T = ${'{ a: '.repeat(400)}1${' }'.repeat(400)}`],
  ['a deep list', `type T = string${'[]'.repeat(500)}`],
  [
    'permutations',
    "type P<U, V = U> = [U] extends [never] ? [] : V extends V ? [V, ...P<Exclude<U, V>>] : never; type T = P<'a'|'b'|'c'|'d'|'e'|'f'|'g'|'h'>",
  ],
  [
    'a long text taken apart',
    `type S<X extends string> = X extends \`\${infer A}\${infer B}\` ? A | S<B> : never; type T = S<'${'abcdefghij'.repeat(60)}'>`,
  ],
];

const KEYS = 600;
const WIDE = `interface X { ${times(KEYS, (n) => `p${String(n)}: string; `)} }`;
const WIDE_OF_K = `interface G<K> { ${times(KEYS, (n) => `p${String(n)}: K; `)} }`;
const DOUBLED = times(24, (n) => `type A${String(n + 1)} = [...A${String(n)}, ...A${String(n)}];`);

const MANY_MEMBERS: readonly (readonly [string, string])[] = [
  ['a mapped type', '(K extends 0 ? 0 : { [L in keyof X]?: X[K] })["p1"]'],
  ['Omit', "Omit<X, K> extends string ? 'a' : 'b'"],
  ['an interface with an argument', "G<K>['p1']"],
  ['an object type', `{ ${times(KEYS, (n) => `p${String(n)}: K; `)} }['p1']`],
  ['an intersection', "(X & { q: K })['q']"],
];

test.each(MANY_MEMBERS)('the members that %s makes for each key are steps', (_name, member) => {
  const { problems } = typeOf(`${WIDE} ${WIDE_OF_K} type T = { [K in keyof X]: ${member} }`);
  expect(problems.map(({ code, message }) => [code, message])).toContainEqual([
    'FW3001',
    expect.stringContaining('it takes too many steps to evaluate'),
  ]);
});

test('the items of a tuple that is spread are steps', () => {
  const { problems } = typeOf(`type A0 = [1]; ${DOUBLED} type T = A24`);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('it takes too many steps to evaluate'),
  ]);
});

test('of a mapped type, only the member that is named is made', () => {
  const one = "{ [L in keyof X]?: X[K] }['p1']";
  const { problems, type } = typeOf(`${WIDE} type T = { [K in keyof X]: ${one} }`);
  expect(problems).toEqual([]);
  expect(type.kind === 'object' && type.properties.length).toBe(KEYS);
});

test.each(LARGE)('%s', (_name, source) => {
  const { problems } = typeOf(source);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.map(({ code }) => code)).toContain('FW3001');
});

test('the patterns of template types begin where the text does, and each part ends in one place', () => {
  const patternOf = (source: string): unknown => {
    const { type } = typeOf(`type T = ${source}`);
    return type.kind === 'text' ? type.rules?.patterns : type;
  };
  expect(patternOf('`${string}-${string}-${string}`')).toEqual(['^[^-]*-[^-]*-']);
  expect(patternOf('`a${string}bc${string}d`')).toEqual(['^a(?:(?!bc)[\\s\\S])*bc[\\s\\S]*d$']);
  expect(patternOf('`${string}-${string}`')).toEqual(['-']);
});

test('a graph of declarations is as deep as each of them', () => {
  const length = 500;
  const node = (n: number): string =>
    `interface I${String(n)} { next?: I${String((n + 1) % length)}; jump?: I${String((n * 7) % length)}[] }`;
  const { problems, definitions } = typeOf(`${times(length, node)} type T = I1`);
  expect(problems).toEqual([]);
  expect(definitions.size).toBe(length);
});

test.each(['answer', 'input'] as const)(
  'a type without a name that contains itself, as %s',
  (use) => {
    const members = times(200, (n) => `m${String(n)}?: Partial<R>; `);
    const { problems, definitions } = typeOf(`interface R { ${members} } type T = R`, use);
    expect(problems).toEqual([]);
    expect([...definitions.values()].map(({ name }) => name)).toEqual(['RPart', 'R']);
  },
);

test('types that share their parts take few steps', () => {
  const depth = 25;
  const shared = `type D<X> = { a: X; b: X }; type T = ${'D<'.repeat(depth)}1${'>'.repeat(depth)};`;
  const { problems, definitions } = typeOf(shared);
  expect(problems).toEqual([]);
  expect(definitions.size).toBe(depth);
});
