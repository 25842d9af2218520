// Compilation to JavaScript that esbuild and Node.js accept, in both decorator modes.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { lowerModule, type LowerOptions, parseModule, parseWith } from './swc.js';
import { callApart, chooseSwc, type Load, TESTED_VERSIONS, theSwc } from './parser-process.js';
import { createSourceText } from './source-text.js';
import { readSyntaxProblems } from './syntax-problem.js';

function lower(text: string, options: Partial<LowerOptions> = {}): string {
  return lowerModule({
    text,
    file: 'a.ts',
    decorators: 'standard',
    emitsMetadata: false,
    ...options,
  }).code.trim();
}

const { resolve } = createRequire(import.meta.url);

/** Runs compiled code that assigns its result to `globalThis.answer`. */
async function run(code: string): Promise<unknown> {
  const linked = code.replaceAll(/"(@swc\/helpers[^"]*)"/g, (_, helper: string) =>
    JSON.stringify(pathToFileURL(resolve(helper)).href),
  );
  await import(`data:text/javascript,${encodeURIComponent(linked)}`);
  return Reflect.get(globalThis, 'answer');
}

test('types go, imports that only types use go, everything else stays', () => {
  expect(
    lower(`import { a, type B } from './a.js'; import { C } from './c.js'; import './d.js';
import data from './e.json' with { type: 'json' };
export const x: C = a satisfies B; export { data };`),
  ).toMatchInlineSnapshot(`
    "import { a } from './a.js';
    import './d.js';
    import data from './e.json' with {
        type: 'json'
    };
    export const x = a;
    export { data };"
  `);
});

test.each([
  String.raw`'\ud800'`,
  String.raw`'\\ud800'`,
  String.raw`'^[\\u0041]$'`,
  String.raw`'\\\\ud800 \udfff\ud83d\ude00 \\x \\\\U0041'`,
  '`' + String.raw`\ud800 \\u00e9` + '`',
  String.raw`'\\\ud800'`,
  String.raw`'\\\uD800 \u{1F600}\x41\n\\uD800\\\\uDFFF'`,
  '`' + String.raw`\\\uDFFF \t\q` + '`',
])('the text of %s is what JavaScript reads', (literal) => {
  const parsed = parseModule(`${literal};`, 'a.ts');
  expect(JSON.stringify(parsed)).toContain(`:${JSON.stringify(runInNewContext(literal))}`);
});

test('verbatimModuleSyntax keeps imports', () => {
  expect(lower(`import { C } from './c.js';`, { keepsUnusedImports: true })).toBe(
    `import { C } from './c.js';`,
  );
});

test('JSX becomes calls, as the settings say', () => {
  expect(lower('export const a = <b c="d">{e as F}</b>;', { file: 'a.tsx' })).toMatchInlineSnapshot(
    `
    "export const a = /*#__PURE__*/ React.createElement("b", {
        c: "d"
    }, e);"
  `,
  );
});

const DECORATED = `
const log = [];
const d = (name) => (value, context) => { log.push(name + ' ' + (context.kind ?? typeof context)); };
@d('class') class A { @d('method') m() {} @d('static') static s() { return this.name; } @d('field') f = 1; }
const a = new A();
globalThis.answer = [...log, A.name, A.s(), a.f];
`;

describe('decorators run', () => {
  test('standard', async () => {
    expect(await run(lower(DECORATED))).toEqual([
      'static method',
      'method method',
      'field field',
      'class class',
      'A',
      'A',
      1,
    ]);
  });

  test('legacy', async () => {
    const code = lower(DECORATED.replace('context.kind ?? ', ''), { decorators: 'legacy' });
    expect(await run(code)).toEqual([
      'method string',
      'static string',
      'field string',
      'class undefined',
      'A',
      'A',
      1,
    ]);
  });
});

test('emitDecoratorMetadata emits the types of decorated methods', () => {
  const text = `import { X } from './x.js'; class A { @d m(x: X, y: string, z?: number): boolean { return true; } }`;
  const code = lower(text, { decorators: 'legacy', emitsMetadata: true });
  expect(code.slice(code.lastIndexOf('_ts_decorate(['))).toMatchInlineSnapshot(`
    "_ts_decorate([
        d,
        _ts_metadata("design:type", Function),
        _ts_metadata("design:paramtypes", [
            typeof X === "undefined" ? Object : X,
            String,
            Number
        ]),
        _ts_metadata("design:returntype", Boolean)
    ], A.prototype, "m", null);"
  `);
});

test('the map is composed with the map of the text', () => {
  const text = 'const a: number = 1;\nthrow new Error(String(a));';
  const map = {
    version: 3,
    sources: ['original.ts'],
    names: [],
    mappings: 'AAEA;AACA',
    sourcesContent: ['\n\nthe original\nlines'],
  };
  const lowered = lowerModule({
    text,
    file: 'a.ts',
    decorators: 'standard',
    emitsMetadata: false,
    inputSourceMap: JSON.stringify(map),
  });
  expect(JSON.parse(lowered.map)).toMatchObject({ version: 3, sources: ['original.ts'] });
});

test.each([
  ['columns', ' '.repeat(70_000)],
  ['tabs', '\t'.repeat(17_000)],
  ['wide characters', `const ${'好'.repeat(33_000)} = 1;`],
  ['statements', 'x();'.repeat(20_000)],
])('a syntax error behind very many %s is a problem, and the process goes on', (_, before) => {
  const parsed = parseModule(`// A comment.\n${before}const = 1;`, 'a.ts');
  const message =
    'A line longer than 65,000 columns has an error whose position is unknown: break the line';
  expect(parsed).toMatchObject({ problems: [{ message, start: 14 }] });
  expect(parseModule(`${before}const a = 1;`, 'a.ts').kind).toBe('parsed');
});

