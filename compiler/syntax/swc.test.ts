// Compilation to JavaScript that esbuild and Node.js accept, in both decorator modes.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { lowerModule, type LowerOptions, parseModule } from './swc.js';

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
