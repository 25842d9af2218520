// Difficult types with conditions and index signatures.
import { hard, type HardType } from './hard-type.fixture.js';

export const HARD_CONDITIONS: readonly HardType[] = [
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
    'rest elements of this form',
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
    'an index signature of a pattern that is crossed with one of any name',
    'type T = { [name: `x-${string}`]: 1 | 2 } & { [name: string]: 2 | 3 }',
    [{ 'x-1': 2, y: 3 }],
    [{ 'x-1': 1 }, { 'x-1': 3 }, { y: 1 }],
  ),
  hard(
    'an index signature of any name that is crossed with one of a pattern',
    'type T = { [name: string]: 2 | 3 } & { [name: `x-${string}`]: 1 | 2 }',
    [{ 'x-1': 2, y: 3 }],
    [{ 'x-1': 1 }, { 'x-1': 3 }, { y: 1 }],
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
    'names in JSON are strings',
  ),
  hard(
    'a record with a union of names',
    "type T = Record<'a' | 'b', 1>",
    [{ a: 1, b: 1 }],
    [{ a: 1 }],
  ),
];
