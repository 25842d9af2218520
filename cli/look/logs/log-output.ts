// Renders log events in one of three formats: blocks per request for a screen, lines for a pipe, JSON objects for `--json`.
import { compareTexts, groupBy } from '../../../compiler/groups.js';
import { indentedJson, printableJson } from '../../../compiler/json-values.js';
import type { LogEvent } from '../../cloud/services/logs.js';
import { STREAM_HANDLER } from '../../config/stage-config.js';
import { readLogLine, type LogLine, type MetricsLine } from './log-line.js';
import {
  groupRequests,
  type LogGroups,
  type LogRequest,
  type BlockLook,
  clockTime,
  renderLine,
  renderRequest,
  safeText,
} from './log-requests.js';
import { printable } from '../../../runtime/contract/printable.js';
import { renderTable, type TableLook } from '../../terminal/table.js';

/** Each entry has its line ending. */
export type LogOutput = LogGroups<string>;

export type OutputOptions = {
  readonly form: 'screen' | 'plain' | 'json';
  /** The function's name, which is shown if a request has no route. */
  readonly name: string;
  readonly look: BlockLook;
  /** True if Lambda's own lines are shown too. */
  readonly withLambda: boolean;
  /** True if only the events that match a filter are received, so that the beginning and end of requests may be missing. */
  readonly isFiltered: boolean;
};

export function createLogOutput(options: OutputOptions): LogOutput {
  const { form, isFiltered, withLambda } = options;
  if (form === 'json') return jsonOutput(options);
  const isInBlocks = form === 'screen' && !isFiltered && !withLambda;
  return isInBlocks ? blockOutput(options) : lineOutput(options);
}

function blockOutput({ name, look }: OutputOptions): LogOutput {
  const groups = groupRequests({ isStreaming: name === STREAM_HANDLER });
  const render = (requests: readonly LogRequest[]): readonly string[] =>
    requests.map((request) => renderRequest(request, name, look));
  return {
    add: (event) => render(groups.add(event)),
    flush: () => render(groups.flush()),
    flushOlder: (time) => render(groups.flushOlder(time)),
  };
}

function lineOutput({ form, look, withLambda, isFiltered }: OutputOptions): LogOutput {
  const current = followRequests();
  return {
    add: (event) => {
      // With a filter, Lambda's own lines are shown too, because the filter may be meant for them.
      const isShown = withLambda || isFiltered;
      const entry = entryOf(event, current(event), { withLambda: isShown });
      if (!entry) return [];
      if (form === 'plain') return [`${plainText(entry)}\n`];
      const level = entry.kind === 'line' ? (entry.level ?? undefined) : 'TRACE';
      const text = renderLine({ level, text: entry.message }, look);
      return [`${clockTime(event.timestamp)}  ${text}\n`];
    },
    flush: () => [],
    flushOlder: () => [],
  };
}

function jsonOutput({ name, withLambda, isFiltered }: OutputOptions): LogOutput {
  const current = followRequests();
  const groups = groupRequests({ isStreaming: name === STREAM_HANDLER });
  return {
    add: (event) => {
      const entry = entryOf(event, current(event), { withLambda });
      const ended = isFiltered ? [] : groups.add(event).map(requestEntryOf);
      return [entry, ...ended].flatMap((one) => (one ? [`${printableJson(one)}\n`] : []));
    },
    flush: () => [],
    flushOlder: () => [],
  };
}

/** Returns a function that returns an event's request id. Most lines have none, so it comes from the stream's last START. */
function followRequests(): (event: LogEvent) => string | undefined {
  const streams = new Map<string, string>();
  return ({ stream, message }) => {
    const line = readLogLine(message);
    if (line.kind === 'start') streams.set(stream, line.requestId);
    const current = streams.get(stream);
    if (line.kind === 'report') streams.delete(stream);
    return current;
  };
}

