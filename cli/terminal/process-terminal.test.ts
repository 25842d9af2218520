// The capabilities of a terminal, read from its streams and the environment.
import { describe, expect, test } from 'vitest';
import { openTerminal } from './terminal.js';

function open(environment: Record<string, string>, { isTTY = true } = {}) {
  const written: string[] = [];
  const output = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  return {
    written,
    ...openTerminal({ stdin: { isTTY }, stdout: output, stderr: output }, environment),
  };
}

describe('colour', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    [{ TERM: 'dumb' }, true, false],
  ])('%j on a terminal %s: %s', (environment, isTTY, expected) => {
    expect(open(environment, { isTTY }).out.hasColor).toBe(expected);
  });
});

describe('box drawing', () => {
  test.each([
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LANG: 'en_US.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, false],
  ])('%j: %s', (environment, expected) => {
    expect(open(environment).out.hasUnicode).toBe(expected);
  });
});

test('a question is asked only where somebody can answer', () => {
  expect(open({}).canAsk).toBe(true);
  expect(open({ CI: 'true' }).canAsk).toBe(false);
  expect(open({ CI: 'false' }).canAsk).toBe(true);
  expect(open({}, { isTTY: false }).canAsk).toBe(false);
});

test('a terminal that does not know its width counts as 80 columns, a pipe has no width', () => {
  const widthOf = (columns: number | undefined) => {
    const output = { isTTY: true, write: () => true, ...(columns !== undefined && { columns }) };
    return openTerminal({ stdin: {}, stdout: output, stderr: output }, {}).out.width;
  };
  expect([0, 61, undefined].map(widthOf)).toEqual([80, 61, undefined]);
});

test('what is written arrives', () => {
  const { written, out } = open({});
  out.write('x');
  expect(written).toEqual(['x']);
});

test('a pipe that nobody reads on is closed', () => {
  const listeners: ((error: NodeJS.ErrnoException) => void)[] = [];
  const output = {
    write: () => true,
    on: (_event: 'error', listener: (error: NodeJS.ErrnoException) => void) =>
      listeners.push(listener),
  };
  const { out } = openTerminal({ stdin: {}, stdout: output, stderr: output }, {});
  expect(out.closed?.aborted).toBe(false);
  for (const listener of listeners)
    listener(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(out.closed?.aborted).toBe(true);
});
