// The cost of an analysis: it grows with the size of the code, whatever the code is, and no call is missed because of the
// limits.
import { describe, expect, test } from 'vitest';
import { isFull, sampleOf } from '../../../../test/support/sample.js';
import type { SdkUses, InputValue, TextPattern } from '../../sdk-use.js';
import { entangledProgram } from './entangled-program.fixture.js';
import type { AnalysisWork } from '../find-sdk-uses.js';
import { analyse, show } from './small-app.fixture.js';
import { bucket } from './input-shapes.fixture.js';
import { randomProgram, type RandomProgram } from './random-program.fixture.js';
import { ANNOTATIONS, GUESSES, TRAPS } from './annotation-shapes.fixture.js';
import { CLIENTS } from './client-shapes.fixture.js';
import { COMMANDS } from './command-shapes.fixture.js';

type Measured = { readonly found: SdkUses; readonly work: AnalysisWork };

function measure(text: string): Measured {
  let work: AnalysisWork = { work: 0, isSpent: false, modules: 0 };
  const found = analyse(text, [{}], { measure: (done) => (work = done) });
  return { found, work };
}

function usesOf({ uses }: SdkUses): readonly string[] {
  return uses.map(({ kind, package: name, name: operation }) => {
    return `${name.replace('@aws-sdk/client-', '')} ${kind} ${operation}`;
  });
}

describe('programs in which everything may be everywhere', () => {
  const seeds = Array.from({ length: 8 }, (_, seed) => seed);

  test.each(sampleOf('entangled programs', seeds, 8))('program %i', (seed) => {
    const { source, called } = entangledProgram(seed, 60 + 40 * seed);
    const { found, work } = measure(source);
    expect(called.filter((use) => !usesOf(found).includes(use))).toEqual([]);
    // The reduced capacity of nodes alone must limit the cost; stopping early is reserved for unforeseen programs.
    expect(work.isSpent).toBe(false);
    expect(work.work).toBeLessThan(1_200_000 + 3 * source.length);
  });

  test('a program of eight times the size costs at most some ten times as much, and is said to be entangled', () => {
    const sizes = isFull ? [200, 1600] : [60, 480];
    const [small, large] = sizes.map((size) => measure(entangledProgram(99, size).source));
    expect(large?.work.work).toBeLessThan(12 * (small?.work.work ?? 0));
    const said = large?.found.unresolved.find(({ kind }) => kind === 'entangled');
    expect(said?.at).toMatchObject({ file: 'app.ts', line: 1 });
  });
});

const CLIENT = `import { S3 } from '@aws-sdk/client-s3';\nconst s3 = new S3({});\n`;

/** Each program once took minutes, all of the memory, or the stack. */
const PATHOLOGICAL: readonly (readonly [string, string])[] = [
  ['a sum as the value of an enum member', `enum Sum { A = ${"'a' + ".repeat(3000)}'a' }`],
  [
    'methods of many texts and lists',
    Array.from(
      { length: 200 },
      (_, at) =>
        `function f${String(at)}(x: any) { const all = ['a${String(at)}', x]; table[x].push(...all.map((y) => y.split('.').concat(all).filter(x)[x])); return table[all[x]]; }\n table.t${String(at)} = [f${String(at)}('t${String(at)}')];`,
    ).join('\n'),
  ],
  [
    'objects in objects, a thousand deep, that are given away',
    `let deep: any = { s3 };\n${Array.from({ length: 3000 }, (_, at) => `const d${String(at)}: any = { inner: ${at === 0 ? 'deep' : `d${String(at - 1)}`} };`).join('\n')}\nJSON.parse(d2999);globalThis.lost = d2999;`,
  ],
  [
    'a class that extends itself by way of a function',
    `const mixed = (Base: any) => class Mixed extends Base { ask() { return super.ask?.() ?? this.other; } };
     const Twice = mixed(mixed(mixed(Object)));
     new Twice().ask(); new Twice().other.ask();`,
  ],
  [
    'nested assignments that read what they change',
    `const x: any = {};\n${'('.repeat(40)}x.a ||= {}${').a ||= {}'.repeat(40)};`,
  ],
  [
    'interfaces that refer to each other',
    Array.from({ length: 300 }, (_, at) => {
      const next = (step: number): string => `I${String((at * step + 1) % 300)}`;
      return `export interface I${String(at)} { a: ${next(2)}; b: ${next(3)}; c(): ${next(5)}; d: ${next(7)}[]; e: Map<string, ${next(11)}> }\nexport const f${String(at)} = (x: I${String(at)}) => x.a.b.c();`;
    }).join('\n'),
  ],
  [
    'objects that hold each other, given to a package',
    `import { run } from 'elsewhere';\nconst all: any[] = [];\n${Array.from({ length: 150 }, (_, at) => `const o${String(at)} = { all, at: ${String(at)}, list: [all] }; all.push(o${String(at)}); run(o${String(at)}, all);`).join('\n')}`,
  ],
  [
    'functions that are exported by default, each called by the one before',
    `import f0 from './f0.js';\nf0();\n${Array.from({ length: 1500 }, (_, at) => `-- f${String(at)}.ts --\nimport next from './f${String(at + 1)}.js';\nexport default function f() { if (1) { for (;;) { return next(); } } }\n`).join('')}-- f1500.ts --\nexport default function f() {}\n`,
  ],
];

