// Groups the lines of a log by request. Within a stream, Lambda serves one request at a time, between START and REPORT. Lines
// before the first START were printed while the application was loading and belong to the first request.
import type { LogEvent } from '../../cloud/services/logs.js';
import {
  type LogLine,
  readLogLine,
  type Report,
  type ServedLine,
  type TextLine,
} from './log-line.js';
import colors from 'picocolors';
import { printable } from '../../../runtime/contract/printable.js';
import { indented } from '../../terminal/printable.js';

type PrintedLine = TextLine & { readonly time: number };

export type LogRequest = {
  /** The request id; undefined for lines that belong to no request. */
  readonly requestId: string | undefined;
  readonly stream: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly served: ServedLine | undefined;
  /** Milliseconds until the first chunk of a stream; undefined for other responses. */
  readonly firstByte?: number;
  /** Lambda's report; undefined while the request is running, and for lines that arrived after its end. */
  readonly report: Report | undefined;
  readonly lines: readonly PrintedLine[];
  readonly outcome: Report['outcome'] | 'running';
};

/** Collects events until the entry for a request, such as its block on the screen, is complete. */
export type LogGroups<Entry> = {
  /** Adds the next event and returns the entries that it completes. */
  readonly add: (event: LogEvent) => readonly Entry[];
  /** Returns the open entries, whether complete or not. */
  readonly flush: () => readonly Entry[];
  /** Returns the lines so far of requests whose first event was added by this time, in milliseconds. */
  readonly flushOlder: (addedBefore: number) => readonly Entry[];
};

type Open = {
  requestId: string | undefined;
  startedAt: number;
  readonly addedAt: number;
  served: ServedLine | undefined;
  /** The time of the request's START line. */
  begunAt?: number;
  firstByte?: number;
  isFailed: boolean;
  lines: PrintedLine[];
};

/** Groups the events from all of a function's streams. `now` is in milliseconds. */
export function groupRequests(
  { isStreaming }: { readonly isStreaming: boolean },
  now: () => number = Date.now,
): LogGroups<LogRequest> {
  const streams = new Map<string, Open>();
  /** The request that each stream completed last, for lines that arrive late. */
  const ended = new Map<string, string>();

  const open = ({ stream, timestamp }: LogEvent, requestId: string | undefined): Open => {
    const opened: Open = {
      requestId,
      startedAt: timestamp,
      addedAt: now(),
      served: undefined,
      isFailed: false,
      lines: [],
    };
    streams.set(stream, opened);
    return opened;
  };
  const close = (stream: string, report?: Report): readonly LogRequest[] => {
    const closed = streams.get(stream);
    streams.delete(stream);
    if (!closed) return [];
    const { requestId, startedAt, served, lines, isFailed, firstByte } = closed;
    const time = firstByte !== undefined && { firstByte };
    const measured = report?.outcome === 'ok' && isFailed ? 'failed' : report?.outcome;
    const outcome = measured ?? (isFailed ? 'failed' : 'running');
    return [{ requestId, stream, startedAt, served, ...time, report, lines, outcome }];
  };
  const start = (event: LogEvent, requestId: string): readonly LogRequest[] => {
    // A retry of an event has the same request id as the first attempt. Without this, the lines of the retry would be taken for
    // late lines of that attempt.
    ended.delete(event.stream);
    const current = streams.get(event.stream);
    if (current && current.requestId === undefined) {
      current.requestId = requestId;
      current.begunAt = event.timestamp;
      return [];
    }
    // The REPORT of the previous request is late, or older than `--since`.
    const left = close(event.stream);
    open(event, requestId).begunAt = event.timestamp;
    return left;
  };
  const print = (event: LogEvent, line: TextLine): readonly LogRequest[] => {
    const { requestId } = line;
    const printed = { ...line, time: event.timestamp };
    if (requestId !== undefined && ended.get(event.stream) === requestId)
      return [loose(event, printed)];
    const current = streams.get(event.stream) ?? open(event, requestId);
    const isOther = current.requestId !== undefined && current.requestId !== requestId;
    if (requestId !== undefined && isOther) return [loose(event, printed)];
    current.lines.push(printed);
    current.isFailed ||= line.isFailure;
    return [];
  };

  return {
    add: (event) => {
      const line: LogLine = readLogLine(event.message);
      switch (line.kind) {
        case 'start':
          return start(event, line.requestId);
        case 'report': {
          const current = streams.get(event.stream) ?? open(event, line.report.requestId);
          current.requestId ??= line.report.requestId;
          ended.set(event.stream, line.report.requestId);
          return close(event.stream, line.report);
        }
        case 'served': {
          const current = streams.get(event.stream) ?? open(event, undefined);
          current.served = line;
          if (isStreaming && current.begunAt !== undefined)
            current.firstByte = event.timestamp - current.begunAt;
          return [];
        }
        case 'text':
          return print(event, line);
        case 'metrics':
        case 'end':
        case 'lambda':
          return [];
      }
    },
    flush: () => [...streams.keys()].flatMap((stream) => close(stream)),
    flushOlder: (addedBefore) =>
      [...streams].flatMap(([stream, current]) => {
        if (current.addedAt > addedBefore || current.lines.length === 0) return [];
        const shown = close(stream);
        // The request continues, so its start is kept until its REPORT arrives.
        streams.set(stream, { ...current, addedAt: now(), lines: [] });
        return shown;
      }),
  };
}

