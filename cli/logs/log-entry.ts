// What `framework logs` gives out, in the form of `--json`: one object a line. New kinds and members may be added.
import type { LogEvent } from '../cloud/logs-calls.js';
import { type LogLine, type Report, readLogLine } from './log-line.js';
import type { LogRequest } from './log-requests.js';

/** A line of the application. */
export type LineEntry = {
  readonly version: 1;
  readonly kind: 'line';
  /** ISO 8601. */
  readonly time: string;
  readonly stream: string;
  /** Null where the log does not tell. */
  readonly requestId: string | null;
  /** Of `console`; null for what was printed without it, `app.log` for example. */
  readonly level: string | null;
  readonly message: string;
};

/** The end of a request, or of an invocation of a lambda function. */
export type RequestEntry = {
  readonly version: 1;
  readonly kind: 'request';
  /** When it began. */
  readonly time: string;
  readonly stream: string;
  readonly requestId: string | null;
  /** `GET /cities/{city}`; null for a lambda function, and where no answer was made. */
  readonly route: string | null;
  readonly path: string | null;
  readonly status: number | null;
  readonly outcome: Report['outcome'];
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds of the cold start; null without one. */
  readonly initDuration: number | null;
  /** MB. */
  readonly memorySize: number;
  readonly memoryUsed: number;
};

/** A line of Lambda's own, or the one of the runtime: with `--include-lambda-messages`. */
export type LambdaEntry = {
  readonly version: 1;
  readonly kind: 'lambda';
  readonly time: string;
  readonly stream: string;
  readonly requestId: string | null;
  readonly message: string;
};

/** An event as a line; undefined for those of Lambda unless they are wanted. */
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

/** Undefined while the request runs. */
export function requestEntryOf(request: LogRequest): RequestEntry | undefined {
  const { report, served, startedAt, stream, requestId = null } = request;
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
    initDuration: report.initDuration ?? null,
    memorySize: report.memorySize,
    memoryUsed: report.memoryUsed,
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** For a pipe: every line of the message with time and request, so that each can be searched for by itself. */
export function plainText({ time, requestId, ...entry }: LineEntry | LambdaEntry): string {
  const level = entry.kind === 'line' && entry.level !== null ? `${entry.level} ` : '';
  const head = `${time} ${requestId?.slice(0, 8) ?? '-'} `;
  return entry.message.replace(/^/gm, head).replace(head, `${head}${level}`);
}
