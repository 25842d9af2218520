// Function bodies that are omitted from the tree: which ones, and that nothing is lost.
import { parseSync } from '@swc/core/binding.js';
import { expect, test } from 'vitest';
import { DECLARING_WORD } from '../facts/receivers.js';
import { findBody, pruneBodies } from './swc.js';

const OPTIONS = Buffer.from('{"syntax":"typescript","decorators":true,"target":"es2022"}');

/** Returns the sources of the omitted bodies, and whether adding them back gives the whole tree. */
function prune(text: string): { readonly skipped: readonly string[]; readonly isWhole: boolean } {
  const json = parseSync(text, OPTIONS);
  const skipped: string[] = [];
  const pruned = pruneBodies(json, {
    textOf: (start, end) => text.slice(start - 1, end - 1),
    declaringWord: DECLARING_WORD,
  });
  const whole = pruned.replaceAll(
    /\{"type":"FunctionBody","span":\{"start":(\d+),"end":(\d+)\},"stmts":\[\],"isSkipped":true\}/g,
    (_, start: string, end: string) => {
      skipped.push(text.slice(Number(start) - 1, Number(end) - 1));
      return findBody(json, Number(start));
    },
  );
  return { skipped, isWhole: whole === json };
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
  expect(prune(text)).toEqual({ skipped: expected, isWhole: true });
});
