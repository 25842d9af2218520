// Types that are hard to read, with values that they take and values that they do not. The checker confirms each; a
// reading may refuse, which is then written beside the type.
import type { TypeCase } from './random-types.fixture.js';

export type HardType = {
  readonly name: string;
  /** The module, or all modules. */
  readonly source: string | TypeCase;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** A part of the message when we do not read it. */
  readonly unread?: string;
};

const hard = (
  name: string,
  source: string | TypeCase,
  ...[takes, refuses, unread]: [unknown[], unknown[], string?]
): HardType => ({
  name,
  source,
  takes,
  refuses,
  ...(unread !== undefined && { unread }),
});

export const HARD_TYPES: readonly HardType[] = [
  hard(
    'a property of never may only be absent',
    'type T = { a?: never; b: 1 }',
    [{ b: 1 }],
    [{ a: null, b: 1 }],
  ),
  hard(
    'exclusive choices',
    'type T = { a: string; b?: never } | { b: string; a?: never }',
    [{ a: 'x' }, { b: 'x' }],
    [{ a: 'x', b: 'x' }, {}],
  ),
  hard(
    'an alias that holds undefined',
    "type M = 'x' | undefined; type T = { a?: M; b: M | 'y' }",
    [{ b: 'y' }, { a: 'x', b: 'x' }],
    [{ a: 'y', b: 'x' }],
  ),
  hard(
    'interfaces add up',
    'interface A { a: 1 } interface A { b: 2 } type T = A',
    [{ a: 1, b: 2 }],
    [{ a: 1 }, { b: 2 }],
  ),
  hard(
    'an interface narrows its base',
    'interface A { a: string; b: 1 } interface B extends A { a: "x" } type T = B',
    [{ a: 'x', b: 1 }],
    [{ a: 'y', b: 1 }, { a: 'x' }],
  ),
  hard(
    'two bases',
    'interface A { a: 1 } interface B { b: 2 } interface C extends A, B { c: 3 } type T = C',
    [{ a: 1, b: 2, c: 3 }],
    [{ a: 1, c: 3 }],
  ),
  hard(
    'a base with arguments',
    'interface P<X> { items: X[] } interface C extends P<number> { n: 1 } type T = C',
    [{ items: [1], n: 1 }],
    [{ items: ['x'], n: 1 }],
  ),
  hard(
    'a base that is mapped',
    'interface A { a: 1; b: 2 } interface C extends Omit<A, "a"> { c: 3 } type T = C',
    [{ b: 2, c: 3 }],
    [{ a: 1, c: 3 }],
  ),
  hard(
    'defaults of type parameters use those before',
    'type P<A, B = A[]> = { a: A; b: B }; type T = P<string>',
    [{ a: 'x', b: ['x'] }],
    [{ a: 'x', b: 'x' }],
  ),
  hard(
    'a type parameter hides a declaration',
    'type A = string; type P<A> = { a: A }; type T = P<number>',
    [{ a: 1 }],
    [{ a: 'x' }],
  ),
  hard(
    'a mapped key hides a declaration',
    'type K = string; type T = { [K in "a" | "b"]: K }',
    [{ a: 'a', b: 'b' }],
    [{ a: 'b', b: 'b' }],
  ),
  hard(
    'an own Partial',
    'type Partial<X> = { own: X }; type T = Partial<string>',
    [{ own: 'x' }],
    [{}, 'x'],
  ),
  hard(
    'an own Array',
    'interface Array<X> { only: X } type T = { a: Array<1> }',
    [{ a: { only: 1 } }],
    [{ a: [1] }],
  ),
  hard('an own Text', 'type Text<X> = { text: X }; type T = Text<1>', [{ text: 1 }], ['x']),
  hard(
    'an own Record',
    {
      'case.ts': 'import type { Record } from "./own.js"; export type T = Record;',
      'own.ts': 'export type Record = "x";',
    },
    ['x'],
    [{}],
  ),
  hard('an own Date', 'interface Date { day: number } type T = Date', [{ day: 1 }], ['2020-01-01']),
  hard(
    'recursion through a union',
    'type Json = null | string | number | boolean | Json[] | { [key: string]: Json }; type T = Json',
    [{ a: [1, null, { b: 'x' }] }, 1, null],
    [],
  ),
  hard(
    'recursion through Array',
    'type Deep = string | Array<Deep>; type T = Deep',
    ['x', [['x'], 'y']],
    [[1], 1],
  ),
  hard(
    'recursion of two',
    'interface A { b?: B } interface B { a: A | null } type T = A',
    [{}, { b: { a: null } }, { b: { a: {} } }],
    [{ b: {} }, { b: { a: 1 } }],
  ),
  hard(
    'recursion with arguments',
    'type L<X> = { value: X; next: L<X> | null }; type T = L<number>',
    [{ value: 1, next: { value: 2, next: null } }],
    [{ value: 1, next: { value: 'x', next: null } }],
  ),
  hard(
    'an alias within a generic interface',
    'interface P<X> { x: X } type A = null | P<A>; type T = A',
    [null, { x: null }, { x: { x: null } }],
    [{ x: 1 }],
  ),
  hard(
    'a type that grows',
    'interface G<X> { next?: G<X[]>; x: X } type T = G<1>',
    [{ x: 1, next: { x: [1] } }],
    [{ x: [1] }],
    'nested too deeply',
  ),
  hard(
    'deep partial',
    'interface A { a: { b: { c: number } }; l: { d: 1 }[] } type D<X> = { [K in keyof X]?: D<X[K]> }; type T = D<A>',
    [{}, { a: {} }, { a: { b: {} }, l: [{}] }],
    [{ a: { b: { c: 'x' } } }, { l: {} }],
  ),
  hard(
    'removed modifiers',
    'type A = { a?: string; readonly b?: 1 }; type T = { -readonly [K in keyof A]-?: A[K] }',
    [{ a: 'x', b: 1 }],
    [{ a: 'x' }, {}],
  ),
  hard(
    'an explicit undefined behind Required',
    'type T = Required<{ a?: string | undefined }>',
    [{ a: 'x' }],
    [],
    'exactOptionalPropertyTypes',
  ),
  hard(
    'names from names',
    'type A = { a: 1; b: 2 }; type T = { [K in keyof A as `get_${K}`]: A[K] }',
    [{ get_a: 1, get_b: 2 }],
    [{ a: 1, b: 2 }],
  ),
  hard(
    'capital names',
    'type A = { name: 1 }; type T = { [K in keyof A as `get${Capitalize<K>}`]: A[K] }',
    [{ getName: 1 }],
    [{ getname: 1 }],
  ),
  hard(
    'filtered names',
    'type A = { a: 1; b: string; c: 2 }; type T = { [K in keyof A as A[K] extends number ? K : never]: A[K] }',
    [{ a: 1, c: 2 }],
    [{ a: 1 }, { b: 'x' }],
  ),
  hard(
    'names without functions',
    'interface A { a: 1; save(): void; b: () => string } type K<X> = { [P in keyof X]: X[P] extends Function ? never : P }[keyof X]; type T = Pick<A, K<A>>',
    [{ a: 1 }],
    [{}],
  ),
  hard(
    'names without any function',
    'interface A { a: 1; f: (x: number) => void } type K<X> = { [P in keyof X]: X[P] extends (...args: any[]) => any ? never : P }[keyof X]; type T = Pick<A, K<A>>',
    [{ a: 1 }],
    [{}],
  ),
  hard(
    'an omitted function',
    'interface A { a: 1; save(): void; at: Date } type T = Omit<A, "save" | "at">',
    [{ a: 1 }],
    [{}],
  ),
  hard(
    'optional names of a Pick',
    'type P<X, K extends keyof X> = { [Q in K]: X[Q] }; type T = P<{ a?: 1; b: 2 }, "a" | "b">',
    [{ b: 2 }, { a: 1, b: 2 }],
    [{ a: 1 }],
  ),
  hard(
    'Omit of a union keeps what is common',
    'type T = Omit<{ k: "a"; x: 1 } | { k: "b"; y: 2 }, never>',
    [{ k: 'a' }, { k: 'b' }],
    [{ k: 'c' }, {}],
  ),
  hard(
    'a distributed Omit',
    'type O<X, K extends PropertyKey> = X extends unknown ? Omit<X, K> : never; type T = O<{ k: "a"; x: 1; z: 0 } | { k: "b"; y: 2; z: 0 }, "z">',
    [
      { k: 'a', x: 1 },
      { k: 'b', y: 2 },
    ],
    [{ k: 'a' }],
  ),
  hard(
    'a condition that is distributed',
    'type C<X> = X extends string ? { text: X } : { other: X }; type T = C<"a" | 1>',
    [{ text: 'a' }, { other: 1 }],
    [{ text: 1 }],
  ),
  hard(
    'a condition that is not',
    'type C<X> = [X] extends [string] ? { text: X } : { other: X }; type T = C<"a" | 1>',
    [{ other: 'a' }, { other: 1 }],
    [{ text: 'a' }],
  ),
  hard(
    'a condition on never',
    'type C<X> = X extends string ? 1 : 2; type T = { a?: C<never>; b: [never] extends [never] ? 3 : 4 }',
    [{ b: 3 }],
    [{ a: 1, b: 3 }, { b: 4 }],
  ),
  hard(
    'a condition on any',
    'type C<X> = X extends string ? "s" : "n"; type T = C<any>',
    ['s', 'n'],
    ['x'],
  ),
  hard(
    'a condition on boolean',
    'type C<X> = X extends true ? "yes" : "no"; type T = C<boolean>',
    ['yes', 'no'],
    [true],
  ),
  hard(
    'inferred parts',
    "type I<X> = X extends { items: (infer U)[] } ? U : never; type T = I<{ items: ('a' | 1)[] }>",
    ['a', 1],
    ['b'],
  ),
  hard(
    'inferred head and rest',
    'type R<X> = X extends [infer H, ...infer R] ? { head: H; rest: R } : null; type T = R<[1, "b", true]>',
    [{ head: 1, rest: ['b', true] }],
    [{ head: 1, rest: [] }],
  ),
  hard(
    'inferred last',
    'type L<X> = X extends [...unknown[], infer Z] ? Z : never; type T = L<[1, 2, "z"]>',
    ['z'],
    [1],
    'such rests of a list',
  ),
  hard(
    'inferred parts of texts',
    'type S<X extends string> = X extends `${infer A}/${infer B}` ? A | S<B> : X; type T = S<"a/b/c">',
    ['a', 'b', 'c'],
    ['b/c', 'a/b/c'],
  ),
  hard(
    'names in a path',
    'type P<X extends string> = X extends `${string}{${infer N}}${infer R}` ? { [K in N]: string } & P<R> : { end: 1 }; type T = P<"/a/{x}/b/{y}">',
    [{ x: '1', y: '2', end: 1 }],
    [{ x: '1', end: 1 }],
  ),
  hard(
    'inferred with a limit',
    'type I<X> = X extends { a: infer U extends string } ? U : "no"; type T = [I<{ a: "x" }>, I<{ a: 1 }>]',
    [['x', 'no']],
    [
      ['no', 'no'],
      ['x', 1],
    ],
  ),
  hard(
    'a weak type in a condition',
    'type T = [{ b: string } extends { a?: string } ? 1 : 2]',
    [[2]],
    [[1]],
  ),
  hard(
    'an interface has no implicit index',
    'interface A { a: 1 } type B = { a: 1 }; type T = [A extends Record<string, 1> ? 1 : 2, B extends Record<string, 1> ? 1 : 2]',
    [[2, 1]],
    [
      [1, 1],
      [1, 2],
      [2, 2],
    ],
  ),
  hard(
    'an index signature with named properties',
    'interface A { [name: string]: string | number; n: number } type T = A',
    [{ n: 1, x: 'y' }],
    [{ n: 'x' }, { n: 1, x: true }],
  ),
  hard(
    'an index signature that is crossed',
    'type T = { a: string } & { [name: string]: "x" | "y" }',
    [{ a: 'x' }],
    [{ a: 'z' }, { a: 'x', b: 'z' }],
  ),
  hard(
    'an index signature of a pattern',
    'type T = { [name: `x-${string}`]: number; id: string }',
    [{ id: 'a' }, { id: 'a', 'x-1': 1, other: true }],
    [{ id: 'a', 'x-1': 'b' }],
  ),
  hard(
    'an index signature of numbers',
    'type T = { [name: number]: string }',
    [{ 1: 'a' }],
    [],
    'names in JSON are texts',
  ),
  hard(
    'a record with a union of names',
    "type T = Record<'a' | 'b', 1>",
    [{ a: 1, b: 1 }],
    [{ a: 1 }],
  ),
  hard(
    'intersections of unions',
    "type T = ({ k: 'a' } | { k: 'b' }) & ({ x: 1 } | { y: 2 })",
    [
      { k: 'a', x: 1 },
      { k: 'b', y: 2 },
    ],
    [{ k: 'a' }, { x: 1 }],
  ),
  hard(
    'an intersection that nothing is',
    "type T = ({ k: 'a' } & { k: 'b' }) | { k: 'c' }",
    [{ k: 'c' }],
    [{ k: 'a' }],
  ),
  hard(
    'keys of an intersection that nothing is',
    "type T = keyof ({ k: 'a'; x: 1 } & { k: 'b' }) extends string ? 1 : 2",
    [],
    [],
    'keys are not known texts',
  ),
  hard(
    'null taken away',
    'type T = { a: NonNullable<string | null | undefined> }',
    [{ a: 'x' }],
    [{ a: null }, {}],
  ),
  hard('texts with suggestions', "type T = 'a' | 'b' | (string & {})", ['a', 'zzz'], [1]),
  hard(
    'a branded text',
    "type Id = string & { readonly brand: 'Id' }; type T = { id: Id }",
    [],
    [{ id: 'x' }],
    'brand',
  ),
  hard('a template of a union', "type T = `${'a' | 'b'}-${1 | 2}`", ['a-1', 'b-2'], ['a-3', 'a']),
  hard('a template of any text', 'type T = `id_${string}`', ['id_', 'id_x'], ['x', 'xid_']),
  hard(
    'a template of a number',
    'type T = `${number}px`',
    ['1px', '-1.5px', '0x1Fpx', ' 1px'],
    ['px', 'xpx', '1'],
  ),
  hard(
    'a template with special signs',
    'type T = `a.b*(${string})`',
    ['a.b*(x)'],
    ['aXb*(x)', 'a.b(x)'],
  ),
  hard(
    'a template with a number beside others',
    'type T = `${number}-${string}`',
    ['1-x'],
    ['x-1'],
    'ends beside other parts',
  ),
  hard(
    'tuples',
    'type T = [a: string, b?: number, ...c: boolean[]]',
    [['x'], ['x', 1], ['x', 1, true]],
    [[], ['x', true], ['x', 1, 1]],
  ),
  hard(
    'a tuple in a tuple',
    "type H = ['a', 1]; type T = [...H, true]",
    [['a', 1, true]],
    [
      ['a', 1],
      ['a', true],
    ],
  ),
  hard(
    'a rest in the middle',
    'type T = [string, ...number[], boolean]',
    [['x', true]],
    [['x']],
    'such rests of a list',
  ),
  hard(
    'mapped tuples',
    'type M<X> = { [K in keyof X]: X[K] | null }; type T = M<[string, number?]>',
    [['x'], [null, null], ['x', 1]],
    [[1], []],
  ),
  hard(
    'read-only lists',
    'type T = { a: readonly string[]; b: ReadonlyArray<1> }',
    [{ a: ['x'], b: [1] }],
    [{ a: [1], b: [1] }],
  ),
  hard('numeric enums', 'enum E { A, B = 5, C } type T = E', [0, 5, 6], [1, 7]),
  hard('one member of an enum', 'enum E { A, B } type T = { a: E.B }', [{ a: 1 }], [{ a: 0 }]),
  hard('shifted enums', 'enum E { A = 1 << 0, B = 1 << 3, C = A | B } type T = E', [1, 8, 9], [2]),
  hard('computed enums', 'enum E { A = "abc".length } type T = E', [3], [], 'computed'),
  hard(
    'constants',
    "const x = { a: 'x', n: [1, -2], b: true, z: null } as const; type T = typeof x",
    [{ a: 'x', n: [1, -2], b: true, z: null }],
    [{ a: 'y', n: [1, -2], b: true, z: null }],
  ),
  hard(
    'the items of a constant',
    "const all = ['a', 'b'] as const; type T = (typeof all)[number]",
    ['a', 'b'],
    ['c'],
  ),
  hard(
    'the values of a constant',
    'const codes = { a: 1, b: 2 } as const; type T = (typeof codes)[keyof typeof codes]',
    [1, 2],
    [3],
  ),
  hard(
    'the names of a constant of another module',
    {
      'case.ts': "import { codes } from './codes.js'; export type T = keyof typeof codes;",
      'codes.ts': 'export const codes = { a: 1, b: 2 } as const satisfies Record<string, number>;',
    },
    ['a', 'b'],
    ['c'],
  ),
  hard(
    'a constant that may change',
    'const x = { a: 1 }; type T = typeof x',
    [{ a: 1 }, { a: 2 }],
    [],
    'as const',
  ),
  hard('a constant of one literal', "const x = 'a'; type T = typeof x", ['a'], ['b']),
  hard('a variable of one literal', "let x = 'a'; type T = typeof x", ['a', 'b'], [], 'as const'),
  hard(
    'an annotated constant',
    "const x: { a: string } = { a: 'x' } as const; type T = typeof x",
    [{ a: 'y' }],
    [],
    'as const',
  ),
  hard('a class', 'class A { a = 1 } type T = A', [{ a: 1 }], [], 'object of a class'),
  hard(
    'a class and an interface',
    'interface A { b: 1 } class A { a = 1 } type T = A',
    [{ a: 1, b: 1 }],
    [],
    'object of a class',
  ),
  hard(
    'a declared class and an interface',
    'interface A { b: 1 } declare class A { a: 1 } type T = A',
    [{ a: 1, b: 1 }],
    [{ b: 1 }],
    'object of a class',
  ),
  hard('a namespace', 'namespace N { export type A = 1 } type T = N.A', [1], [], 'no declaration'),
  hard('this', 'interface A { a: 1; next?: this } type T = A', [{ a: 1 }], [], '`this`'),
  hard('everything but nothing', 'type T = {}', [1, 'x', {}], [null], 'every value but'),
  hard('an object of any kind', 'type T = object', [{}, []], [1], 'lists and functions'),
  hard(
    'imports of types',
    {
      'case.ts': "export type T = import('./a.js').A<number>;",
      'a.ts': 'export interface A<X> { x: X }',
    },
    [{ x: 1 }],
    [{ x: 'y' }],
  ),
  hard(
    'defaults and renamed exports',
    {
      'case.ts': "import D, { type R as Q } from './a.js'; export type T = D | Q;",
      'a.ts': "export default interface A { a: 1 } type B = 'b'; export { type B as R };",
    },
    [{ a: 1 }, 'b'],
    ['a'],
  ),
  hard(
    'an export of a name',
    {
      'case.ts': "import D from './a.js'; export type T = D;",
      'a.ts': 'interface A { a: 1 } export default A;',
    },
    [{ a: 1 }],
    [{}],
  ),
  hard(
    'exports in a circle',
    {
      'case.ts': "import type { A } from './a.js'; export type T = A;",
      'a.ts': "export * from './b.js';",
      'b.ts': "export * from './a.js'; export type A = 'x';",
    },
    ['x'],
    ['y'],
  ),
  hard(
    'a namespace of a namespace',
    {
      'case.ts': "import * as all from './a.js'; export type T = all.b.A;",
      'a.ts': "export * as b from './b.js';",
      'b.ts': "export type A = 'x';",
    },
    ['x'],
    ['y'],
  ),
  hard(
    'a value and a type of one name',
    {
      'case.ts': "import { City } from './a.js'; export type T = City;",
      'a.ts': 'export const City = 1; export interface City { a: 1 }',
    },
    [{ a: 1 }],
    [1],
  ),
  hard(
    'members that another module adds',
    {
      'case.ts':
        "import type { A } from './a.js'; declare module './a.js' { interface A { b: 2 } } export type T = A;",
      'a.ts': 'export interface A { a: 1 }',
    },
    [{ a: 1, b: 2 }],
    [{ a: 1 }],
    'adds members',
  ),
];
