// The lines of a log grouped by request. Within a stream Lambda serves one request at a time, between START and REPORT;
// what is printed before the first START comes from loading the application and belongs to the request that waited.
import type { LogEvent } from '../cloud/logs-calls.js';
import {
  type LogLine,
  readLogLine,
  type Report,
  type ServedLine,
  type TextLine,
} from './log-line.js';

export type PrintedLine = TextLine & { readonly time: number };

export type LogRequest = {
  /** Undefined for lines of no request. */
  readonly requestId: string | undefined;
  readonly stream: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly served: ServedLine | undefined;
  /** Undefined while it runs, and for lines that came after it had ended. */
  readonly report: Report | undefined;
  readonly lines: readonly PrintedLine[];
  readonly outcome: Report['outcome'] | 'running';
};

export type RequestGroups = {
  /** Takes the next event; returns what it completes. */
  readonly add: (event: LogEvent) => readonly LogRequest[];
  /** Gives out what is open, whether complete or not. */
  readonly flush: () => readonly LogRequest[];
  /** Gives out the lines so far of requests whose first event was added at or before this time, by the caller's clock. */
  readonly flushOlder: (addedBefore: number) => readonly LogRequest[];
};

type Open = {
  requestId: string | undefined;
  startedAt: number;
  readonly addedAt: number;
  served: ServedLine | undefined;
  isFailed: boolean;
  lines: PrintedLine[];
};

/** Groups the events of all streams of a function. `now`: milliseconds. */
export function groupRequests(now: () => number = Date.now): RequestGroups {
  const streams = new Map<string, Open>();
  /** The request of each stream that ended last: its lines may come late. */
  const ended = new Map<string, string>();

  const open = ({ stream, timestamp }: LogEvent, requestId: string | undefined): Open => {
    const opened = {
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
    const { requestId, startedAt, served, lines, isFailed } = closed;
    const measured = report?.outcome === 'ok' && isFailed ? 'failed' : report?.outcome;
    const outcome = measured ?? (isFailed ? 'failed' : 'running');
    return [{ requestId, stream, startedAt, served, report, lines, outcome }];
  };
  const start = (event: LogEvent, requestId: string): readonly LogRequest[] => {
    // An event that is tried again has its request id again.
    ended.delete(event.stream);
    const current = streams.get(event.stream);
    if (current && current.requestId === undefined) {
      current.requestId = requestId;
      return [];
    }
    // Its REPORT is not there: it may come late, or stand before the time that was asked for.
    const left = close(event.stream);
    open(event, requestId);
    return left;
  };
  const print = (event: LogEvent, line: TextLine): readonly LogRequest[] => {
    const { requestId } = line;
    const printed = { ...line, time: event.timestamp };
    if (requestId !== undefined && ended.get(event.stream) === requestId) {
      return [loose(event, printed)];
    }
    const current = streams.get(event.stream) ?? open(event, requestId);
    if (requestId !== undefined && current.requestId !== undefined) {
      if (current.requestId !== requestId) return [loose(event, printed)];
    }
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
        case 'served':
          (streams.get(event.stream) ?? open(event, undefined)).served = line;
          return [];
        case 'text':
          return print(event, line);
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
        const { requestId, startedAt, served, isFailed } = current;
        // The request goes on: its REPORT will still find where it began.
        streams.set(stream, { requestId, startedAt, served, isFailed, addedAt: now(), lines: [] });
        return shown;
      }),
  };
}

/** A line that comes after the REPORT of its request. */
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
