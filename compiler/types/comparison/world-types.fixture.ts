// Types and names as found in applications and packages: records, enums, merged declarations.
import { hard, type HardType } from './hard-type.fixture.js';

export const WORLD_TYPES: readonly HardType[] = [
  hard(
    'record of uppercase',
    "type T = Record<Uppercase<'a' | 'bC'>, number>",
    [{ A: 1, BC: 2 }],
    [{ a: 1, bC: 2 }, { A: 1 }],
  ),
  hard(
    'record of Uppercase<string>',
    'type T = Record<Uppercase<string>, number>',
    [{}, { A: 1 }, { a: 'x' }],
    [{ A: 'x' }],
    'its keys are not known strings',
  ),
  hard(
    'satisfies const',
    "const x = { a: 1, b: ['x', 'y'] } as const satisfies { a: number; b: readonly string[] }; type T = typeof x",
    [{ a: 1, b: ['x', 'y'] }],
    [
      { a: 2, b: ['x', 'y'] },
      { a: 1, b: ['x'] },
    ],
  ),
  hard(
    'keys of satisfies record',
    'const roles = { admin: { level: 3 }, user: { level: 1 } } satisfies Record<string, { level: number }>; type T = { role: keyof typeof roles }',
    [{ role: 'admin' }],
    [{ role: 'x' }],
    'only constants with `as const` and without computed parts are supported',
  ),
  hard('enum merged', 'enum A { X = 1 } enum A { Y = 2 } type T = A', [1, 2], [3]),
  hard('enum keys', "enum A { X = 'x', Y = 'y' } type T = keyof typeof A", ['X'], ['x']),
  hard('enum to template', "enum A { X = 'x', Y = 'y' } type T = `${A}`", ['x', 'y'], ['X']),
  hard(
    'enum numeric to template',
    'enum A { X = 1, Y = 2 } type T = `n${A}`',
    ['n1'],
    ['n3', 'nX'],
  ),
  hard(
    'enum as record',
    "enum A { X = 'x', Y = 'y' } type T = Record<A, number>",
    [{ x: 1, y: 2 }],
    [{ X: 1, Y: 2 }, { x: 1 }],
  ),
  hard(
    'enum arithmetic',
    'enum E { A = 1 + 2, B = ~1, C = 6 * 2, D = 7 & 3, F = 1 ^ 3, G = 9 - 1, H = -(3), I = E.A | E.C, J = +5 } type T = E',
    [3, -2, 12, 2, 8, -3, 15, 5],
    [7, 1],
  ),
  hard(
    'declare enum auto',
    'declare enum E { A, B } type T = { e: E }',
    [{ e: 0 }, { e: 1 }, { e: 5 }],
    [],
    'the value of an enum member is computed',
  ),
  hard(
    'declare enum package',
    {
      'case.ts': "import { Status } from 'pkg9'; export type T = Status | Status.B;",
      'node_modules/pkg9/package.json': '{"types":"i.d.ts"}',
      'node_modules/pkg9/i.d.ts':
        'export declare enum Status { A = 0, B = 1 } export declare const enum Kind { X, Y }',
    },
    [0, 1],
    [2],
  ),
  hard(
    'declare const enum package',
    {
      'case.ts': "import { Kind } from 'pkg10'; export type T = Kind;",
      'node_modules/pkg10/package.json': '{"types":"i.d.ts"}',
      'node_modules/pkg10/i.d.ts': 'export declare const enum Kind { X, Y }',
    },
    [0, 1],
    [2],
  ),
  hard(
    'two packages',
    {
      'case.ts': "import type { Page } from 'outer'; export type T = Page<{ id: number }>;",
      'node_modules/outer/package.json': '{"name":"outer","types":"./index.d.ts"}',
      'node_modules/outer/index.d.ts': "export type { Page } from 'inner';",
      'node_modules/inner/package.json': '{"name":"inner","types":"./types.d.ts"}',
      'node_modules/inner/types.d.ts':
        'export type Page<X, C = string> = { items: X[]; next: C | null };',
    },
    [{ items: [{ id: 1 }], next: null }],
    [
      { items: [{ id: 'x' }], next: null },
      { items: [], next: 1 },
    ],
  ),
  hard(
    'two packages alias renamed',
    {
      'case.ts': "import type { P } from 'outer2'; export type T = P<'a'>;",
      'node_modules/outer2/package.json': '{"name":"outer2","types":"./index.d.ts"}',
      'node_modules/outer2/index.d.ts':
        "import { Page as I } from 'inner2'; export type P<X extends string> = I<X> & { extra?: boolean };",
      'node_modules/inner2/package.json': '{"name":"inner2","types":"./types.d.ts"}',
      'node_modules/inner2/types.d.ts':
        'export interface Page<X> { x: X } export * from "./more.js";',
      'node_modules/inner2/more.d.ts': 'export {};',
    },
    [{ x: 'a' }],
    [{ x: 'b' }, { x: 'a', extra: 1 }],
  ),
  hard(
    'augmented package',
    {
      'case.ts':
        "import type { User } from 'pkg3'; declare module 'pkg3' { interface User { tenant: string } } export type T = User;",
      'node_modules/pkg3/package.json': '{"name":"pkg3","types":"./index.d.ts"}',
      'node_modules/pkg3/index.d.ts': 'export interface User { id: string }',
    },
    [{ id: 'x', tenant: 'y' }],
    [{ id: 'x' }],
    'adds members',
  ),
  hard(
    'augmented barrel package',
    {
      'case.ts':
        "import type { Req } from 'pkg11'; import './aug11.js'; declare module 'pkg11' { interface Req { user: string } } export type T = Req;",
      'aug11.ts': 'export {};',
      'node_modules/pkg11/package.json': '{"types":"i.d.ts"}',
      'node_modules/pkg11/i.d.ts': "export * from './req.js';",
      'node_modules/pkg11/req.d.ts': 'export interface Req { id: string }',
    },
    [{ id: 'x', user: 'y' }],
    [{ id: 'x' }],
    'adds members',
  ),
  hard(
    'augmented other name',
    {
      'case.ts':
        "import type { Req } from 'pkg12'; declare module 'pkg12' { interface Other { user: string } } export type T = Req;",
      'node_modules/pkg12/package.json': '{"types":"i.d.ts"}',
      'node_modules/pkg12/i.d.ts': 'export interface Req { id: string }',
    },
    [{ id: 'x', user: 'y' }, { id: 'x' }],
    [],
  ),
  hard(
    'augmented alias base',
    {
      'case.ts':
        "import type { Req } from 'pkg13'; declare module 'pkg13' { interface Base { user: string } } export type T = Req;",
      'node_modules/pkg13/package.json': '{"types":"i.d.ts"}',
      'node_modules/pkg13/i.d.ts':
        'export interface Base { z: 1 } export interface Req extends Base { id: string }',
    },
    [{ id: 'x', user: 'y', z: 1 }],
    [{ id: 'x', z: 1 }],
    'adds members',
  ),
  hard(
    'boolean literal union',
    "type T = { a: true | null; b: boolean | 'auto' }",
    [{ a: true, b: 'auto' }],
    [
      { a: false, b: true },
      { a: null, b: 'x' },
    ],
  ),
  hard(
    'literal arithmetic',
    'type T = -1 | 1e3 | 0x10 | 1_000_000 | 0.5',
    [-1, 1000, 16, 1000000, 0.5],
    [2],
  ),
];
