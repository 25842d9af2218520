// Prints one line for each request: method, path, status and time. Lines are written a few at a time, so that printing
// does not slow serving, and always before anything else is printed.
import colors from 'picocolors';
import { printable } from '../../../runtime/contract/printable.js';
import type { TextStream } from '../../terminal/terminal.js';

export type AccessLine = {
  readonly method: string;
  /** Path and query string as sent. */
  readonly target: string;
  readonly status: number | 'gone';
  readonly milliseconds: number;
  readonly note?: string;
};

export type AccessLog = {
  readonly line: (line: AccessLine) => void;
  /** Writes the lines that wait. */
  readonly flush: () => void;
};

/** How long a line may wait, in milliseconds. */
const DELAY = 20;
const LONGEST_TARGET = 200;

/** Opens the log on a stream of the terminal. */
export function createAccessLog(stream: TextStream): AccessLog {
  const paint = colors.createColors(stream.hasColor);
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    stream.write(text);
  };
  const statusOf = (status: number | 'gone'): string => {
    if (status === 'gone') return paint.dim('client gone');
    const text = String(status);
    if (status >= 500) return paint.red(text);
    return status >= 400 ? paint.yellow(text) : paint.green(text);
  };
  return {
    flush,
    line: ({ method, target, status, milliseconds, note }) => {
      const time = milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds));
      waiting += `${method} ${shown(target)} ${statusOf(status)} ${time} ms\n`;
      if (note !== undefined) waiting += `  ${printable(note)}\n`;
      timer ??= setTimeout(flush, DELAY);
    },
  };
}

function shown(target: string): string {
  const short = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
  return /^[\x21-\x7e]*$/.test(short) ? short : printable(short);
}
