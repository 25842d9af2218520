// `app.log`: a logger that is named after the application and writes lines such as `helloworld - DEBUG - text` to standard
// output (specification 2.1). Node's stream and formatter are loaded when the first line is written, never during a cold start.
import { $uses } from './contract/uses.js';
import { describe } from './error-text.js';
import { isJson, writeJson } from './json-log.js';

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

/** The severity of a line; levels are listed from lowest to highest. */
export type LogLevel = (typeof LEVELS)[number];

/**
 * The logger of an application. Its methods take any values and print them like `console.log`, errors with their stack. If
 * `log_format` is `json`, each line is a JSON object: the members of plain objects become its fields, an error becomes the
 * field `error`, and all other values become its `message`.
 * @example
 * ```ts
 * app.log.level = 'DEBUG';
 * app.log.debug('cities', 3); // helloworld - DEBUG - cities 3
 * ```
 */
export class Logger {
  /** The application's name, which is the first word of each line. */
  readonly name: string;

  /** Lines below this level are not written. */
  level: LogLevel = 'ERROR';

  /** Called by the application to create `app.log`. */
  constructor(name: string) {
    this.name = name;
  }

  /** Writes a line with the level DEBUG. */
  declare debug: (...values: readonly unknown[]) => void;

  /**
   * Writes a line with the level INFO.
   * @example
   * ```ts
   * app.log.info('created', { city, population: 3 });
   * ```
   */
  declare info: (...values: readonly unknown[]) => void;

  /** Writes a line with the level WARNING. */
  declare warning: (...values: readonly unknown[]) => void;

  /** An alias of {@link Logger.warning}, named as in `console`. */
  declare warn: (...values: readonly unknown[]) => void;

  /**
   * Writes a line with the level ERROR.
   * @example
   * ```ts
   * app.log.error('the table is gone', error);
   * ```
   */
  declare error: (...values: readonly unknown[]) => void;

  /** Writes a line with the level CRITICAL. */
  declare critical: (...values: readonly unknown[]) => void;

  /** @internal Adds a method that writes lines with the given level. */
  static $method(name: Lowercase<LogLevel> | 'warn', level: LogLevel): void {
    Object.defineProperty(this.prototype, name, {
      configurable: true,
      writable: true,
      value(this: Logger, ...values: readonly unknown[]) {
        if (LEVELS.indexOf(level) < LEVELS.indexOf(this.level)) return;
        if ($uses.parts.$jsonLogs && isJson()) writeJson(this.name, level, values);
        else writeLine(this.name, level, values.map(describe).join(' '));
      },
    });
  }
}

if ($uses.log.debug) Logger.$method('debug', 'DEBUG');
if ($uses.log.info) Logger.$method('info', 'INFO');
if ($uses.log.warning) Logger.$method('warning', 'WARNING');
if ($uses.log.warn) Logger.$method('warn', 'WARNING');
if ($uses.log.error) Logger.$method('error', 'ERROR');
if ($uses.log.critical) Logger.$method('critical', 'CRITICAL');

/** Writes a line to the application's log, regardless of the level. */
export function writeLine(appName: string, level: LogLevel, values: string): void {
  const text = `${appName} - ${level} - ${values}`;
  // Lambda turns each line into a log event. Carriage returns keep a stack trace in one event, as Lambda's own console does.
  const line = process.env['AWS_LAMBDA_RUNTIME_API'] ? text.replaceAll('\n', '\r') : text;
  process.stdout.write(`${line}\n`);
}
