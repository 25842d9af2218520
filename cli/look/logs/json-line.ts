// JSON log lines: those of the runtime if `log_format` is `json`, and those of a function whose log format was manually set to
// JSON, which a deploy does not change. docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-logformat.html
import { listOf, type Mapping, mappingOf, parseJson } from '../../../compiler/json-values.js';
import type { LogLine, Report, TextLine } from './log-line.js';

/**
 * Parses a JSON line of Lambda. Returns undefined for any other text, including JSON that the application itself writes to
 * stdout.
 */
export function readJsonLine(text: string): LogLine | undefined {
  if (!text.startsWith('{')) return undefined;
  const value = mappingOf(parseJson(text));
  return (
    readPlatform(value) ??
    readServed(value) ??
    readMetrics(value) ??
    readOurs(value) ??
    readConsole(value)
  );
}

function readPlatform({ type, time, record }: Mapping): LogLine | undefined {
  if (typeof type !== 'string' || typeof time !== 'string') return undefined;
  if (!type.startsWith('platform.') || typeof record !== 'object') return undefined;
  const { requestId, ...facts } = mappingOf(record);
  if (typeof requestId !== 'string') return { kind: 'lambda' };
  if (type === 'platform.start') return { kind: 'start', requestId };
  if (type === 'platform.runtimeDone') return { kind: 'end', requestId };
  if (type === 'platform.report') return { kind: 'report', report: readReport(requestId, facts) };
  return { kind: 'lambda' };
}

function readReport(requestId: string, { metrics, status }: Mapping): Report {
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
    outcome: status === 'success' ? 'ok' : status === 'timeout' ? 'timed-out' : 'failed',
  };
}

/** Parses the line of a request (runtime/json-log.ts). */
function readServed({ type, route, path, status }: Mapping): LogLine | undefined {
  if (type !== 'framework.request' || typeof status !== 'number') return undefined;
  if (typeof route !== 'string' || typeof path !== 'string') return undefined;
  return { kind: 'served', route, path, status };
}

/** Parses the metrics of a request. Metrics that the application writes in its own namespace are treated as text. */
function readMetrics({
  _aws,
  route,
  status,
  duration,
  coldStart,
  error,
}: Mapping): LogLine | undefined {
  const [metrics] = listOf(mappingOf(_aws)['CloudWatchMetrics']);
  if (mappingOf(metrics)['Namespace'] !== 'framework') return undefined;
  if (typeof route !== 'string' || typeof status !== 'number') return undefined;
  if (typeof duration !== 'number') return undefined;
  return {
    kind: 'metrics',
    route,
    duration,
    isCold: coldStart === 1,
    isFailed: error === 1,
  };
}

/** Parses a line of `app.log`: its message and fields, followed by the stack of its error. */
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
  return {
    kind: 'text',
    requestId: typeof requestId === 'string' && requestId.length === 36 ? requestId : undefined,
    level,
    text: typeof stack === 'string' ? `${head}\n${stack}` : head,
    isFailure: false,
  };
}

const OF_CONSOLE: ReadonlySet<string> = new Set([
  'timestamp',
  'level',
  'requestId',
  'tenantId',
  'message',
  // Members of an error that the message repeats.
  'errorType',
  'errorMessage',
  'stackTrace',
]);

/** An object with additional members comes from a logging library and is shown completely. */
function readConsole(value: Mapping): TextLine | undefined {
  const { timestamp, level, requestId, message } = value;
  if (typeof timestamp !== 'string' || message === undefined) return undefined;
  if (typeof level !== 'string' || !/^[A-Z]+$/.test(level)) return undefined;
  if (Object.keys(value).some((name) => !OF_CONSOLE.has(name))) return undefined;
  // There is no request while the application is loading.
  const isOfRequest = typeof requestId === 'string' && requestId.length === 36;
  if (!isOfRequest && requestId !== undefined) return undefined;
  return {
    kind: 'text',
    requestId: isOfRequest ? requestId : undefined,
    level,
    text: textOf(message),
    isFailure: false,
  };
}

/** Returns the text of a message. An error is an object with its stack as a list of lines. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const { stackTrace } = mappingOf(message);
  return Array.isArray(stackTrace) && stackTrace.length > 0
    ? stackTrace.join('\n')
    : JSON.stringify(message);
}
