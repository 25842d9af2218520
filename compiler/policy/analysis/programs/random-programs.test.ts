// What is known about an input must match its actual value, in random programs.
import { expect, test } from 'vitest';
import type { InputValue, TextPattern } from '../../sdk-use.js';
import { bucket } from './input-shapes.fixture.js';
import { randomProgram, type RandomProgram } from './random-program.fixture.js';
import { analyse, show } from './small-app.fixture.js';

const PROGRAMS = 300;

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
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const program = randomProgram(seed);
    const input = inputOf(program);
    if (input.kind === 'text') known++;
    if (holds(input, program.value)) continue;
    const said = show(bucket(program.source, program.expression));
    wrong.push(`${program.source}\n${program.expression} is ${String(program.value)}\n${said}`);
  }
  expect(wrong[0]).toBeUndefined();
  expect(known).toBeGreaterThan(PROGRAMS / 4);
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
