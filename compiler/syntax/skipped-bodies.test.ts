// Function bodies that are omitted from the tree: which ones, and that nothing is lost.
import { parseSync } from '@swc/core/binding.js';
import { expect, test } from 'vitest';
import { DECLARING_WORD } from '../facts/receivers.js';
import { findBody, parseModule, pruneBodies } from './swc.js';

const OPTIONS = Buffer.from('{"syntax":"typescript","decorators":true,"target":"es2022"}');

type Body = {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
};

const isBody = (node: object): node is Body => 'type' in node && node.type === 'FunctionBody';

/** Returns the sources of the omitted bodies. Compares them, and the rest of the tree, with the whole tree. */
function prune(text: string): readonly string[] {
  const json = parseSync(text, OPTIONS);
  const textOf = (start: number, end: number): string => text.slice(start - 1, end - 1);
  const skipped: string[] = [];
  const without = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(without);
    if (isBody(node)) {
      const { type, span } = node;
      const source = textOf(span.start, span.end);
      if (!DECLARING_WORD.test(source)) {
        skipped.push(source);
        expect(JSON.parse(findBody(json, span.start))).toEqual(node);
        return { type, span, stmts: [], isSkipped: true };
      }
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, without(value)]));
  };
  const expected = without(JSON.parse(json));
  expect(JSON.parse(pruneBodies(json, { textOf, declaringWord: DECLARING_WORD }))).toEqual(
    expected,
  );
  return skipped;
}

test.each([
  ['a function', 'function f() { return 1; }', ['{ return 1; }']],
  ['a method', 'class A { m(): void { x(); } n() {} }', ['{ x(); }', '{}']],
  [
    'an arrow function',
    'const f = () => { x([1]); }; const g = () => [1]; const h = () => [];',
    ['{ x([1]); }'],
  ],
  [
    'a constructor, an accessor',
    'class A { constructor() { x(); } get y() { return {}; } set y(v) { } }',
    ['{ x(); }', '{ return {}; }', '{ }'],
  ],
  [
    'functions in functions',
    'function f() { function g() { return [{}]; } return { m() { return []; } }; }',
    ['{ function g() { return [{}]; } return { m() { return []; } }; }'],
  ],
  [
    'methods of objects',
    'class A { m() { return { o() { return {}; }, get p() { return []; } }; } }',
    ['{ return { o() { return {}; }, get p() { return []; } }; }'],
  ],
  [
    'classes in methods',
    'class A { m() { return class { n() { return {}; } }; } }',
    ['{ return class { n() { return {}; } }; }'],
  ],
  [
    'arrows in methods',
    'class A { m() { return [1].map((x) => { return { x }; }); } }',
    ['{ return [1].map((x) => { return { x }; }); }'],
  ],
  [
    'braces and quotes in strings',
    'class A { m() { return "}\\\\\\"]},\\"generator\\":{" + `}${`{`}` + /}"/; } n() { } }',
    ['{ return "}\\\\\\"]},\\"generator\\":{" + `}${`{`}` + /}"/; }', '{ }'],
  ],
  [
    'strings with the JSON text of a body',
    `class A { m() { return '{"type":"FunctionBody","span":{"start":1,"end":2},"stmts":[]},"generator":'; } }`,
    [`{ return '{"type":"FunctionBody","span":{"start":1,"end":2},"stmts":[]},"generator":'; }`],
  ],
  [
    'strings that say MethodProperty',
    'class A { m() { return "MethodProperty"; } }',
    ['{ return "MethodProperty"; }'],
  ],
  [
    'a body that declares a view stays',
    'function f() { app.route("/x")(() => { y(); }); }',
    ['{ y(); }'],
  ],
  [
    'a body that imports stays',
    'function f() { return import("./x"); } function g() { require("y"); }',
    [],
  ],
  ['no function', 'const a = 1;', []],
])('%s', (_, text, expected) => {
  expect(prune(text)).toEqual(expected);
});

test('a text whose characters are mostly escaped in the output is read', () => {
  const parsed = parseModule(`const a = "${'\u0001'.repeat(2000)}";`, 'a.ts', DECLARING_WORD);
  expect(parsed.kind === 'parsed' && parsed.program.body).toHaveLength(1);
});
