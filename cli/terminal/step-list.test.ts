// The list of steps on a screen and in a pipe.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStepList } from './step-list.js';
import type { TextStream } from './terminal.js';

function stream(over: Partial<TextStream> = {}): TextStream & { readonly text: () => string } {
  let text = '';
  return {
    write: (piece) => {
      text += piece;
    },
    isTty: false,
    width: 40,
    hasColor: false,
    hasUnicode: false,
    ...over,
    text: () => text,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a pipe gets a line with its time when a step has ended', () => {
  const out = stream();
  let time = 0;
  const list = createStepList(out, { now: () => time });
  list.begin('a', 'Creating role helloworld-dev');
  list.begin('b', 'Creating API helloworld-dev');
  time = 1234;
  list.end('a', 'done', 'Created role helloworld-dev');
  time = 2000;
  list.end('b', 'failed', 'Could not create API helloworld-dev');
  list.close();
  expect(out.text()).toMatchInlineSnapshot(`
    "Created role helloworld-dev (1.2 s)
    Could not create API helloworld-dev (2.0 s)
    "
  `);
});

test('a screen shows what runs below what is done, and in the end only what is done', () => {
  const out = stream({ isTty: true });
  let time = 0;
  const list = createStepList(out, { now: () => time });
  list.begin('a', 'Creating role');
  list.begin('b', 'Creating function');
  time = 1500;
  vi.advanceTimersByTime(100);
  list.end('a', 'done', 'Created role');
  expect(screenOf(out.text())).toEqual(['+ Created role (1.5 s)', '/ Creating function (1 s)']);
  list.end('b', 'done', 'Created function');
  list.close();
  expect(screenOf(out.text())).toEqual(['+ Created role (1.5 s)', '+ Created function (1.5 s)']);
});

test('a long line is cut, so that it stays one line', () => {
  const out = stream({ isTty: true, width: 20 });
  const list = createStepList(out, { now: () => 0 });
  list.begin('a', 'Creating function of a very long name');
  expect(screenOf(out.text())).toEqual(['| Creating funct...']);
  list.close();
  expect(screenOf(out.text())).toEqual([]);
});

test('of many steps at once some are shown and the others counted', () => {
  const out = stream({ isTty: true });
  const list = createStepList(out, { now: () => 0 });
  for (let number = 1; number <= 20; number += 1) list.begin(`${number}`, `Creating ${number}`);
  expect(screenOf(out.text()).slice(7)).toEqual(['| Creating 8', '  and 12 more']);
  list.close();
});

test('control characters in a name are shown, not obeyed', () => {
  const out = stream();
  createStepList(out, { now: () => 0 }).say('a\u001b[2Jb');
  expect(out.text()).toBe('a\u241b[2Jb\n');
});

/** Returns what a terminal shows for the text. */
function screenOf(text: string): string[] {
  const lines: string[] = [''];
  let row = 0;
  for (const [, up, clear, end, piece] of text.matchAll(
    /\u001b\[(\d+)A|(\u001b\[[JK])|([\r\n])|([^\u001b\r\n]+)/g,
  )) {
    if (up !== undefined) row -= Number(up);
    else if (clear === '\u001b[J') lines.splice(row);
    else if (end === '\n') row += 1;
    else if (piece !== undefined) lines[row] = piece;
  }
  return lines.filter((line) => line !== '');
}
