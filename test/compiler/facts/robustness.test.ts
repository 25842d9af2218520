// Whatever a file contains, compiling returns diagnostics and never throws; and a second compilation reads only what changed.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileApp, createCompiler } from '../../../compiler/index.js';
import { scanModule } from '../../../compiler/facts/scan-module.js';
import { memoryFiles, MEMORY_ROOT } from '../../support/memory-files.js';
import { sampleOf } from '../../support/sample.js';
import { HEAD, type Texts } from './read-texts.js';

/** Creates pseudo-random numbers that are the same in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NOISE = [
  '{',
  '}',
  '(',
  ')',
  '`',
  '${',
  "'",
  '"',
  '/',
  '@',
  '#',
  '...',
  '=>',
  'class ',
  'é',
  '👍',
  '\r',
  '\0',
  '\ufeff',
  '\u2028',
  'await ',
  'import ',
  'export ',
  'enum ',
  '<',
  'route',
];

function mutate(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const noise = NOISE[random(NOISE.length)] ?? '';
  switch (random(4)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + random(20));
    case 2:
      return text.slice(0, at) + noise + text.slice(at);
    default:
      return text.slice(0, at) + text.slice(at, at + 40) + text.slice(at);
  }
}

const SOURCE = `${HEAD}import data from './data.json';
enum Method { Get = 'GET', Put = 'PUT' }
const PATHS = { city: '/cities/{city}', } as const;
abstract class Views<T> {
  @app.route(PATHS.city, { methods: [Method.Get, \`\${Method.Put}\`], cors: true }) @logged
  async city(city: string, ...rest: T[]) { if (city === 'é👍') { await import('./later.js'); } return { ...data, city }; }
  static #x = 1; get y() { return Views.#x; }
  @app.lambdaFunction({ name: 'job' }) static job(event: unknown) {}
}
export const index = app.route('/')(() => ({ hello: 'world' }));
app.api.binaryTypes.push(...['a/b'], data?.type ?? 'c/d');
export default function* gen<T extends {}>(this: T, { a: [b = 1] = [] }: any) { yield* b; }
`;

const FIXTURES = join(import.meta.dirname, '../../fixtures/compiler');

function fixtureSources(): readonly string[] {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.[cm]?tsx?$/.test(file))
    .map((file) => readFileSync(join(FIXTURES, file), 'utf8'));
}

const SOURCES = [SOURCE, ...fixtureSources()].map((text, index) => [index, text] as const);

describe('a damaged file is a diagnostic, never an exception', () => {
  const DRAWN = sampleOf('damaged sources', SOURCES, 5);

  test.each(DRAWN)('source %i', (index, text) => {
    const random = createRandom(index + 1);
    for (let round = 0; round < (index === 0 ? 400 : 12); round++) {
      const damaged = mutate(random(3) === 0 ? mutate(text, random) : text, random);
      const files = memoryFiles({
        'app.ts': damaged,
        'data.json': '{ "type": "x/y" }',
        'later.ts': '',
      });
      const { diagnostics } = compileApp({ root: MEMORY_ROOT, files });
      for (const { at } of diagnostics) {
        if (at?.file !== 'app.ts') continue;
        expect(at.start).toBeGreaterThanOrEqual(0);
        expect(at.end).toBeLessThanOrEqual(damaged.length);
        expect(at.end).toBeGreaterThanOrEqual(at.start);
      }
    }
  });

  test.each([
    ['parentheses', '('.repeat(3000)],
    ['lists', `export const a = ${'['.repeat(3000)}${']'.repeat(3000)};`],
    ['a sum', `export const a = ${'1 + '.repeat(5000)}1;`],
    ['a chain', `export const a = x${'.y'.repeat(5000)};`],
    ['calls', `export const a = x${'()'.repeat(3000)};`],
    ['blocks', `${'{'.repeat(2000)}${'}'.repeat(2000)}`],
  ])('deep nesting: %s', (_, text) => {
    expect(() =>
      compileApp({ root: MEMORY_ROOT, files: memoryFiles({ 'app.ts': HEAD + text }) }),
    ).not.toThrow();
  });
});

describe('a compiler that is kept', () => {
  const project: Texts = {
    'app.ts': `import './a.js';\nimport './b.js';`,
    'lib.ts': `${HEAD}export { app };\nexport const P = '/p';`,
    'a.ts': `import { app, P } from './lib.js';\nclass A { @app.route(P + '/a') a() {} }`,
    'b.ts': `import { app, P } from './lib.js';\nclass B { @app.route(P + '/b') b() {} }`,
  };
  const paths = (compilation: ReturnType<typeof compileApp>): unknown =>
    compilation.manifest?.routes.map(({ path }) => path);

  test('gives the same as a new one after each edit', () => {
    const compiler = createCompiler();
    const edits: readonly Texts[] = [
      project,
      { ...project, 'lib.ts': (project['lib.ts'] ?? '').replace('/p', '/q') },
      { ...project, 'b.ts': 'export {};' },
      { ...project, 'b.ts': 'class {' },
      { ...project, 'a.ts': `import { P } from './lib.js';\nexport function f() { return P; }` },
      project,
    ];
    for (const texts of edits) {
      const options = { root: MEMORY_ROOT, files: memoryFiles(texts) };
      expect(compiler.compile(options)).toEqual(compileApp(options));
    }
    expect(paths(compiler.compile({ root: MEMORY_ROOT, files: memoryFiles(project) }))).toEqual([
      '/p/a',
      '/p/b',
    ]);
  });
});

test('bodies that are skipped hide nothing', () => {
  const text = `${HEAD}
class V { m() { const s = "]},\\"generator\\":"; return { o() { return '{'; }, get g() { return s; } }; } constructor() { list.push('in constructor'); } }
const list = ['a'];
function f() { return function g() { class Inner { n() { list.push(1); } } return Inner; }; }
const h = () => { const t = \`}\`; return t; };
`;
  const record = scanModule(text, 'app.ts');
  const before = record.uses.length;
  record.readBodiesWith('list');
  const found = record.uses.slice(0).filter(({ kind }) => kind === 'write');
  expect(found).toHaveLength(2);
  // Each `push` is also a call of a member that an application does not have.
  expect(record.uses.length).toBe(before + 4);
});
