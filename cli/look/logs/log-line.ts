// Parses a log event: a line from the application, the runtime's line for a request, or a line that Lambda writes before or
// after an invocation. docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
import {
  isMapping,
  listOf,
  type Mapping,
  mappingOf,
  parseJson,
} from '../../../compiler/json-values.js';

/** Lambda's REPORT line, with the measurements of an invocation. */
export type Report = {
  readonly requestId: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds to start the environment; undefined if it was already running. */
  readonly initDuration: number | undefined;
  /** Megabytes. */
  readonly memorySize: number;
  readonly memoryUsed: number;
  readonly outcome: 'ok' | 'failed' | 'timed-out';
};

/** Printed text, with lines separated by `\n`. */
export type TextLine = {
  readonly kind: 'text';
  /** The request id; undefined if the line does not contain one. */
  readonly requestId: string | undefined;
  /** The level of the `console` method: INFO, WARN, ERROR, DEBUG, TRACE, FATAL. */
  readonly level: string | undefined;
  readonly text: string;
  /** True for a line that reports that the invocation failed. */
  readonly isFailure: boolean;
};

/** The runtime's line for a request (runtime/handler.ts). */
export type ServedLine = {
  readonly kind: 'served';
  readonly route: string;
  readonly path: string;
  readonly status: number;
};

/** The metrics of a request (runtime/handler.ts). */
export type MetricsLine = {
  readonly kind: 'metrics';
  readonly route: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly isCold: boolean;
  /** True for a status of 500 or more, or a stream that failed after its first chunk. */
  readonly isFailed: boolean;
};

export type LogLine =
  | TextLine
  | ServedLine
  | MetricsLine
  | { readonly kind: 'start' | 'end'; readonly requestId: string }
  | { readonly kind: 'report'; readonly report: Report }
  /** Other lines from Lambda: INIT_START, EXTENSION and so on. */
  | { readonly kind: 'lambda' };

export function readLogLine(message: string): LogLine {
  const text = plainText(message);
  const around = /^(START|END|REPORT) RequestId: ([\da-f-]{36})(?!\S)/.exec(text);
  if (around) {
    const [, word, requestId = ''] = around;
    if (word === 'REPORT') return { kind: 'report', report: readReport(requestId, text) };
    return { kind: word === 'START' ? 'start' : 'end', requestId };
  }
  if (LAMBDA.test(text)) return { kind: 'lambda' };
  const known = readServed(text) ?? readConsole(text) ?? readEnding(text) ?? readJsonLine(text);
  return known ?? textLine({ text });
}

/** Converts line endings to `\n`. In a logged stack trace, lines are separated by carriage returns. */
function plainText(message: string): string {
  // Trailing spaces and tabs are kept: `console.log('')` writes a line that ends with a tab.
  return message.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
}

const LAMBDA =
  /^(?:INIT_START |INIT_REPORT |RESTORE_START |RESTORE_REPORT |EXTENSION\t|TELEMETRY\t|LOGS\t|XRAY )/;

function textLine(line: Partial<TextLine> & { readonly text: string }): TextLine {
  return { kind: 'text', requestId: undefined, level: undefined, isFailure: false, ...line };
}

function readServed(text: string): ServedLine | undefined {
  // The application itself may print a line that starts with `framework {`.
  if (!text.startsWith('framework {')) return undefined;
  return servedLine(mappingOf(parseJson(text.slice('framework '.length))));
}

function servedLine({ route, path, status }: Mapping): ServedLine | undefined {
  if (typeof route !== 'string' || typeof path !== 'string') return undefined;
  return typeof status === 'number' ? { kind: 'served', route, path, status } : undefined;
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.length === 36 ? value : undefined;
}

/** Parses what `console` writes: time, request id, level and text, separated by tabs. */
function readConsole(text: string): TextLine | undefined {
  const parts = /^\d{4}-\d\d-\d\dT[\d:.]+Z\t([^\t]*)\t([A-Z]+)\t([\s\S]*)$/.exec(text);
  if (!parts) return undefined;
  const [, id = '', level = '', rest = ''] = parts;
  // While the application is loading, the id is `undefined` or a dash.
  const requestId = idIn(id);
  const raised = readRaised(rest);
  const isFailure = raised !== undefined;
  return textLine({ requestId, level, text: raised ?? rest.trimEnd(), isFailure });
}

/** Parses an error that ended an invocation or the process. Lambda logs it as JSON, with the stack as a list of lines. */
function readRaised(text: string): string | undefined {
  const parts =
    /^(?:Invoke Error|Init Error|Uncaught Exception|Unhandled Promise Rejection)\s*\t(\{[\s\S]*\})$/.exec(
      text.trimEnd(),
    );
  const [, json] = parts ?? [];
  const value = json === undefined ? undefined : parseJson(json);
  if (!isMapping(value)) return undefined;
  const { errorType = 'Error', errorMessage = '', stack } = value;
  const lines = listOf(stack).filter((line) => typeof line === 'string');
  return lines.length > 0 ? lines.join('\n') : `${String(errorType)}: ${String(errorMessage)}`;
}

/** Parses the line about an abnormal end, such as `… Task timed out after 3.00 seconds` or `… exit status 1`. */
function readEnding(text: string): TextLine | undefined {
  const timeout = /^\S+Z (\S+) (Task timed out after [\d.]+ seconds)/.exec(text);
  const exit = /^RequestId: (\S+) Error: ([\s\S]*)$/.exec(text);
  const [, requestId, ending] = timeout ?? exit ?? [];
  if (requestId === undefined || ending === undefined) return undefined;
  return textLine({ requestId, level: 'ERROR', text: ending, isFailure: true });
}