/** Creates a request for a line that arrived after the REPORT of its request. */
function loose({ stream, timestamp }: LogEvent, line: PrintedLine): LogRequest {
  return {
    requestId: line.requestId,
    stream,
    startedAt: timestamp,
    served: undefined,
    report: undefined,
    lines: [line],
    outcome: line.isFailure ? 'failed' : 'ok',
  };
}

export type BlockLook = { readonly hasColor: boolean };

/** Renders a block with its line ending. `name` is the name of the function, which is shown if there is no route. */
export function renderRequest(request: LogRequest, name: string, look: BlockLook): string {
  const { served, report, startedAt, firstByte } = request;
  const paint = colors.createColors(look.hasColor);
  const facts = [
    ...(served ? [paint.bold(printable(served.route))] : [paint.bold(name)]),
    statusText(request, paint),
    ...(report ? [milliseconds(report.duration)] : []),
    ...(firstByte === undefined ? [] : [`first byte ${milliseconds(firstByte)}`]),
    ...(report?.initDuration === undefined
      ? []
      : [paint.yellow(`cold start ${milliseconds(report.initDuration)}`)]),
    ...(report ? [paint.dim(`${report.memoryUsed} of ${report.memorySize} MB`)] : []),
    ...(served && !served.route.endsWith(` ${served.path}`)
      ? [paint.dim(printable(served.path))]
      : []),
  ];
  const head = `${paint.dim(clockTime(startedAt))}  ${facts.join('  ')}`;
  return [head, ...request.lines.map((line) => indented(renderLine(line, look))), ''].join('\n');
}

export function renderLine(
  { level, text }: Pick<PrintedLine, 'level' | 'text'>,
  look: BlockLook,
): string {
  const paint = colors.createColors(look.hasColor);
  const shown = text.split('\n').map((line) => safeText(line, look).replaceAll('\t', '    '));
  const word = level === undefined || level === 'INFO' ? [] : [printable(level)];
  const first = [...word, shown[0] ?? ''].join(' ');
  const all = [first, ...shown.slice(1)].join('\n');
  const weight = level ?? / - (DEBUG|WARNING|ERROR|CRITICAL) - /.exec(text)?.[1];
  if (weight === 'ERROR' || weight === 'CRITICAL' || weight === 'FATAL') return paint.red(all);
  if (weight === 'WARN' || weight === 'WARNING') return paint.yellow(all);
  return weight === 'DEBUG' || weight === 'TRACE' ? paint.dim(all) : all;
}

/** Returns the time in the time zone of this machine, for example `2026-11-21 14:03:21`. */
export function clockTime(time: number): string {
  const date = new Date(time);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${date.toTimeString().slice(0, 8)}`;
}

function statusText(
  { served, outcome }: LogRequest,
  paint: ReturnType<typeof colors.createColors>,
): string {
  switch (outcome) {
    case 'timed-out':
      return paint.red('timed out');
    case 'running':
      return paint.dim('running');
    case 'failed':
      return paint.red(served ? `${served.status}, then failed` : 'failed');
    case 'ok':
      break;
  }
  if (!served) return paint.green('ok');
  const { status } = served;
  const text = String(status);
  if (status >= 500) return paint.red(text);
  return status >= 400 ? paint.yellow(text) : paint.green(text);
}

function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** Keeps the application's colors if the terminal supports them. Makes other control characters visible, except tabs. */
export function safeText(text: string, { hasColor }: BlockLook): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, index) => {
      if (index % 2 === 1) return hasColor ? part : '';
      return part.split('\t').map(printable).join('\t');
    })
    .join('');
}
