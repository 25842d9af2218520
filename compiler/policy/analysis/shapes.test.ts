// Every way in which calls of the SDK are written.
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