function readReport(requestId: string, text: string): Report {
  const number = (name: string): number | undefined => {
    const found = new RegExp(`\\t${name}: ([\\d.]+)`).exec(text)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const status = /\tStatus: (\w+)/.exec(text)?.[1];
  return {
    requestId,
    duration: number('Duration') ?? 0,
    initDuration: number('Init Duration') ?? number('Restore Duration'),
    memorySize: number('Memory Size') ?? 0,
    memoryUsed: number('Max Memory Used') ?? 0,
    outcome: outcomeOf(status ?? 'success'),
  };
}

// JSON log lines. The runtime writes them if `log_format` is `json`. Lambda writes them if the function's log format was set to
// JSON in AWS, which a deploy does not change. docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html

/** Parses a JSON line written by Lambda. Returns undefined for any other text, including the application's own JSON. */
function readJsonLine(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  const value = mappingOf(parseJson(text));
  return (
    readPlatform(value) ??
    readJsonServed(value) ??
    readMetrics(value) ??
    readOurs(value) ??
    readJsonConsole(value)
  );
}

function readPlatform({ type, time, record }: Mapping): LogLine | undefined {
  if (typeof type !== 'string' || typeof time !== 'string') return undefined;
  if (!type.startsWith('platform.') || typeof record !== 'object') return undefined;
  const { requestId, ...facts } = mappingOf(record);
  if (typeof requestId !== 'string') return { kind: 'lambda' };
  if (type === 'platform.start') return { kind: 'start', requestId };
  if (type === 'platform.runtimeDone') return { kind: 'end', requestId };
  if (type === 'platform.report')
    return { kind: 'report', report: readJsonReport(requestId, facts) };
  return { kind: 'lambda' };
}

function readJsonReport(requestId: string, { metrics, status }: Mapping): Report {
  const measured = mappingOf(metrics);
  const number = (name: string): number | undefined => {
    const value = measured[name];
    return typeof value === 'number' ? value : undefined;
  };
  return {
    requestId,
    duration: number('durationMs') ?? 0,
    initDuration: number('initDurationMs') ?? number('restoreDurationMs'),
    memorySize: number('memorySizeMB') ?? 0,
    memoryUsed: number('maxMemoryUsedMB') ?? 0,
    outcome: outcomeOf(status),
  };
}

function outcomeOf(status: unknown): Report['outcome'] {
  if (status === 'success') return 'ok';
  return status === 'timeout' ? 'timed-out' : 'failed';
}

/** Parses the line that the runtime writes for a request (runtime/json-log.ts). */
function readJsonServed(value: Mapping): ServedLine | undefined {
  return value['type'] === 'framework.request' ? servedLine(value) : undefined;
}

/** Parses the metrics for a request. Metrics that the application writes in its own namespace are treated as text. */
function readMetrics(value: Mapping): LogLine | undefined {
  const { _aws, route, status, duration, coldStart, error } = value;
  const [metrics] = listOf(mappingOf(_aws)['CloudWatchMetrics']);
  if (mappingOf(metrics)['Namespace'] !== 'framework') return undefined;
  if (typeof route !== 'string' || typeof status !== 'number') return undefined;
  if (typeof duration !== 'number') return undefined;
  return { kind: 'metrics', route, duration, isCold: coldStart === 1, isFailed: error === 1 };
}

/** Parses a line that `app.log` wrote. The text consists of the message and the fields, followed by the stack of the error. */
function readOurs(value: Mapping): TextLine | undefined {
  const { timestamp, level, requestId, logger, message, error, ...fields } = value;
  if (typeof timestamp !== 'string' || typeof logger !== 'string') return undefined;
  if (typeof level !== 'string' || typeof message !== 'string') return undefined;
  const { stack, ...facts } = mappingOf(error);
  const shown =
    typeof stack === 'string'
      ? fields
      : { ...fields, ...(error !== undefined && { error: facts }) };
  const words = [logger, '-', message, Object.keys(shown).length > 0 ? JSON.stringify(shown) : ''];
  const head = words.filter((word) => word !== '').join(' ');
  return textLine({
    requestId: idIn(requestId),
    level,
    text: typeof stack === 'string' ? `${head}\n${stack}` : head,
  });
}

const OF_CONSOLE: ReadonlySet<string> = new Set([
  'timestamp',
  'level',
  'requestId',
  'tenantId',
  'message',
  // These members describe an error that the message already contains.
  'errorType',
  'errorMessage',
  'stackTrace',
]);

/** Excludes objects with additional members, which come from a logging library and are shown completely. */
function readJsonConsole(value: Mapping): TextLine | undefined {
  const { timestamp, level, requestId, message } = value;
  if (typeof timestamp !== 'string' || message === undefined) return undefined;
  if (typeof level !== 'string' || !/^[A-Z]+$/.test(level)) return undefined;
  if (Object.keys(value).some((name) => !OF_CONSOLE.has(name))) return undefined;
  // There is no request while the application is loading.
  const id = idIn(requestId);
  if (id !== requestId) return undefined;
  return textLine({ requestId: id, level, text: textOf(message) });
}

/** Returns the text of a message. If an error was logged, the message is an object with the stack as a list of lines. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const { stackTrace } = mappingOf(message);
  return Array.isArray(stackTrace) && stackTrace.length > 0
    ? stackTrace.join('\n')
    : JSON.stringify(message);
}
