// Shows steps while they run. A screen shows a live list, with running steps below completed ones. A pipe receives one line for
// each completed step.
import stringWidth from 'fast-string-width';
import colors from 'picocolors';
import { printable } from '../../runtime/contract/printable.js';
import type { TextStream } from './terminal.js';

type StepEnd = 'done' | 'failed' | 'stopped';

export type StepList = {
  /** Begins a step. `text` describes it while it runs, for example `Creating function helloworld-dev`. */
  readonly begin: (id: string, text: string) => void;
  /** Ends a step. `text` describes the result, for example `Created function helloworld-dev`. */
  readonly end: (id: string, end: StepEnd, text: string) => void;
  readonly drop: (id: string) => void;
  /** Writes a line above the running steps. */
  readonly say: (text: string) => void;
  /** Removes the live lines. Before that, nothing else may write to the stream. */
  readonly close: () => void;
};

/** Lines that have scrolled off the screen cannot be redrawn. */
const LIVE_LINES = 8;
const FRAME = 100;

/** `now` is a monotonic clock, in milliseconds. */
export function createStepList(
  stream: TextStream,
  { now = () => performance.now() }: { readonly now?: () => number } = {},
): StepList {
  const paint = colors.createColors(stream.hasColor);
  const marks = marksOf(stream, paint);
  const running = new Map<string, { readonly text: string; readonly since: number }>();
  let drawn = 0;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;

  const liveLines = (): string[] => {
    const all = [...running.values()];
    const spinner = marks.spinner[frame % marks.spinner.length] ?? '';
    const lines = all.slice(0, LIVE_LINES).map(({ text, since }) => {
      const seconds = Math.floor((now() - since) / 1000);
      const line = `${spinner} ${printable(text)}${seconds > 0 ? ` (${seconds} s)` : ''}`;
      return fit(line, stream.width ?? 80);
    });
    const hidden = all.length - lines.length;
    return hidden > 0 ? [...lines, `  and ${hidden} more`] : lines;
  };

  // Draws the live lines over the previous ones in a single write, which avoids flicker.
  const draw = (above: readonly string[]): void => {
    const live = liveLines();
    const lines = [...above, ...live].map((line) => `\r${line}\u001b[K\n`).join('');
    const up = drawn > 0 ? `\u001b[${drawn}A` : '';
    stream.write(`${up}${lines}\u001b[J`);
    drawn = live.length;
  };

  const tick = (): void => {
    frame += 1;
    draw([]);
  };

  const write = (line: string): void => {
    if (stream.isTty) draw([line]);
    else stream.write(`${line}\n`);
  };

  return {
    begin: (id, text) => {
      running.set(id, { text, since: now() });
      if (!stream.isTty) return;
      timer ??= setInterval(tick, FRAME).unref();
      draw([]);
    },
    end: (id, end, text) => {
      const since = running.get(id)?.since ?? now();
      running.delete(id);
      const time = `(${((now() - since) / 1000).toFixed(1)} s)`;
      const mark = stream.isTty ? `${marks[end]} ` : '';
      write(`${mark}${printable(text)} ${stream.isTty ? paint.dim(time) : time}`);
    },
    drop: (id) => {
      running.delete(id);
      if (stream.isTty) draw([]);
    },
    say: (text) => write(printable(text)),
    close: () => {
      clearInterval(timer);
      running.clear();
      if (drawn > 0) draw([]);
    },
  };
}

const DOTS: readonly string[] = ['\u280b', '\u2819', '\u2838', '\u2834', '\u2826', '\u2807'];
const LINES: readonly string[] = ['|', '/', '-', '\\'];

type Marks = Readonly<Record<StepEnd, string>> & { readonly spinner: readonly string[] };

function marksOf({ hasUnicode }: TextStream, paint: ReturnType<typeof colors.createColors>): Marks {
  return {
    done: paint.green(hasUnicode ? '\u2713' : '+'),
    failed: paint.red(hasUnicode ? '\u2717' : 'x'),
    stopped: paint.yellow('-'),
    spinner: hasUnicode ? DOTS : LINES,
  };
}

/** Cuts a line to the width of the screen. If it wrapped, the next redraw would be off by one line. */
function fit(line: string, width: number): string {
  if (stringWidth(line) < width) return line;
  return `${line.slice(0, Math.max(0, width - 4))}...`;
}

// Reports what a command is waiting for if it waits longer than a few seconds. In a pipe, nothing else shows that the command
// is still running, and on a screen, nothing else explains the delay.

export type WaitNotices = {
  /** Begins a wait, described by the clause `what`. The returned function ends the wait. */
  readonly waitFor: (what: string) => () => void;
  /** Sends notices to `say`, for example to a live list, until the returned function is called. */
  readonly through: (say: Say) => () => void;
};

type Say = (text: string) => void;

const SILENCE = 3000;

/** Creates the notices. If several waits are for the same thing, only one notice is shown. */
export function createWaitNotices(say: Say): WaitNotices {
  const said = new Set<string>();
  const ways: Say[] = [say];
  return {
    waitFor: (what) => {
      const timer = setTimeout(() => {
        if (said.has(what)) return;
        said.add(what);
        ways.at(-1)?.(printable(`Waiting for ${what}`));
      }, SILENCE).unref();
      return () => clearTimeout(timer);
    },
    through: (way) => {
      ways.push(way);
      return () => ways.splice(ways.indexOf(way), 1);
    },
  };
}
