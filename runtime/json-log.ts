// Log lines in JSON, one object per line, for functions whose `log_format` is `json` (docs/decisions/json-logs.md). A bundle
// contains this code only if the configuration enables it.
import type { LambdaContext, ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { describe, mapFrames } from './error-text.js';

/** Returns true if the function logs JSON, according to a variable that a deploy sets. */
export function isJson(): boolean {
  return process.env['FRAMEWORK_LOG_FORMAT'] === 'json';
}

/** Provides the ID of the current invocation. It is not an import, because every bundle would contain the import. */
const invocations = $uses.parts.$jsonLogs
  ? new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)<string | undefined>()
  : undefined;

type Handle<E, A> = (event: E, context?: LambdaContext) => A;

/** Wraps a handler so that the log lines it writes contain the ID of the invocation. */
export function identified<E, A>(handle: Handle<E, A>): Handle<E, A> {
  return invocations && isJson()
    ? (event, context) => invocations.run(context?.awsRequestId, handle, event, context)
    : handle;
}

/** Lambda's names for the levels, which CloudWatch and `framework logs` understand. */
const LEVELS: Readonly<Record<string, string>> = { WARNING: 'WARN', CRITICAL: 'FATAL' };

/** Members of plain objects become fields, the first error becomes the field `error`, all other values the message. */
export function writeJson(logger: string, level: string, values: readonly unknown[]): void {
  const head = { ...headOf(LEVELS[level] ?? level), logger };
  process.stdout.write(`${lineOf(head, values)}\n`);
}

function lineOf(head: object, values: readonly unknown[]): string {
  try {
    const words: string[] = [];
    const fields: Record<string, unknown> = {};
    let message: string | undefined;
    for (const value of values) {
      if (value instanceof Error && !('error' in fields)) {
        fields['error'] = value;
        message ??= value.message;
      } else if (isMapping(value)) Object.assign(fields, value);
      else words.push(describe(value));
    }
    const text = words.length > 0 ? words.join(' ') : (message ?? '');
    const line: Record<string, unknown> = { ...head, message: text };
    // A field never replaces one of the line's standard members.
    for (const [name, value] of Object.entries(fields))
      line[name in line ? `${name}_` : name] = plain(value, []);
    return JSON.stringify(line);
  } catch {
    return JSON.stringify({ ...head, message: values.map(describe).join(' ') });
  }
}

/** Writes the same line as `logRequest` in runtime/handler.ts, but as a JSON object without the prefix `framework`. */
export function writeServed(
  { resource, path, httpMethod }: ProxyEvent,
  answer: Promise<ProxyResult>,
): void {
  answer.then(
    ({ statusCode }) =>
      setImmediate(() => {
        const route = `${httpMethod} ${resource}`;
        const type = 'framework.request';
        const line = JSON.stringify({ ...headOf('INFO'), type, route, path, status: statusCode });
        try {
          process.getBuiltinModule('node:fs').writeSync(1, `${line}\n`);
        } catch {
          // A full or closed log must not crash the function.
        }
      }),
    () => undefined,
  );
}

function headOf(level: string): object {
  return { timestamp: new Date().toISOString(), level, requestId: invocations?.getStore() };
}

/** Returns true for a plain object, which is not an instance of a class. */
function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Converts a value to a value that JSON can represent. `above` contains the enclosing objects, to detect cycles. */
function plain(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.includes(value)) return '[Circular]';
  const inside = [...above, value];
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    const known = { name, message, ...(stack !== undefined && { stack: mapFrames(stack) }), cause };
    return plainEntries(Object.assign(known, value), inside);
  }
  const { toJSON } = value as { toJSON?: unknown }; // because the type of `toJSON` is checked
  if (ArrayBuffer.isView(value)) return describe(value);
  if (typeof toJSON === 'function') return plain(toJSON.call(value, ''), inside);
  if (Array.isArray(value)) return value.map((item) => plain(item, inside));
  return Symbol.iterator in value ? describe(value) : plainEntries(value, inside);
}

function plainEntries(value: object, inside: readonly object[]): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, plain(item, inside)]),
  );
}
