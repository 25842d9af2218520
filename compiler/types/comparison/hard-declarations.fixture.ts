// Types that are difficult because of where and how they are declared: namespaces, cycles, functions, property names, long
// chains.
import { hard, type HardType } from './hard-type.fixture.js';

const chain = (length: number): string =>
  Array.from(
    { length },
    (_, n) => `interface I${String(n)} { next?: I${String(n + 1)}; n: ${String(n)} }`,
  ).join(' ');

export const HARD_DECLARATIONS: readonly HardType[] = [
  hard(
    'namespaces of one name are one',
    'namespace N { export interface A { b: B } } namespace N { export interface B { c: 1 } } type T = N.A',
    [{ b: { c: 1 } }],
    [{ b: { c: 2 } }, {}],
  ),
  hard(
    'a name means the nearest declaration',
    'interface B { c: 2 } namespace N { export interface B { c: 1 } export namespace M { export interface A { b: B } } } namespace O { export interface A { b: B } } type T = { n: N.M.A; o: O.A }',
    [{ n: { b: { c: 1 } }, o: { b: { c: 2 } } }],
    [{ n: { b: { c: 2 } }, o: { b: { c: 2 } } }],
  ),
  hard(
    'types of one name in two namespaces',
    'namespace N.M { export interface P { a: 1 } } namespace N.O { export interface P { a: 2 } } type T = { m: N.M.P; o: N.O.P }',
    [{ m: { a: 1 }, o: { a: 2 } }],
    [{ m: { a: 2 }, o: { a: 2 } }],
  ),
  hard(
    'a type and a namespace of one name',
    "namespace Message { export interface Text { text: string } export interface Photo { photo: string } } type Message = Message.Text | Message.Photo; type T = Message & { id: 'x' }",
    [{ text: 'a', id: 'x' }],
    [{ id: 'x' }, { text: 1, id: 'x' }],
  ),
  hard(
    'another name for a part of a namespace',
    'namespace N { export namespace M { export interface A { a: 1 } } } namespace O { export import P = N.M; export import Q = N.M.A } type T = { p: O.P.A; q: O.Q }',
    [{ p: { a: 1 }, q: { a: 1 } }],
    [{ p: { a: 1 }, q: { a: 2 } }],
  ),
  hard(
    'enums of a namespace',
    "namespace N { export enum E { A = 'a', B = 'b' } export interface P { e: `${E.A}`; f: `${E}` } } type T = N.P & { g: `${N.E.B}` }",
    [{ e: 'a', f: 'b', g: 'b' }],
    [{ e: 'b', f: 'b', g: 'b' }],
  ),
  hard(
    'namespaces through imports',
    {
      'app.ts':
        "import { N as M } from './n.js'; import type * as all from './all.js'; import O from './equals.js'; export type T = { a: M.A; b: all.N.A; c: import('./n.js').N.A; d: O.A; e: all.inner.N.A }",
      'n.ts': 'export namespace N { export interface A { a: 1 } }',
      'all.ts': "export * from './n.js'; export type * as inner from './n.js';",
      'equals.d.ts': 'declare namespace O { interface A { a: 2 } } export default O;',
    },
    [{ a: { a: 1 }, b: { a: 1 }, c: { a: 1 }, d: { a: 2 }, e: { a: 1 } }],
    [{ a: { a: 1 }, b: { a: 1 }, c: { a: 1 }, d: { a: 1 }, e: { a: 1 } }],
  ),
  hard(
    'a namespace to which another file adds',
    {
      'app.ts': "import type { N } from './n.js'; import './more.js'; export type T = N.A",
      'n.ts': 'export declare namespace N { interface A { a: 1 } }',
      'more.ts': "export {}; declare module './n.js' { namespace N { interface A { b: 2 } } }",
    },
    [{ a: 1, b: 2 }],
    [{ a: 1 }],
    'adds members',
  ),
  hard(
    'declarations in a folder',
    {
      'app.ts': "import type { A } from './types/index.js'; export type T = A",
      'types/index.d.ts': "export * from './parts/index.js';",
      'types/parts/index.d.ts': 'export interface A { a: 1 }',
    },
    [{ a: 1 }],
    [{ a: 2 }],
  ),
  hard(
    'an interface that is the argument of its base',
    'interface Node<X> { value: string; children: X[] } interface Tree extends Node<Tree> { root?: true } type T = Tree',
    [{ value: 'x', children: [{ value: 'y', children: [] }] }],
    [{ value: 'x', children: [{ value: 'y' }] }],
  ),
  hard(
    'a generic interface that is the argument of its base',
    'interface Node<X> { next?: X } interface Tree<Y> extends Node<Tree<Y>> { value: Y } type T = Tree<1>',
    [{ value: 1, next: { value: 1 } }],
    [{ value: 1, next: { value: 2 } }],
  ),
  hard(
    'a union that is the default of its member',
    "type Item = { type: 'point' } | Group; interface Group<X extends Item = Item> { type: 'group'; items: X[] } type T = Item",
    [{ type: 'group', items: [{ type: 'point' }, { type: 'group', items: [] }] }],
    [{ type: 'group', items: [{ type: 'group' }] }],
  ),
  hard(
    'the same circle from its other end',
    "type Item = { type: 'point' } | Group; interface Group<X extends Item = Item> { type: 'group'; items: X[] } type T = Group",
    [{ type: 'group', items: [{ type: 'point' }, { type: 'group', items: [] }] }],
    [{ type: 'point' }, { type: 'group', items: [{ type: 'group' }] }],
  ),
  hard(
    'a base that looks into what is being declared',
    'interface A extends Pick<B, "a"> { c: 1 } interface B { a: A[]; b: 2 } type T = A',
    [{ a: [], c: 1 }],
    [{ a: [{}], c: 1 }],
  ),
  hard(
    'keys of a numeric enum',
    'enum Level { Low, High = 5 } type T = { k: keyof typeof Level; r: Record<keyof typeof Level, 1> }',
    [{ k: 'Low', r: { Low: 1, High: 1 } }],
    [
      { k: '5', r: { Low: 1, High: 1 } },
      { k: 'High', r: { Low: 1 } },
    ],
  ),
  hard(
    'a mapped type over the object of a numeric enum',
    'enum Level { Low, High } type T = { [K in keyof typeof Level]: string }',
    [{ Low: 'a', High: 'b' }],
    [{ Low: 'a' }],
    'keys are not known strings',
  ),
  hard(
    'lists of an intersection',
    'type L = { a: 1 }; type T = { l?: L[] } & { l: L[] } & { l: readonly { b: 2 }[] }',
    [{ l: [{ a: 1, b: 2 }] }, { l: [] }],
    [{}, { l: [{ a: 1 }] }],
  ),
  hard('lists of which no item is both', 'type T = string[] & number[]', [[]], [['a'], [1]]),
  hard(
    'names of properties that are members of an enum or constants',
    "enum Colour { Red = 'red', Blue = 'blue' } const NAME = 'name'; const NAMES = { of: 'other', 7: 'x' } as const; type T = { [Colour.Red]: 1; [NAME]?: 2; [NAMES.of]: 3; ['plain']: 4 }",
    [{ red: 1, other: 3, plain: 4 }],
    [
      { red: 1, other: 3 },
      { red: 1, other: 3, plain: 4, name: 3 },
    ],
  ),
  hard(
    'keys that are members of an enum',
    "enum Colour { Red = 'red' } type O = { [Colour.Red]: 1 }; type T = keyof O extends Colour ? 1 : 2",
    [1],
    [2],
  ),
  hard(
    'texts are no members of an enum',
    "enum Colour { Red = 'red' } type O = { [Colour.Red]: 1 }; type T = 'red' extends keyof O ? 1 : 2",
    [2],
    [1],
    'cannot be determined',
  ),
  hard(
    'what functions return',
    "async function load(): Promise<{ a: 1 }> { return { a: 1 } } const make = (): 'x' => 'x'; type F = (n: number) => string; interface S { run(): { b: 2 }; f: () => null } type T = [Awaited<ReturnType<typeof load>>, ReturnType<typeof make>, ReturnType<F>, ReturnType<S['run']>, ReturnType<S['f']>]",
    [[{ a: 1 }, 'x', 'any', { b: 2 }, null]],
    [[{ a: 2 }, 'x', 'any', { b: 2 }, null]],
  ),
  hard(
    'functions in generic types',
    'type R<F extends () => unknown> = { r: ReturnType<F> }; type T = [R<() => 1>, R<() => 2>]',
    [[{ r: 1 }, { r: 2 }]],
    [[{ r: 1 }, { r: 1 }]],
  ),
  hard(
    'what a generic function returns',
    'function same<X>(x: X): X { return x } type T = ReturnType<typeof same>',
    [],
    [],
    'depends on its arguments',
  ),
  hard(
    'what an overloaded function returns',
    'function f(a: 1): 1; function f(a: 2): 2; function f(a: 1 | 2): 1 | 2 { return a } type T = ReturnType<typeof f>',
    [2],
    [1],
    'is not declared',
  ),
  hard(
    'what functions take',
    "function load(id: string, { a }: { a: 1 }, rest?: 2): void {} const make = (a: 'x' = 'x', b: 1): void => {}; interface S { run(this: S, ...all: [x: 1, y?: 2]): void; f?: (...all: 3[]) => void } type T = [Parameters<typeof load>, Parameters<typeof make>, Parameters<S['run']>, Parameters<NonNullable<S['f']>>, Parameters<typeof load>[1], Parameters<(a: 1, b: void) => void>]",
    [
      [['a', { a: 1 }], ['x', 1], [1], [], { a: 1 }, [1]],
      [['a', { a: 1 }, 2], ['x', 1], [1, 2], [3, 3], { a: 1 }, [1]],
    ],
    [
      [['a'], ['x', 1], [1], [], { a: 1 }, [1]],
      [['a', { a: 1 }, 3], ['x', 1], [1], [], { a: 1 }, [1]],
      [['a', { a: 1 }], ['x'], [1], [], { a: 1 }, [1]],
      [['a', { a: 1 }], ['x', 1], [], [], { a: 1 }, [1]],
      [['a', { a: 1 }], ['x', 1], [1], [4], { a: 1 }, [1]],
      [['a', { a: 1 }], ['x', 1], [1], [], { a: 2 }, [1]],
      [['a', { a: 1 }], ['x', 1], [1], [], { a: 1 }, []],
    ],
  ),
  hard(
    'what functions of several types, any function and `any` take',
    'type P<F extends (...args: any) => unknown> = Parameters<F>; type T = { a: P<((a: 1) => 1) | ((a: 2, b: 3) => 2)>; b: P<any>; c: P<(...args: any[]) => any> }',
    [
      { a: [1], b: [1, 'x'], c: [] },
      { a: [2, 3], b: [], c: [1, 'x'] },
    ],
    [
      { a: [2], b: [], c: [] },
      { a: [1], b: 1, c: [] },
      { a: [1], b: [], c: 1 },
    ],
  ),
  hard(
    'what an overloaded function takes',
    'function f(a: 1): 1; function f(a: 2): 2; function f(a: 1 | 2): 1 | 2 { return a } type T = Parameters<typeof f>',
    [[2]],
    [[1]],
    'is not declared',
  ),
  hard(
    'what a generic function takes',
    'function same<X>(x: X): X { return x } type T = Parameters<typeof same>',
    [[2]],
    [],
    'depends on its arguments',
  ),
  hard(
    'interfaces without members',
    'interface X {} interface Y extends X {} type E = {}; type T = { x: X; y?: Y | null; z?: E & (string | null); n?: NonNullable<unknown> }',
    [
      { x: 1, y: null, z: 'a' },
      { x: 'a', y: [null], n: [] },
      { x: { a: 1 }, n: false },
    ],
    [{}, { x: null }, { x: 1, z: null }, { x: 1, z: 1 }, { x: 1, n: null }],
  ),
  hard(
    'declared constants',
    {
      'app.ts':
        "import { $Enums, Role, Level, level as other } from './client.js'; declare const own: { own: 1 }; export type T = { a: Role; b: $Enums.Role; c: typeof Role.USER; d: Level; e: typeof other; f: typeof own; g: keyof typeof $Enums.Kind }",
      'client.d.ts':
        "export namespace $Enums { export const Role: { USER: 'USER'; ADMIN: 'ADMIN' }; export type Role = (typeof Role)[keyof typeof Role]; enum Kind { A = 'a' } } export type Role = $Enums.Role; export declare const Role: typeof $Enums.Role; export declare const level: { low: 1; high: 2 }; export type Level = (typeof level)[keyof typeof level];",
    },
    [{ a: 'USER', b: 'ADMIN', c: 'USER', d: 1, e: { low: 1, high: 2 }, f: { own: 1 }, g: 'A' }],
    [
      { a: 'OTHER', b: 'ADMIN', c: 'USER', d: 1, e: { low: 1, high: 2 }, f: { own: 1 }, g: 'A' },
      { a: 'USER', b: 'ADMIN', c: 'ADMIN', d: 1, e: { low: 1, high: 2 }, f: { own: 1 }, g: 'A' },
      { a: 'USER', b: 'ADMIN', c: 'USER', d: 3, e: { low: 1, high: 2 }, f: { own: 1 }, g: 'A' },
      { a: 'USER', b: 'ADMIN', c: 'USER', d: 1, e: { low: 2, high: 2 }, f: { own: 1 }, g: 'A' },
      { a: 'USER', b: 'ADMIN', c: 'USER', d: 1, e: { low: 1, high: 2 }, f: { own: 2 }, g: 'A' },
      { a: 'USER', b: 'ADMIN', c: 'USER', d: 1, e: { low: 1, high: 2 }, f: { own: 1 }, g: 'a' },
    ],
  ),
  hard(
    'a namespace that exports what is around it',
    {
      'app.ts':
        "import type { Outer } from './events.js'; export type T = { a: Outer.Events.A; b: Outer.Events.C }",
      'events.d.ts':
        "import * as inner from './inner.js'; export declare namespace Outer { export import Events = inner.Events; }",
      'inner.d.ts':
        'interface A { a: 1 } interface B { b: 1 } export declare namespace Events { export { A, B as C }; }',
    },
    [{ a: { a: 1 }, b: { b: 1 } }],
    [
      { a: { a: 2 }, b: { b: 1 } },
      { a: { a: 1 }, b: { b: 2 } },
    ],
  ),
  hard(
    'texts between fixed ones',
    'type T = [`v${number}`, `${number}px`, `${string}-${string}-${string}`, `a${string}bc${string}d`]',
    [
      ['v1.5', '3px', 'a-b-c', 'abcxbcd'],
      ['v.5', '1e3px', '--', 'abcd'],
    ],
    [
      ['v', '3px', '--', 'abcd'],
      ['v1', 'px', '--', 'abcd'],
      ['v1', '3px', '-', 'abcd'],
      ['v1', '3px', '--', 'abd'],
      ['v1', '3px', '--', 'abcde'],
    ],
  ),
  hard(
    'interfaces that extend lists',
    'interface L extends Array<L | 1> {} interface R extends ReadonlyArray<{ a: R }> {} interface P extends Array<[1, 2]> {} interface Q<X> extends Array<X> {} type T = { l: L; r: R; p: P; i: P[number][1]; c: L extends readonly unknown[] ? "list" : "none"; d: (1 | L)[] extends L ? "yes" : "no"; q?: Q<Q<string>> }',
    [
      { l: [], r: [], p: [], i: 2, c: 'list', d: 'yes' },
      {
        l: [1, [1, []]],
        r: [{ a: [{ a: [] }] }],
        p: [[1, 2]],
        i: 2,
        c: 'list',
        d: 'yes',
        k: 2,
        q: [['a']],
      },
    ],
    [
      { l: [2], r: [], p: [], i: 2, c: 'list', d: 'yes' },
      { l: {}, r: [], p: [], i: 2, c: 'list', d: 'yes' },
      { l: [[[2]]], r: [], p: [], i: 2, c: 'list', d: 'yes' },
      { l: [], r: [{ a: [{}] }], p: [], i: 2, c: 'list', d: 'yes' },
      { l: [], r: [], p: [[1]], i: 2, c: 'list', d: 'yes' },
      { l: [], r: [], p: [], i: 2, c: 'list', d: 'yes', q: ['a'] },
    ],
  ),
  hard(
    'constants of a file of declarations',
    {
      'app.ts':
        "import { Role, $Enums } from './client.js'; export type T = { role: Role; state: $Enums.State }",
      'client.d.ts':
        "export const Role: { readonly ADMIN: 'ADMIN'; readonly USER: 'USER' };\nexport type Role = (typeof Role)[keyof typeof Role];\nexport namespace $Enums {\n  export const State: { ON: 'ON'; OFF: 'OFF' };\n  export type State = (typeof State)[keyof typeof State];\n}\nexport declare const other: 1;\n",
    },
    [{ role: 'ADMIN', state: 'OFF' }],
    [
      { role: 'ON', state: 'OFF' },
      { role: 'USER', state: 'ADMIN' },
    ],
  ),
  hard(
    'types without names that contain themselves',
    'interface R { k: 1; m?: Partial<R>; n?: R & { x: 1 } } type L = { a?: Partial<L>[] } & { b: 1 }; type T = { r: R; p: Partial<R>; l: L; o: Omit<R, "k"> }',
    [
      {
        r: { k: 1, m: { m: { m: {} } }, n: { k: 1, x: 1 } },
        p: {},
        l: { b: 1, a: [{}, { a: [{}] }] },
        o: {},
      },
    ],
    [
      { r: { k: 1 }, p: { m: { m: { k: 2 } } }, l: { b: 1 }, o: {} },
      { r: { k: 1, n: { k: 1 } }, p: {}, l: { b: 1 }, o: {} },
      { r: { k: 1 }, p: {}, l: { b: 1, a: [{ a: [{ b: 2 }] }] }, o: {} },
      { r: { k: 1 }, p: { n: { k: 1, x: 1, m: { m: { m: { k: 2 } } } } }, l: { b: 1 }, o: {} },
    ],
  ),
  hard(
    'a long chain of declarations',
    `${chain(200)} interface I200 { end: true } type T = I0`,
    [{ n: 0, next: { n: 1, next: { n: 2 } } }],
    [{ n: 0, next: { n: 1, next: { n: 3 } } }],
  ),
];
