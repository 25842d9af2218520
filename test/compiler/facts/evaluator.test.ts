// Static values (docs/decisions/static-values.md): what counts as static, and which location is reported for a value that is
// not static.
import { describe, expect, test } from 'vitest';
import { factsOf, HEAD, plain, type Texts } from './read-texts.js';

/** Returns the value of `VALUE` used as an option, with some code before it. */
function valueOf(
  before: string,
  expression: string,
  options: { readonly more?: Texts; readonly environment?: Record<string, string> } = {},
): unknown {
  const text = `${before}\n${HEAD}app.route('/x', ${expression})(() => 1);\n`;
  const { more = {}, ...rest } = options;
  return plain(factsOf({ 'app.ts': text, ...more }, rest).views[0]?.options);
}

describe('static values', () => {
  test.each([
    ['a string', '', `'a\\u0062'`, 'ab'],
    ['a number', '', '1_000', 1000],
    ['a boolean', '', 'true', true],
    ['null', '', 'null', 'null'],
    ['undefined', '', 'undefined', 'undefined'],
    ['void', '', 'void 0', 'undefined'],
    ['a negative number', '', '-1', -1],
    ['a negation', '', '!0', true],
    ['a template', 'const V = 1;', '`/v${V}/${"x"}/${true}`', '/v1/x/true'],
    ['a concatenation', `const P = '/v1';`, `P + '/x' + 2`, '/v1/x2'],
    ['arithmetic', '', '24 * 60 * 60 - 1 + 2 ** 3 / 4 % 5', 86401],
    ['a comparison', '', `'a' === 'a'`, true],
    ['a choice', 'const D = true;', `D ? 'a' : f()`, 'a'],
    ['a logical and', '', `true && 'a'`, 'a'],
    ['a logical or', '', `'' || 'a'`, 'a'],
    ['a nullish default', '', `null ?? 'a'`, 'a'],
    ['a list', '', `['a', , 1]`, ['a', 'undefined', 1]],
    ['a spread list', `const A = ['a'];`, `[...A, 'b', ...['c']]`, ['a', 'b', 'c']],
    [
      'an object',
      `const k = 1;`,
      `{ a: 1, 'b-c': 2, k, ['d' + 'e']: 3, 4: 5 }`,
      { a: 1, 'b-c': 2, k: 1, de: 3, 4: 5 },
    ],
    [
      'a spread object',
      `const A = { a: 1, b: 1 };`,
      `{ b: 0, ...A, a: 2, ...(false && A) }`,
      { b: 1, a: 2 },
    ],
    ['as const', `const M = ['GET'] as const;`, 'M', ['GET']],
    [
      'satisfies, assertions, parentheses',
      '',
      `((<any>['GET'] satisfies string[])! as unknown)`,
      ['GET'],
    ],
    ['a property', `const C = { a: { b: ['x', 'y'] } };`, `C.a['b'][1]`, 'y'],
    ['an optional property', `const C = { a: { b: 1 } };`, `C?.a?.b`, 1],
    ['a property by a constant', `const C = { a: 1 }; const K = 'a';`, 'C[K]', 1],
    ['the length of a list', '', `['a', 'b'].length`, 2],
    [
      'a destructured constant',
      `const { a: { b }, c: [, d = 4] } = { a: { b: 1 }, c: [2] };`,
      '[b, d]',
      [1, 4],
    ],
    ['a variable that is never changed', `let P = '/x'; var Q = P;`, 'Q', '/x'],
    [
      'an enum',
      `enum E { A, B = 5, C, D = 'd', F = B, G = 'g' + 'h' }`,
      '[E.A, E.B, E.C, E.D, E.F, E.G, E["A"]]',
      [0, 5, 6, 'd', 5, 'gh', 0],
    ],
    [
      'an enum whose members are computed from those before them',
      "enum E { Base = '/x', Full = Base + '/y', Text = `${Full}/z`, One = 1 << 2, Next }",
      '[E.Full, E.Text, E.One, E.Next]',
      ['/x/y', '/x/y/z', 4, 5],
    ],
    ['a const enum', `const enum E { A = 'a' }`, 'E.A', 'a'],
    ['an enum in two parts', `enum E { A = 1 } enum E { B = 2 }`, '[E.A, E.B]', [1, 2]],
    ['a static property', `class C { static readonly P = '/x'; }`, 'C.P', '/x'],
    ['a member of a namespace', `namespace n { export const P = '/x'; }`, 'n.P', '/x'],
    [
      'a namespace in two parts',
      `namespace n { export const P = 1; } namespace n { export const Q = 2; }`,
      '[n.P, n.Q]',
      [1, 2],
    ],
    ['a frozen object', `const C = Object.freeze({ a: 1 });`, 'C', { a: 1 }],
    [
      'an option class',
      `import { CORSConfig } from 'framework';`,
      'new CORSConfig({ maxAge: 1 })',
      { 'new CORSConfig': [{ maxAge: 1 }] },
    ],
    [
      'an option class under another name',
      `import { IAMAuthorizer as I } from 'framework';`,
      'new I',
      { 'new IAMAuthorizer': [] },
    ],
    [
      'an option class of a namespace',
      `import * as fw from 'framework';`,
      `new fw.CustomAuthorizer('a')`,
      { 'new CustomAuthorizer': ['a'] },
    ],
    [
      'a constant that uses a later one',
      `const A = () => 1; const B = C2(); function C2() {} const P = Q; const Q = '/x';`,
      'P',
      '/x',
    ],
  ])('%s', (_, before, expression, expected) => {
    expect(valueOf(before, expression)).toEqual(expected);
  });
});