test.each(sampleOf('pathological programs', PATHOLOGICAL, 4))('%s', (_title, source) => {
  const { found, work } = measure(
    `${CLIENT}export const view = () => s3.getObject({ Bucket: 'photos', Key: 'k' });\n${source}`,
  );
  expect(usesOf(found)).toContain('s3 method GetObject');
  expect(work.isSpent).toBe(false);
});

test('code of a thousand functions of its own is followed whole', () => {
  const length = isFull ? 1000 : 300;
  const functions = Array.from(
    { length },
    (_, at) =>
      `export function f${String(at)}(input: { name: string }) { const all = [input.name, 'x'].map((item) => item.trim()); return { all, next: () => f${String((at + 1) % length)}(input) }; }`,
  );
  const { found } = measure(
    `${CLIENT}${functions.join('\n')}\nexport const view = () => s3.getObject({ Bucket: 'photos' });`,
  );
  expect(found.unresolved).toEqual([]);
  expect(usesOf(found)).toEqual(['s3 method GetObject']);
});

// What is known about an input must match its actual value, in random programs.

/** The seeds of the programs. */
const PROGRAMS = sampleOf('random programs', [...Array(300).keys()], 6);

function inputOf({ source, expression }: RandomProgram): InputValue {
  const { uses } = analyse(bucket(source, expression));
  const input = uses.at(-1)?.inputs[0];
  return (input?.kind === 'object' ? input.entries.Bucket : input) ?? { kind: 'unknown' };
}

function holds(known: InputValue, value: string | undefined): boolean {
  switch (known.kind) {
    case 'text':
      return value !== undefined && known.values.some((pattern) => matches(pattern, value));
    case 'absent':
      return value === undefined;
    case 'unknown':
      return true;
    default:
      return false;
  }
}

function matches(pattern: TextPattern, value: string): boolean {
  const pieces = pattern.map((piece) => piece?.replaceAll(/[^a-z0-9]/g, String.raw`\$&`) ?? '.*');
  return new RegExp(`^${pieces.join('')}$`, 's').test(value);
}

test('a value that is known is the value that the program computes', () => {
  const wrong: string[] = [];
  let known = 0;
  for (const seed of PROGRAMS) {
    const program = randomProgram(seed);
    const input = inputOf(program);
    if (input.kind === 'text') known++;
    if (holds(input, program.value)) continue;
    const said = show(bucket(program.source, program.expression));
    wrong.push(`${program.source}\n${program.expression} is ${String(program.value)}\n${said}`);
  }
  expect(wrong[0]).toBeUndefined();
  expect(known).toBeGreaterThan(PROGRAMS.length / 4);
});

test('a program in which everything may be everywhere is read, and nothing is said of its inputs', () => {
  const count = 400;
  const functions = Array.from({ length: count }, (_, index) => {
    const next = String((index + 1) % count);
    return `function f${String(index)}(x, y) { hub.push(f${next}, { x, y, f: f${next} }); return hub[x.y](y, x.f); }`;
  });
  const start = `const hub: any[] = []; const box: any = { name: 'a' };`;
  const end = `hub.push(box); hub[Number('${String(count)}')].name = globalThis.prompt();`;
  const program = [start, ...functions, end].join('\n');
  expect(show(bucket(program, 'box.name'))).toBe('s3 method ListObjects({ Bucket: ? })');
});

// Every way to write SDK calls.

describe.each([
  ['commands and functions', COMMANDS],
  ['methods of clients', CLIENTS],
  ['annotations', ANNOTATIONS],
  ['guesses', GUESSES],
  ['what is no use', TRAPS],
])('%s', (_group, shapes) => {
  test.each(shapes)('%s', (_shape, source, expected) => {
    expect(show(source)).toBe(expected);
  });
});

test('nothing of an application is executed', () => {
  const shapes = [...COMMANDS, ...CLIENTS, ...ANNOTATIONS, ...GUESSES, ...TRAPS];
  for (const [, source, expected] of sampleOf('hostile shapes', shapes, 4)) {
    const hostile = `globalThis.wasExecuted = true; throw new Error('executed');\n${source}`;
    expect(show(hostile)).toBe(expected);
  }
  expect('wasExecuted' in globalThis).toBe(false);
});
