// Tests the checks before the parser is called.
import { expect, test } from 'vitest';
import { findDeepNesting, findLongLine } from './nesting.js';

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
