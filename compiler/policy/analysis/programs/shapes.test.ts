// Every way to write SDK calls.
import { describe, expect, test } from 'vitest';
import { ANNOTATIONS, GUESSES, TRAPS } from './annotation-shapes.fixture.js';
import { CLIENTS } from './client-shapes.fixture.js';
import { COMMANDS } from './command-shapes.fixture.js';
import { show } from './small-app.fixture.js';

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
  for (const [, source, expected] of shapes) {
    const hostile = `globalThis.wasExecuted = true; throw new Error('executed');\n${source}`;
    expect(show(hostile)).toBe(expected);
  }
  expect('wasExecuted' in globalThis).toBe(false);
});