test('a loop variable has no one value', () => {
  const [route] = factsOf(`${HEAD}for (const p of ['/a', '/b']) app.route(p)(() => 1);`).views;
  expect(plain(route?.leading[0])).toBe('<parameter p at app.ts:3:41>');
});

test('a long sum is no problem', () => {
  expect(valueOf('', `${'1 + '.repeat(900)}1`)).toBe(901);
});

describe('values of other modules', () => {
  test.each([
    ['a constant', `import { P } from './c.js';`, 'P', `export const P = '/x';`],
    [
      'a constant under another name',
      `import { Q as P } from './c.js';`,
      'P',
      `const A = '/x'; export { A as Q };`,
    ],
    ['the default export', `import P from './c.js';`, 'P', `export default '/x';`],
    [
      'a default export by name',
      `import P from './c.js';`,
      'P',
      `const a = '/x'; export { a as default };`,
    ],
    ['a namespace', `import * as c from './c.js';`, 'c.P', `export const P = '/x';`],
    ['an enum', `import { E } from './c.js';`, 'E.P', `export enum E { P = '/x' }`],
    [
      'a property',
      `import { C } from './c.js';`,
      'C.a.b',
      `export const C = { a: { b: '/x' } } as const;`,
    ],
    [
      'a static property',
      `import { C } from './c.js';`,
      'C.P',
      `export class C { static P = '/x'; }`,
    ],
  ])('%s', (_, before, expression, text) => {
    expect(valueOf(before, expression, { more: { 'c.ts': text } })).toBe('/x');
  });

  test('a default export that its importer changes', () => {
    const more = { 'c.ts': `export default ['a'];` };
    const value = valueOf(`import list from './c.js'; list.push('b');`, 'list', { more });
    expect(value).toBe('<reassigned list at app.ts:4:17>');
  });

  test.each([
    ['the default import', `import c from './c.json';`, 'c.a.b'],
    ['a named import', `import { a } from './c.json' with { type: 'json' };`, 'a.b'],
    ['a namespace', `import * as c from './c.json';`, 'c.a.b'],
  ])('JSON: %s', (_, before, expression) => {
    const more = { 'c.json': '\ufeff{ "a": { "b": ["x", 1, true, null] } }' };
    expect(valueOf(before, expression, { more })).toEqual(['x', 1, true, 'null']);
  });
});

describe('process.env', () => {
  const environment = { ORIGIN: 'https://a.example', EMPTY: '' };
  test.each([
    ['a variable of the stage', '', 'process.env.ORIGIN', 'https://a.example'],
    ['an index', '', `process.env['ORIGIN']!`, 'https://a.example'],
    [
      'destructured',
      'const { ORIGIN, OTHER = 1 } = process.env;',
      '[ORIGIN, OTHER]',
      ['https://a.example', 1],
    ],
    ['an imported process', `import p from 'node:process';`, 'p.env.ORIGIN', 'https://a.example'],
    [
      'an imported env',
      `import { env as e } from 'node:process';`,
      'e.ORIGIN',
      'https://a.example',
    ],
    ['an alias', 'const e = process.env;', 'e.ORIGIN', 'https://a.example'],
    [
      'an alias that a pattern takes',
      'const { env: e } = process;',
      'e.ORIGIN',
      'https://a.example',
    ],
    ['all of it', 'const e = process.env;', 'e', '<expression process.env at app.ts:1:11>'],
    ['a default for one that is not set', '', `process.env.NONE ?? '*'`, '*'],
    ['a default for an empty one', '', `process.env.EMPTY || '*'`, '*'],
    ['a comparison with one that is not set', '', `process.env.NONE === 'x' ? 1 : 2`, 2],
    ['one that is not set', '', 'process.env.NONE', '<environment NONE at app.ts:4:17>'],
    [
      'one that Lambda sets',
      '',
      `process.env.AWS_REGION ?? 'x'`,
      '<environment AWS_REGION at app.ts:4:17>',
    ],
    ['a local process', 'const process = { env: { ORIGIN: 1 } };', 'process.env.ORIGIN', 1],
  ])('%s', (_, before, expression, expected) => {
    expect(valueOf(before, expression, { environment })).toEqual(expected);
  });
});