// Which interface of swc is used, and that both give the same result.

const load: Load = createRequire(import.meta.url);

/** Creates an installation in which one module is replaced. */
function installation(specifier: string, module: unknown): Load {
  return (asked) => (asked === specifier ? module : load(asked));
}

const OTHER_VERSION = installation('@swc/core/package.json', { version: '99.0.0' });
const MISSING: Load = (asked) => {
  if (asked === '@swc/core/binding.js') throw new Error('Cannot find module');
  return load(asked);
};

const TEXT = `
import { app } from './service.js';
export class Views {
  @app.route('/cities/{id}') city({ id }: { id: string }) { return { id, all: [1, "}"] }; }
}
`;

// After an update: run the tests of this folder and of the compiler, then add the version to `TESTED_VERSIONS`.
test('the installed version is one for which the cutting of its answers is tested', () => {
  expect(TESTED_VERSIONS).toContain(Reflect.get(Object(load('@swc/core/package.json')), 'version'));
  expect(theSwc().isBinding).toBe(true);
});

test.each([
  ['of another version', OTHER_VERSION],
  ['without its binding', MISSING],
  ['whose binding has other functions', installation('@swc/core/binding.js', { parse: load })],
])('an swc %s is asked as it is documented, and gives the same tree', (_, other) => {
  const swc = chooseSwc(other);
  expect(swc.isBinding).toBe(false);
  const module = { text: TEXT, file: 'app.ts' };
  const found = parseWith(swc, { ...module, declaringWord: /route/ });
  const known = parseWith(theSwc(), module);
  if (found.kind !== 'parsed' || known.kind !== 'parsed') throw new Error('it is not parsed');
  expect(JSON.parse(JSON.stringify(found.program))).toEqual(known.program);
  expect(JSON.stringify(found.program)).not.toContain('isSkipped');
});

test('it lowers to the same and says the same against a text', () => {
  const swc = chooseSwc(OTHER_VERSION);
  const options = JSON.stringify({ jsc: { parser: { syntax: 'typescript' } }, isModule: true });
  const text = 'export const one: number = 1;';
  expect(swc.transform(text, options).code).toBe(theSwc().transform(text, options).code);
  const wrong = { text: 'const = 1;', file: 'app.ts' };
  const [found, known] = [parseWith(swc, wrong), parseWith(theSwc(), wrong)];
  if (found.kind !== 'unparsed' || known.kind !== 'unparsed') throw new Error('it is parsed');
  expect(found.problems).toEqual(known.problems);
});

test('it answers in a process of its own too', () => {
  const swc = chooseSwc(OTHER_VERSION);
  const options = JSON.stringify({ syntax: 'typescript', target: 'es2022', isModule: true });
  const call = { name: 'parseSync', text: 'const one = 1;', options } as const;
  const answered = callApart({ ...call, swc });
  expect(answered).toMatchObject({ kind: 'answer', answer: { type: 'Module' } });
  expect(callApart({ ...call, swc: theSwc() })).toMatchObject({ kind: 'answer' });
});

// Locations in a text: swc's byte positions as UTF-16 offsets, lines and columns.

/** Returns the position of the first `@` as swc counts it: UTF-8 bytes from 1, without a byte order mark. */
function positionOfMark(text: string): number {
  return Buffer.byteLength(text.slice(0, text.indexOf('@')).replace(/^\ufeff/, '')) + 1;
}

describe('byte positions become UTF-16 offsets', () => {
  test.each([
    ['ASCII', 'abc @'],
    ['two bytes', 'é @'],
    ['three bytes', '日本 @'],
    ['a surrogate pair', '👍👍 @'],
    ['a byte order mark', '\ufeffa @'],
    ['a byte order mark and more', '\ufeffé👍 @'],
    ['a lone surrogate', '\ud800 @'],
    ['the end', '日@'],
  ])('%s', (_, text) => {
    const source = createSourceText('app.ts', text);
    const start = source.offsetOf(positionOfMark(text));
    expect(start).toBe(text.indexOf('@'));
    const end = source.offsetOf(positionOfMark(text) + 1);
    expect(text.slice(start, end)).toBe('@');
  });
});

describe('lines and columns', () => {
  test.each([
    ['line feeds', 'a\nbc\n\nd', [1, 1, 2, 2, 2, 3, 4]],
    ['carriage returns and line feeds', 'a\r\nb\r\n', [1, 1, 1, 2, 2, 2, 3]],
    ['carriage returns', 'a\rb\r\rc', [1, 1, 2, 2, 3, 4]],
    ['no text', '', [1]],
  ])('%s', (_, text, lines) => {
    const found = lines.map(
      (__, offset) => createSourceText('a', text).spanBetween(offset, offset).line,
    );
    expect(found).toEqual(lines);
  });

  test('any order of questions gives the same answers', () => {
    const text = 'one\ntwo\n\nfour 👍 five\nsix';
    const source = createSourceText('app.ts', text);
    const offsets = [20, 0, 8, 3, 24, 9, 4, 24, 0];
    for (const offset of offsets) {
      const before = text.slice(0, offset).split('\n');
      const { line, column, endLine, endColumn } = source.spanBetween(offset, offset);
      expect([line, column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
      expect([endLine, endColumn]).toEqual([line, column]);
    }
  });
});

// Syntax errors: the message, and the location that is read from swc's printed frame.

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
