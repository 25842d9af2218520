// Tests the checks before the parser is called.
import { expect, test } from 'vitest';
import { findDeepNesting, findLongLine } from './nesting.js';
import { parseSync } from '@swc/core/binding.js';
import { DECLARING_WORD } from '../facts/receivers.js';
import { findBody, parseModule, pruneBodies } from './swc.js';

test.each([
  ['ordinary code', 'f([{ a: (1) }]);\n'.repeat(500), undefined],
  ['ordinary code without semicolons', 'f([{ a: (1) }])\nconst a = b < c\n'.repeat(500), undefined],
  ['many brackets, each closed', '(())[]{};'.repeat(1000), undefined],
  ['brackets in comments', `/* ${'(['.repeat(90)} */ // ${'(['.repeat(90)}\n`.repeat(9), undefined],
  [
    'brackets in texts',
    `f('${'('.repeat(190)}', "${'['.repeat(190)}", \`${'{'.repeat(190)}\`)`,
    undefined,
  ],
  ['brackets in regular expressions', 'f(/[(/]\\(/);\n'.repeat(100), undefined],
  // There are too many to tell whether they are in a comment or a string, or between two regular expressions.
  ...['/*', '"', '`'].map((sign): [string, string, unknown] => [
    `very many brackets behind ${sign}`,
    `${sign}${'(['.repeat(1000)}${sign === '/*' ? '*/' : sign}`,
    { at: expect.any(Number) as number, isBeyondAny: true },
  ]),
  ['a long list', `f([${'a.b, c ? 1 : -2, '.repeat(1000)}])`, undefined],
  [
    'a minified bundle',
    '!function(e){var t=1,n=e<2?t:-t;if(n)return t;else n=2}(1),'.repeat(500),
    undefined,
  ],
  [
    'classes',
    'class A<T> extends B<T> { a?: C<D>\n b = 1\n m(): E { return !this } }\n'.repeat(500),
    undefined,
  ],
  ['many that are open, but not too many', '{ '.repeat(199), undefined],
  ['many that are open', '{ '.repeat(999), { at: 1996, isBeyondAny: false }],
  ['too many that are open', 'f({ '.repeat(500), { at: 1882, isBeyondAny: true }],
  [
    'too many in the middle',
    `${'f();\n'.repeat(300)}${'['.repeat(1001)}`,
    { at: 2500, isBeyondAny: true },
  ],
  ...['"', '`', '/*'].map((sign): [string, string, { at: number; isBeyondAny: boolean }] => [
    `too many between two regular expressions with ${sign}`,
    `/[${sign}]/.test(${'['.repeat(1001)}0${']'.repeat(1001)}); /[${sign}]/ */;`,
    { at: expect.any(Number) as number, isBeyondAny: true },
  ]),
  ['too many, others closed between', 'f(a(), '.repeat(1001), { at: 6212, isBeyondAny: true }],
])('%s', (_, text, expected) => {
  expect(findDeepNesting(text, 'a.ts')).toEqual(expected);
});

test.each(['"', "'", '/*'])('brackets hidden between templates with %s', (sign) => {
  const closing = sign === '/*' ? '*/' : sign;
  const hidden = `\`${sign}\`+${'('.repeat(190)}\`${closing}\`+`;
  expect(findDeepNesting(`a = ${hidden.repeat(30)}`, 'a.ts')).toMatchObject({ isBeyondAny: false });
  // Comments and strings before a template are recognized as such.
  const comments = `/* ${'(['.repeat(90)} */ f("${'('.repeat(90)}");\n`.repeat(9);
  expect(findDeepNesting(`${comments}f(\`(\`);`, 'a.ts')).toBeUndefined();
});

test('elements and their texts', () => {
  const element = "<p class='a'>it's a text; <br /> and a {list.map((x) => <b>{x}</b>)} ...</p>\n";
  const page = `const page = () => (\n<main>\n${element.repeat(500)}</main>\n);\n`;
  expect(findDeepNesting(page.repeat(3), 'a.tsx')).toBeUndefined();
  const generic = 'const f = <T,>(a: T): Map<T, T> => new Map<T, T>()\n';
  expect(findDeepNesting(generic.repeat(500), 'a.tsx')).toBeUndefined();
});

test.each([
  ['columns', ' '.repeat(65_001), 0],
  ['tabs, which have four columns', `x\n${'\t'.repeat(16_251)}`, 2],
  ['wide characters, which have two', '好'.repeat(32_501), 0],
  ['many short lines', 'const a = 1;\n'.repeat(9000), undefined],
  ['a line that is almost too long', ' '.repeat(64_999), undefined],
])('long lines: %s', (_, text, expected) => {
  expect(findLongLine(text)).toBe(expected);
});

// Function bodies that are omitted from the tree: which ones, and that nothing is lost.

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
