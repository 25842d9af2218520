// Deep nesting of every syntactic form causes a diagnostic, but never ends the process or throws an exception.
import { describe, expect, test } from 'vitest';
import { compileApp, createCompiler } from '../../compiler/index.js';
import { describeApp } from '../../compiler/describe-app.js';
import { readSdkUses } from '../../compiler/sdk-uses.js';
import { findDeepNesting } from '../../compiler/syntax/nesting.js';
import { parseModule } from '../../compiler/syntax/swc.js';
import { MEMORY_ROOT, memoryFiles } from '../support/memory-files.js';
import { sampleOf } from '../support/sample.js';
import { NESTED_FORMS, NESTED_JSX, NESTED_VALUES } from './nested-forms.js';

const APP = `import { Framework } from 'framework';
import './nested';
export const app = new Framework({ appName: 'x' });
export const index = app.route('/')(() => 1);
`;

const FORMS = [
  ...Object.entries(NESTED_FORMS).map(([name, form]) => [name, form, 'nested.ts'] as const),
  ...Object.entries(NESTED_JSX).map(([name, form]) => [name, form, 'nested.tsx'] as const),
];

/** Returns the problems of an application that contains a text. */
function problemsOf(text: string, file: string): readonly string[] {
  const files = memoryFiles({ 'app.ts': APP, [file]: text });
  const { diagnostics } = compileApp({ root: MEMORY_ROOT, files });
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe.each(sampleOf('nested forms', FORMS, 4))('%s', (name, form, file) => {
  test('some levels are read', () => {
    expect(problemsOf(form(name.startsWith('classes that extend') ? 3 : 25), file)).toEqual([]);
  });

  test('many levels are seen before they are parsed', () => {
    expect(findDeepNesting(form(8000), file)?.isBeyondAny).toBe(true);
  });

  test('what is not seen can be parsed', () => {
    let levels = 2000;
    while (findDeepNesting(form(levels), file)) levels = Math.floor(levels * 0.95);
    expect(parseModule(form(levels), file).kind).toBe('parsed');
  });
});

const DEEP_VALUE = `import { Framework } from 'framework';
import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import { x } from './nested';
export const app = new Framework({ appName: 'x' });
export const index = app.route('/')(async () => {
  await new SQSClient().send(new SendMessageCommand({ QueueUrl: 'q', MessageBody: '' }));
  return x;
});
`;

const DEEP = [
  'objects',
  'lists',
  'calls',
  'templates',
  'arrows with bodies',
  'conditions in conditions',
  'functions',
  'classes',
  'if',
  'try',
];

test.each(sampleOf('deep values', DEEP, 11))(
  'documents and policies of %s that nest as deeply as can be read',
  (name) => {
    const deep = NESTED_FORMS[name]?.(490) ?? '';
    const text = deep.includes('export') ? deep : `${deep}\nexport const x = 1;`;
    const files = memoryFiles({ 'app.ts': DEEP_VALUE, 'nested.ts': text });
    const compiler = createCompiler();
    const project = { root: MEMORY_ROOT, files };
    const { manifest, diagnostics } = compiler.compile(project);
    const source = compiler.readSource(project);
    if (!source || !manifest) expect.fail(JSON.stringify(diagnostics));
    expect(describeApp(source, { files, manifest }).operations).toHaveLength(1);
    const { uses } = readSdkUses(compiler, { ...project, environments: [{}] });
    expect(uses.map((use) => use.name)).toEqual(['SendMessage']);
  },
);

// Constructs that are known to have ended the process.
test.each([
  ['type arguments', 3000],
  ['arrows', 10_000],
  ['if', 10_000],
  ['labels', 10_000],
  ['conditions', 50_000],
  ['negations', 50_000],
  ['new', 50_000],
  ['assignments', 50_000],
] as const)('%s, %d levels deep, are a problem with a place', (name, levels) => {
  const text = NESTED_FORMS[name]?.(levels) ?? '';
  expect(problemsOf(text, 'nested.ts')).toEqual([
    'FW1003 Syntax error: The code is nested too deeply to be read.',
  ]);
});

test('a text with escapes may be deeper than the stack', () => {
  const text = String.raw`export const x = ${'!'.repeat(5000)}'\\ud800';`;
  expect(problemsOf(text, 'nested.ts')).toEqual([
    'FW1003 Syntax error: The code is nested too deeply to be read.',
  ]);
});

test('long chains are no nesting that anybody minds', () => {
  const chain = `export const a = ${'q + '.repeat(900)}1;\n`;
  const branches = `${'if (q) { f(); } else '.repeat(900)}{}\n`;
  const table =
    'export const b = [\n' + '  { name: "(", value: f(1) ? 2 : 3 },\n'.repeat(5000) + '];\n';
  expect(problemsOf(chain + branches + table, 'nested.ts')).toEqual([]);
  expect(findDeepNesting(table, 'nested.ts')).toBeUndefined();
});

test('generated chains of 5,000 parts are read, and the calls next to them count', () => {
  const chain = (before: string, part: string, after: string): string =>
    `${before}${part.repeat(5000)}${after}\n`;
  const nested = [
    chain('export const plus = (q: any) => ', 'q.b + ', '1;'),
    chain('export const and = (q: any) => ', 'q && ', '1;'),
    chain('export const or = (q: any) => ', 'q || ', '1;'),
    chain('export const nullish = (q: any) => ', 'q ?? ', '1;'),
    chain('export const constants = ', "'a' + ", "'';"),
    chain('export function inFunction(q: any) { ', 'if (q) { q(); } else ', '{} }'),
    chain('declare const q: any; ', 'if (q) { q(); } else ', '{}'),
  ];
  const app = `import { Framework } from 'framework';
import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs';
import { and, constants, inFunction, nullish, or, plus } from './nested';
export const app = new Framework({ appName: 'x' });
export const index = app.route('/')(() => [and, constants, inFunction, nullish, or, plus, new SQSClient().send(new SendMessageCommand({ QueueUrl: 'q', MessageBody: '' }))]);
`;
  const files = memoryFiles({ 'app.ts': app, 'nested.ts': nested.join('') });
  const compiler = createCompiler();
  const project = { root: MEMORY_ROOT, files };
  expect(compiler.compile(project).diagnostics).toEqual([]);
  const { uses } = readSdkUses(compiler, { ...project, environments: [{}] });
  expect(uses.map(({ name }) => name)).toEqual(['SendMessage']);
});

/** Creates numbers from 0 to 1 that are the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

test.each(sampleOf('forms in each other', SEEDS, 10))('forms in each other, seed %d', (seed) => {
  const next = random(seed + 1);
  const depth = 10 + Math.floor(next() * 60);
  let text = '1';
  let opened = '';
  for (let level = 0; level < depth; level++) {
    const [open, close] = NESTED_VALUES[Math.floor(next() * NESTED_VALUES.length)] ?? ['', ''];
    text = open + text + close;
    opened = open + opened;
  }
  const source = `export const x = ${text};`;
  // Whether it is parsed does not matter; reaching this line does.
  if (!findDeepNesting(source, 'a.ts')) expect(parseModule(source, 'a.ts').kind).toMatch(/parsed/);
  const deep = `export const y = ${opened.repeat(Math.ceil(2000 / depth))}`;
  expect(findDeepNesting(deep, 'a.ts')?.isBeyondAny).toBe(true);
});

test('a chain of imports is longer than any stack', () => {
  const chain = Array.from({ length: 3000 }, (_, index) => {
    return [`nested${String(index)}.ts`, `import './nested${String(index + 1)}';`] as const;
  });
  const modules = { ...Object.fromEntries(chain), 'nested3000.ts': '' };
  const texts = { 'app.ts': APP, 'nested.ts': `import './nested0';`, ...modules };
  const { modules: read, diagnostics } = compileApp({
    root: MEMORY_ROOT,
    files: memoryFiles(texts),
  });
  expect(diagnostics).toEqual([]);
  expect(read.map(({ file }) => file)).toHaveLength(3003);
  expect(read.slice(0, 2).map(({ file }) => file)).toEqual(['nested3000.ts', 'nested2999.ts']);
});