describe('what is not static points at the very sub-expression', () => {
  test.each([
    ['a call', '', `{ methods: ['GET', make()] }`],
    ['a call in a template', '', '`/x/${make(1)}`'],
    ['a method', '', `['a'].map((x) => x)`],
    ['a call behind a constant', `const A = make();\nconst B = [A];`, '{ b: B }'],
    ['a parameter', 'let a; function f(a) {}', '{ a: ((b) => b)(1) }'],
    ['a name that is not declared', '', '{ a: nowhere }'],
    ['a value of a package', `import { P } from 'pkg';`, '{ a: P }'],
    ['a value of a package namespace', `import * as p from 'pkg';`, '{ a: p.P }'],
    ['a missing export', `import { Q } from './c.js';`, 'Q'],
    ['a missing property', 'const C = { a: 1 };', '{ b: C.b }'],
    ['a missing enum member', 'enum E { A }', 'E.B'],
    ['a reassigned variable', `let P = '/x';\nP = '/y';`, '{ p: P }'],
    ['a list that is pushed to', `const L = ['GET'];\nL.push('PUT');`, '{ methods: L }'],
    [
      'a list that is pushed to in a function',
      `const L = ['GET'];\nfunction f() { L.push('PUT'); }`,
      '{ methods: L }',
    ],
    ['an object with a changed property', `const C = { a: 1 };\nC.a = 2;`, 'C.a'],
    ['an object that is assigned to', `const C = { a: 1 };\nObject.assign(C, { a: 2 });`, 'C'],
    ['a deleted property', `const C = { a: 1 };\ndelete C.a;`, 'C'],
    ['a count', `let n = 1;\nn++;`, 'n'],
    ['a destructuring assignment', `let n = 1;\n[n] = [2];`, 'n'],
    ['a change through an alias', `const L = ['GET'];\nconst M = L;\nM.push('PUT');`, 'L'],
    ['a constant of itself', 'const A = [B];\nconst B = [A];', 'A'],
    ['a spread of something unknown', '', '{ a: 1, ...make() }'],
    ['a spread of something that is no list', '', `[...'ab']`],
    ['a getter', '', '{ get a() { return 1; } }'],
    ['a function', '', '{ cors: () => true }'],
    ['a regular expression', '', '{ a: /x/ }'],
    [
      'an option class without new',
      `import { CORSConfig } from 'framework';`,
      '{ cors: CORSConfig({}) }',
    ],
    ['a class of the project', 'class C {}', '{ cors: new C() }'],
    ['an await', '', '{ a: await make() }'],
    ['the application', '', '{ a: app }'],
    [
      'a long expression',
      '',
      '{ a: someFunction(withMany, argumentsThat, makeTheText, longerThanSixty) }',
    ],
  ])('%s', (_, before, expression) => {
    expect(
      valueOf(before, expression, { more: { 'c.ts': 'export const P = 1;' } }),
    ).toMatchSnapshot();
  });

  test('a list of another module that is changed where it is imported', () => {
    const more = {
      'c.ts': `export const L = ['GET'];`,
      'd.ts': `import { L as M } from './c.js'; export function f() { M.push('PUT'); }`,
    };
    const before = `import { L } from './c.js'; import './d.js';`;
    expect(valueOf(before, 'L', { more })).toBe('<reassigned L at app.ts:4:17>');
  });

  test('a list of another module that is changed through a namespace', () => {
    const more = {
      'c.ts': `export const L = ['GET']; export const K = ['PUT'];`,
      'd.ts': `import * as c from './c.js'; c.L.push('PUT');`,
    };
    const before = `import { L, K } from './c.js'; import './d.js';`;
    expect(valueOf(before, '[L, K]', { more })).toEqual(['<reassigned L at app.ts:4:18>', ['PUT']]);
  });

  test('a list that is changed through a variable of another module', () => {
    const more = {
      'c.ts': `export const L = ['GET'];`,
      'd.ts': `import { L } from './c.js'; const M = L; M.push('PUT');`,
    };
    const before = `import { L } from './c.js'; import './d.js';`;
    expect(valueOf(before, 'L', { more })).toBe('<reassigned L at app.ts:4:17>');
  });

  test.each([
    ['const P = middleware.provide((_, next) => next([]));', 'P', 'P.value.push(1);'],
    ['const P = make();', 'P', 'P.value.count = 1;'],
    ["import * as lib from './lib.js';", 'lib.P', 'lib.P.value.list.sort();'],
  ])('the value of a provider is not part of it: %s', (before, text, change) => {
    const more = { 'lib.ts': 'export const P = make();' };
    expect(valueOf(before, text, { more })).toEqual(
      valueOf(`${before}\nfunction view() { ${change} }`, text, { more }),
    );
  });

  test('the value of a constant object is part of it', () => {
    const before = 'const O = Object.freeze({ value: [1] });\nO.value.push(2);';
    expect(valueOf(before, 'O.value')).toMatch(/^<reassigned O at /);
  });

  test('a variable that starts with the value of a constant and is assigned again', () => {
    const before = `const P = '/x'; let current = P; current = '/y'; let n = P; n += '/z';`;
    expect(valueOf(before, 'P')).toBe('/x');
  });

  test('a local variable of the same name does not change a constant', () => {
    const before = `const L = ['GET']; function f() { const L = []; L.push('PUT'); }`;
    expect(valueOf(before, 'L')).toEqual(['GET']);
  });
});
