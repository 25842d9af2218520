// Syntax errors: the message, and the location that is read from swc's printed frame.
import { describe, expect, test } from 'vitest';
import { parseModule } from './swc.js';
import { readSyntaxProblems } from './syntax-problem.js';

/** Returns each problem as `message [text at its location] at offset`. */
function problemsOf(text: string, file = 'app.ts'): readonly string[] {
  const parsed = parseModule(text, file);
  if (parsed.kind === 'parsed') return [];
  return parsed.problems.map(
    ({ message, start, end }) => `${message} [${text.slice(start, end)}] at ${start}`,
  );
}

describe('syntax errors', () => {
  test.each([
    ['a missing expression', 'const a = ;', ['Expression expected [;] at 10']],
    [
      'on another line',
      'class A {\n  @app.route("/x"\n  foo() {}\n}',
      ["Expected ',', got 'foo' [foo] at 30"],
    ],
    [
      'behind tabs and wide characters',
      '\tconst s = "日本語👍" + ;',
      ['Expression expected [;] at 21'],
    ],
    ['behind combining characters', 'const e\u0301 = ;', ['Expression expected [;] at 11']],
    ['behind a byte order mark', '\ufeffconst x = = 2', ['Expression expected [=] at 11']],
    ['after carriage returns', 'a = 1\r\nb = = 2\r\n', ['Expression expected [=] at 11']],
    [
      'at the end of the file',
      'class A {\n  m() {\n',
      ["Expected '}', got the end of the file [] at 17"],
    ],
    [
      'over several lines',
      'class A {\n  constructor() {}\n  constructor() {\n  }\n}',
      ['A class can only have one constructor [constructor() {] at 31'],
    ],
    [
      'with a label for another place',
      'a b c',
      ["Expected ';', '}' or the end of the file [b] at 2"],
    ],
    [
      'two in one file',
      'x = 08n',
      [
        'Legacy decimal escape is not permitted in strict mode [08] at 4',
        'Identifier cannot follow number [n] at 6',
      ],
    ],
    [
      'a decorator on nothing',
      "class X {\n  @app.route('/')\n}",
      [
        "Unexpected token '}'. Expected identifier, string literal, numeric literal or [ for the computed key [}] at 28",
      ],
    ],
    ['an unterminated string', 'let x = "abc', ['Unterminated string constant ["abc] at 8']],
    ['deep nesting', '('.repeat(1001), ['The code is nested too deeply to be read [(] at 1000']],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  test('an unfamiliar report is kept whole, at the start', () => {
    expect(readSyntaxProblems('something went wrong\n\nStack backtrace:', 'text')).toEqual([
      { message: 'something went wrong', start: 0, end: 0 },
    ]);
  });

  test('colours and box characters of a terminal are read as well', () => {
    const report =
      '  \u001b[31m×\u001b[0m Expression expected\n   ╭─[2:1]\n \u001b[2m1\u001b[0m │ a\n \u001b[2m2\u001b[0m │ b = ;\n   · \u001b[35m    ─\u001b[0m\n   ╰────\n';
    expect(readSyntaxProblems(report, 'a\nb = ;')).toEqual([
      { message: 'Expression expected', start: 6, end: 7 },
    ]);
  });
});

describe('each kind of file has its syntax', () => {
  test.each([
    ['app.ts', 'const a = <T>b;', true],
    ['app.mts', 'const a = <T>b;', true],
    ['app.cts', 'import a = require("a"); export = a;', true],
    ['app.tsx', 'const a = <div>{b as C}</div>;', true],
    ['app.ts', 'const a = <div>{b}</div>;', false],
    ['app.js', 'const a = <div>{b}</div>;', true],
    ['app.js', 'const a: string = b;', false],
    ['app.mjs', 'class A { @d accessor x = 1; }', true],
    ['app.cjs', 'module.exports = 1; if (1) return;', true],
    ['app.jsx', 'const a = <></>;', true],
    [
      'app.ts',
      'import a from "./a.json" with { type: "json" }; import defer * as b from "b"; using c = d; enum E { A }',
      true,
    ],
    ['app.ts', '#!/usr/bin/env node\nexport default @d class {}', true],
  ])('%s: %s', (file, text, isValid) => {
    expect(problemsOf(text, file).length === 0).toBe(isValid);
  });
});
