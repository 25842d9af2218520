// Reports the builds and the requests of the local server to listeners, and as lines in the terminal.
import colors from 'picocolors';
import { printable } from '../../../runtime/contract/printable.js';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { failedRecords, recordIds } from '../events/bound-sources.js';
import type { Run } from '../events/source-commands.js';
import type { HttpAnswer } from '../gateway/index.js';
import { formatBytes } from '../../terminal/printable.js';
import type { TextStream } from '../../terminal/terminal.js';
import type { BuiltApp } from './builder.js';
import type { StreamFacts } from './app-report.js';
import type { IncomingRequest } from './http-server.js';

export type ServedRequest = {
  readonly number: number;
  /** When the request arrived, in milliseconds since 1970. */
  readonly time: number;
  /** `EVENT` for a run. */
  readonly method: string;
  /** The path and query string as sent; for a run, the name of the function. */
  readonly target: string;
  readonly status: number | 'gone' | 'done' | 'failed';
  readonly milliseconds: number;
  readonly streamed?: StreamFacts;
  /** Why the application was not called, or why a stream ended early; for a run, the title of the event source. */
  readonly note?: string;
  readonly runs?: string;
  /** The stack of an exception that the view did not handle. */
  readonly stack?: string;
};

/** The contents of a request, its response and the application's output. Sent to listeners, but not stored. */
export type RequestContents = Pick<IncomingRequest, 'headers' | 'body'> & {
  readonly answer: HttpAnswer;
  readonly log: string;
};

/** The state of the newest build. `app` is the last build without errors. */
export type ServerState = {
  readonly kind: 'building' | 'serving' | 'broken';
  readonly app: BuiltApp | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

export type FeedListener = {
  readonly onState?: (state: ServerState) => void;
  readonly onRequest?: (request: ServedRequest, contents: RequestContents | undefined) => void;
};

export type ServerFeed = {
  readonly state: () => ServerState;
  /** Returns the most recent requests, oldest first. */
  readonly requests: () => readonly ServedRequest[];
  /** The returned function removes the listener. */
  readonly listen: (listener: FeedListener) => () => void;
  readonly setState: (state: Partial<ServerState>) => void;
  readonly add: (request: Omit<ServedRequest, 'number'>, contents?: RequestContents) => void;
};

const MOST = 200;

export function createServerFeed(): ServerFeed {
  let state: ServerState = { kind: 'building', app: undefined, diagnostics: [] };
  let last = 0;
  const kept: ServedRequest[] = [];
  const listeners = new Set<FeedListener>();
  return {
    state: () => state,
    requests: () => [...kept],
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setState: (next) => {
      state = { ...state, ...next };
      for (const listener of listeners) listener.onState?.(state);
    },
    add: (request, contents) => {
      last += 1;
      const served = { ...request, number: last };
      kept.push(served);
      if (kept.length > MOST) kept.shift();
      for (const listener of listeners) listener.onRequest?.(served, contents);
    },
  };
}

export function servedRun(run: Run): Omit<ServedRequest, 'number'> {
  const { name, kind, title, event, outcome, time, milliseconds } = run;
  const isReturned = outcome.kind === 'returned';
  const failed = failedRecords(kind, event, outcome).length;
  const count = recordIds(kind, event).length;
  const records = count > 1 && failed > 0 ? [`${failed} of ${count} records failed`] : [];
  const message = isReturned || outcome.trace !== undefined ? [] : [outcome.message];
  return {
    time,
    method: 'EVENT',
    target: name,
    runs: name,
    status: failed > 0 ? 'failed' : 'done',
    milliseconds,
    note: [title, ...records, ...message].join(', '),
    ...(!isReturned && outcome.trace !== undefined && { stack: outcome.trace }),
  };
}

export type AccessLine = Pick<
  ServedRequest,
  'method' | 'target' | 'milliseconds' | 'streamed' | 'note'
> & { readonly status: number | 'gone' };

type AccessLog = { readonly line: (line: AccessLine) => void; readonly flush: () => void };

/** How long a line may be delayed, in milliseconds. */
const DELAY = 20;
const LONGEST_TARGET = 200;

/** Prints a line for each request. Lines are written in batches for speed, but always before any other output. */
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
    if (status === 'gone') return paint.dim('client left');
    const text = String(status);
    if (status >= 500) return paint.red(text);
    return status >= 400 ? paint.yellow(text) : paint.green(text);
  };
  return {
    flush,
    line: ({ method, target, status, milliseconds, streamed, note }) => {
      const time = shownTime(milliseconds);
      const more = streamed ? streamWords(streamed) : '';
      waiting += `${method} ${shown(target)} ${statusOf(status)} ${time}${more}\n`;
      if (note !== undefined) waiting += `  ${printable(note)}\n`;
      timer ??= setTimeout(flush, DELAY);
    },
  };
}

function shownTime(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds))} ms`;
}

function streamWords({ firstByte, size }: StreamFacts): string {
  const first = firstByte === undefined ? '' : `, first byte after ${shownTime(firstByte)}`;
  return `${first}, ${formatBytes(size)}`;
}

function shown(target: string): string {
  const short = target.length > LONGEST_TARGET ? `${target.slice(0, LONGEST_TARGET)}…` : target;
  return /^[\x21-\x7e]*$/.test(short) ? short : printable(short);
}
