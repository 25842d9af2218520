// Types that remove members and properties, or keep them. Whatever they keep must not change.
import { hard, type HardType } from './hard-type.fixture.js';

export const HARD_FILTERS: readonly HardType[] = [
  hard(
    'a filter of members of several kinds',
    'type F<X, U> = X extends U ? never : X; type T = { a: F<"a" | "b" | 1 | null, "a" | null> }',
    [{ a: 'b' }, { a: 1 }],
    [{ a: 'a' }, { a: null }],
  ),
  hard(
    'a filter that keeps, by types of all texts',
    'type K<X, U> = X extends U ? X : never; type T = { a: K<"a" | 2 | boolean, string | true> }',
    [{ a: 'a' }, { a: true }],
    [{ a: 2 }, { a: false }],
  ),
  hard(
    'a filter in parentheses',
    'type X<T, U> = (T) extends (U) ? (never) : (T); type T = [X<"a" | "b", "a">]',
    [['b']],
    [['a']],
  ),
  hard(
    'a filter of objects',
    'type X<A, B> = A extends B ? A : never; type T = { a: X<{ k: "a"; n: 1 } | { k: "b"; m: 2 }, { k: "b" }> }',
    [{ a: { k: 'b', m: 2 } }],
    [{ a: { k: 'a', n: 1 } }, { a: { k: 'b', m: 3 } }],
  ),
  hard(
    'a filter of any type',
    'type X<A, B> = A extends B ? never : A; type T = { a: X<any, "a">; b: X<"a" | "b", any> | 1 }',
    [
      { a: 1, b: 1 },
      { a: 'a', b: 1 },
    ],
    [{ a: 1, b: 'a' }],
  ),
  hard(
    'properties that are passed on more than once',
    'type M<T> = { [K in keyof T]: T[K] }; type T = M<M<Pick<{ a?: 1; readonly b: 2; 3: "c" }, "a" | 3>>>',
    [{ 3: 'c' }, { a: 1, 3: 'c' }],
    [{ a: 2, 3: 'c' }, { a: 1 }],
  ),
  hard(
    'the keys of one type, the properties of another',
    'type P<T, U extends { [K in keyof T]: unknown }> = { [Q in keyof T]: U[Q] }; type T = P<{ a?: 1; b: 2 }, { a: "x"; b: "y" }>',
    [{ a: 'x', b: 'y' }, { b: 'y' }],
    [{ a: 'x' }, { a: 1, b: 2 }],
  ),
  hard(
    'names that are filtered by a filter',
    'type F<T> = { [K in keyof T as Exclude<K, "kind">]: T[K] }; type T = F<{ kind: "c"; r: number; s?: 1 }>',
    [{ r: 1 }, { r: 1, s: 1 }],
    [{ r: 1, s: 2 }, {}],
  ),
];
