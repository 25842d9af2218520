// The objects that `framework logs --json` prints, one a line. New kinds and members may be added.
import type { LogEvent } from '../../cloud/services/logs.js';
import { printable } from '../../../runtime/contract/printable.js';
import { type LogLine, type Report, readLogLine } from './log-line.js';
import type { LogRequest } from './log-requests.js';
import { safeText } from './request-block.js';

/** A line that the application printed. */
export type LineEntry = {
  readonly version: 1;
  readonly kind: 'line';
  /** ISO 8601. */
  readonly time: string;
  readonly stream: string;
  /** Null when the log does not say it. */
  readonly requestId: string | null;
  /** The level of the `console` method; null for text printed without it, by `app.log` for example. */
  readonly level: string | null;
  readonly message: string;
};

/** The end of a request, or of an invocation of a lambda function. */
export type RequestEntry = {
  readonly version: 1;
  readonly kind: 'request';
  /** When the request began, in ISO 8601. */
  readonly time: string;
  readonly stream: string;
  readonly requestId: string | null;
  /** The route, such as `GET /cities/{city}`; null for a lambda function, and when the view made no response. */
  readonly route: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly outcome: Report['outcome'];
  /** Milliseconds; of a stream, to its end. */
  readonly duration: number;
  /** Milliseconds from the beginning to the first chunk of a stream; only of the function of the streaming routes. */
  readonly firstByte?: number;
  /** Milliseconds of the cold start; null without one. */
  readonly initDuration: number | null;
  /** MB. */
  readonly memorySize: number;
  readonly memoryUsed: number;
};

/** A line of Lambda or of the runtime, shown with `--include-lambda-messages`. */
export type LambdaEntry = {
  readonly version: 1;
  readonly kind: 'lambda';
  readonly time: string;
  readonly stream: string;
  readonly requestId: string | null;
  readonly message: string;
};

/** The entry of an event; undefined for a line of Lambda unless those are shown. */
export function entryOf(
  event: LogEvent,
  requestId: string | undefined,
  { withLambda }: { readonly withLambda: boolean },
): LineEntry | LambdaEntry | undefined {
  const line = readLogLine(event.message);
  const { timestamp, stream } = event;
  const place = { time: isoTime(timestamp), stream } as const;
  if (line.kind === 'text') {
    const { level = null, text: message } = line;
    return {
      version: 1,
      kind: 'line',
      ...place,
      requestId: line.requestId ?? requestId ?? null,
      level,
      message,
    };
  }
  if (!withLambda) return undefined;
  const message = event.message.trimEnd();
  return {
    version: 1,
    kind: 'lambda',
    ...place,
    requestId: idOf(line) ?? requestId ?? null,
    message,
  };
}

function idOf(line: LogLine): string | undefined {
  if (line.kind === 'report') return line.report.requestId;
  return line.kind === 'start' || line.kind === 'end' ? line.requestId : undefined;
}

/** The entry of a request; undefined while it runs. */
export function requestEntryOf(request: LogRequest): RequestEntry | undefined {
  const { report, served, startedAt, stream, firstByte, requestId = null } = request;
  if (!report || request.outcome === 'running') return undefined;
  return {
    version: 1,
    kind: 'request',
    time: isoTime(startedAt),
    stream,
    requestId,
    route: served?.route ?? null,
    path: served?.path ?? null,
    status: served?.status ?? null,
    outcome: request.outcome,
    duration: report.duration,
    ...(firstByte !== undefined && { firstByte }),
    initDuration: report.initDuration ?? null,
    memorySize: report.memorySize,
    memoryUsed: report.memoryUsed,
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The text for a pipe. Each line of the message has time and request id, so that `grep` finds it alone. */
export function plainText({ time, requestId, ...entry }: LineEntry | LambdaEntry): string {
  const level = entry.kind === 'line' && entry.level !== null ? `${entry.level} ` : '';
  const head = printable(`${time} ${requestId?.slice(0, 8) ?? '-'} `);
  return entry.message
    .split(/\r\n?|\n/)
    .map((line, index) => {
      const before = index === 0 ? `${head}${printable(level)}` : head;
      return before + safeText(line, { hasColor: false });
    })
    .join('\n');
}