/** A line that the application printed. */
type LineEntry = {
  readonly version: 1;
  readonly kind: 'line';
  /** ISO 8601. */
  readonly time: string;
  readonly stream: string;
  /** The request ID; null if the log does not contain it. */
  readonly requestId: string | null;
  /** The level of the `console` method; null for text printed in other ways, for example by `app.log`. */
  readonly level: string | null;
  readonly message: string;
};

/** A line from Lambda or the runtime, shown with `--include-lambda-messages`. */
type LambdaEntry = Omit<LineEntry, 'kind' | 'level'> & { readonly kind: 'lambda' };

/** Returns the entry for an event; undefined for a line from Lambda, unless such lines are shown. */
function entryOf(
  event: LogEvent,
  requestId: string | undefined,
  { withLambda }: { readonly withLambda: boolean },
): LineEntry | LambdaEntry | undefined {
  const line = readLogLine(event.message);
  const { timestamp, stream } = event;
  const location = { time: isoTime(timestamp), stream } as const;
  if (line.kind === 'text') {
    const { level = null, text: message } = line;
    const id = line.requestId ?? requestId ?? null;
    return { version: 1, kind: 'line', ...location, requestId: id, level, message };
  }
  if (!withLambda) return undefined;
  const message = event.message.trimEnd();
  const id = idOf(line) ?? requestId ?? null;
  return { version: 1, kind: 'lambda', ...location, requestId: id, message };
}

function idOf(line: LogLine): string | undefined {
  if (line.kind === 'report') return line.report.requestId;
  return line.kind === 'start' || line.kind === 'end' ? line.requestId : undefined;
}

/** Returns undefined while the request is running. The members are described in docs/guide/logs.md. */
function requestEntryOf(request: LogRequest): object | undefined {
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
    firstByte,
    initDuration: report.initDuration ?? null,
    memorySize: report.memorySize,
    memoryUsed: report.memoryUsed,
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns the text for a pipe. Every line of the message starts with the time and request id, so that `grep` can find it. */
function plainText({ time, requestId, ...entry }: LineEntry | LambdaEntry): string {
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

/** The sums for one route. Durations are in milliseconds. */
type RouteSums = {
  readonly route: string;
  readonly count: number;
  /** The number of failed requests (a status of 500 or more, or a stream that failed), and their share, from 0 to 1. */
  readonly errors: number;
  readonly errorShare: number;
  readonly p50: number;
  readonly p95: number;
  readonly coldStarts: number;
};

/** Returns the sums for each route, the most requested route first. */
export function sumMetrics(lines: readonly MetricsLine[]): readonly RouteSums[] {
  return [...groupBy(lines, ({ route }) => route)]
    .map(([route, own]) => {
      const durations = own.map(({ duration }) => duration).toSorted((a, b) => a - b);
      const errors = own.filter(({ isFailed }) => isFailed).length;
      return {
        route,
        count: own.length,
        errors,
        errorShare: errors / own.length,
        p50: percentile(durations, 0.5),
        p95: percentile(durations, 0.95),
        coldStarts: own.filter(({ isCold }) => isCold).length,
      };
    })
    .toSorted((a, b) => b.count - a.count || compareTexts(a.route, b.route));
}

/** Returns a percentile: the smallest value that at least this share of the sorted values does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

export function metricsDocument(from: number, routes: readonly RouteSums[]): string {
  return indentedJson({ version: 1, from: new Date(from).toISOString(), routes });
}

export function renderSums(routes: readonly RouteSums[], look: TableLook): string {
  const right = (title: string) => ({ title, align: 'right' }) as const;
  const titles = [
    { title: 'ROUTE' },
    ...['REQUESTS', 'ERRORS', 'P50', 'P95', 'COLD STARTS'].map(right),
  ];
  const rows = routes.map(({ route, count, errorShare, p50, p95, coldStarts }) => [
    route,
    String(count),
    `${(errorShare * 100).toFixed(1)} %`,
    `${p50} ms`,
    `${p95} ms`,
    String(coldStarts),
  ]);
  return renderTable(titles, rows, look);
}
