// Constants that grow without limit are reported after little work, whatever they consist of.
import { expect, test } from 'vitest';
import { compileApp } from '../../compiler/index.js';
import { countCalls } from '../support/counted-calls.js';
import { MEMORY_ROOT, memoryFiles } from '../support/memory-files.js';
import { sampleOf } from '../support/sample.js';

type Grown = {
  readonly first: string;
  readonly next: (name: string) => string;
  readonly last: string;
};

/** Limits, as calls of compiler functions: for a value with the maximum number of parts, and for a line of the program. */
const MOST_CALLS = { aValue: 700_000, aLine: 300 };

/**
 * Returns the diagnostic codes for an application whose route reads the last of a number of constants, each built from the
 * previous one.
 */
function codesOf(times: number, { first, next, last }: Grown, data = ''): readonly string[] {
  const lines = Array.from({ length: times }, (_, index) => {
    return `const a${String(index + 1)} = ${next(`a${String(index)}`)};`;
  });
  const text = `import { Framework } from 'framework';
import data from './data.json';
const app = new Framework({ appName: 'x' });
const a0 = ${first};
${lines.join('\n')}
export const index = app.route(${last.replace('$', `a${String(times)}`)})(() => 1);
`;
  const files = memoryFiles({ 'app.ts': text, 'data.json': data });
  const { diagnostics } = compileApp({ root: MEMORY_ROOT, files });
  return [...new Set(diagnostics.map(({ code }) => code))];
}

const METHODS = "'/', { methods: $ }";

const GROWN: readonly [string, number, Grown][] = [
  ['sums', 40, { first: "'/a'", next: (a) => `${a} + ${a}`, last: '$' }],
  ['templates', 40, { first: "'/a'", next: (a) => `\`\${${a}}\${${a}}\``, last: '$' }],
  ['spread lists', 22, { first: "['GET']", next: (a) => `[...${a}, ...${a}]`, last: METHODS }],
  ['lists of lists', 60, { first: "['GET']", next: (a) => `[${a}, ${a}]`, last: METHODS }],
  ['objects of objects', 60, { first: '{}', next: (a) => `{ a: ${a}, b: ${a} }`, last: "'/', $" }],
  ['names', 20_000, { first: "'/'", next: (a) => a, last: '$' }],
  ['long chains of sums', 20_000, { first: "'/'", next: (a) => `${a} + 'a'`, last: '$' }],
  ['properties', 20_000, { first: "{ a: '/' }", next: (a) => `{ a: ${a}.a }`, last: '$.a' }],
  ['conditions', 5000, { first: "'/'", next: (a) => `true ? ${a} : ''`, last: '$' }],
];

test.each(sampleOf('constants that grow', GROWN, 8))('%s, %d times', async (_, times, grown) => {
  let codes: readonly string[] = [];
  const calls = await countCalls(/\/compiler\//, () => {
    codes = codesOf(times, grown);
  });
  expect(codes).not.toEqual([]);
  expect(calls).toBeLessThan(MOST_CALLS.aValue + MOST_CALLS.aLine * times);
});

test.each<[string, number, Grown]>([
  ['sums', 26, { first: "'/a'", next: (a) => `${a} + ${a}`, last: '$' }],
  ['templates', 26, { first: "'/a'", next: (a) => `\`\${${a}}\${${a}}\``, last: '$' }],
  ['spread lists', 18, { first: "['GET']", next: (a) => `[...${a}, ...${a}]`, last: METHODS }],
])('%s that double are told by the code of their size', (_, times, grown) => {
  expect(codesOf(times, grown)).toContain('FW2810');
});

test('data that nests deeply', () => {
  const data = `{ "a": ${'['.repeat(5000)}${']'.repeat(5000)} }`;
  const grown = { first: 'data.a', next: (a: string) => a, last: METHODS };
  expect(codesOf(1, grown, data)).not.toEqual([]);
});

test('an alias of an alias of the application, many times over, is not silent', () => {
  const aliases = Array.from({ length: 5000 }, (_, index) => {
    return `const b${String(index + 1)} = b${String(index)};`;
  });
  const text = `import { Framework } from 'framework';
export const b0 = new Framework({ appName: 'x' });
${aliases.join('\n')}
b5000.route('/')(() => 1);
`;
  const files = memoryFiles({ 'app.ts': text });
  expect(compileApp({ root: MEMORY_ROOT, files }).diagnostics).not.toEqual([]);
});

test('what people write is evaluated', () => {
  const sum = Array.from({ length: 900 }, () => "''").join(' + ');
  const grown = { first: `${sum} + '/a'`, next: (a: string) => `${a} + 'b'`, last: '$' };
  expect(codesOf(20, grown)).toEqual([]);
});

// Names are followed through re-exports, through however many modules.

const LENGTH = 3000;

/** Returns the routes of an application that imports its path from the first module of a chain. */
function routesOf(link: (next: string) => string, last = "export const x = '/found';"): unknown {
  const files: Record<string, string> = {
    'app.ts': `import { Framework } from 'framework';
import { x } from './m0';
export const app = new Framework({ appName: 'x' });
export const index = app.route(x)(() => 1);
`,
  };
  for (let index = 0; index < LENGTH; index++) {
    files[`m${String(index)}.ts`] = link(`./m${String(index + 1)}`);
  }
  files[`m${String(LENGTH)}.ts`] = last;
  const { manifest, diagnostics } = compileApp({ root: MEMORY_ROOT, files: memoryFiles(files) });
  return manifest?.routes.map(({ path }) => path) ?? diagnostics.map(({ code }) => code);
}

test.each<[string, (next: string) => string]>([
  ['export from', (next) => `export { x } from '${next}';`],
  ['export all', (next) => `export * from '${next}';`],
  ['import, then export', (next) => `import { x } from '${next}';\nexport { x };`],
])('a chain of %s', { timeout: 120_000 }, (_, link) => {
  expect(routesOf(link)).toEqual(['/found']);
});

test('a chain that ends in a circle', { timeout: 120_000 }, () => {
  expect(routesOf((next) => `export * from '${next}';`, "export * from './m0';")).not.toEqual([]);
});
