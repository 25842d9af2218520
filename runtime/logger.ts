// `app.log`: a logger named after the application that writes lines like `helloworld - DEBUG - text` to standard output
// (specification 2.1). Node's stream and formatter are loaded by the first line that is written, never at cold start.
import { describe } from './error-text.js';
import { isJson, writeJson } from './json-log.js';

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

/** How important a line is, from the least to the most. */
export type LogLevel = (typeof LEVELS)[number];

/**
 * The logger of an application. Every method takes text and any other values, which are shown as `console.log` shows
 * them; an error is shown with its stack. With the `log_format` `json` a line is a JSON object: plain objects are fields of
 * it, an error is the field `error`, everything else is its `message`.
 *
 * @example
 * ```ts
 * app.log.level = 'DEBUG';
 * app.log.debug('cities', 3); // helloworld - DEBUG - cities 3
 * ```
 */
export class Logger {
  /** The name of the application: the first word of each line. */
  readonly name: string;

  /**
   * Lines below this level are not written.
   *
   * @example
   * ```ts
   * app.log.level = 'INFO';
   * ```
   */
  level: LogLevel = 'ERROR';

  /** Made by the application; `app.log` is the one to use. */
  constructor(name: string) {
    this.name = name;
  }

  /**
   * Writes a line of level DEBUG.
   *
   * @example
   * ```ts
   * app.log.debug('read', { city: 'Seattle' });
   * ```
   */
  debug(...values: readonly unknown[]): void {
    this.#write('DEBUG', values);
  }

  /**
   * Writes a line of level INFO.
   *
   * @example
   * ```ts
   * app.log.info('created', { city, population: 3 });
   * ```
   */
  info(...values: readonly unknown[]): void {
    this.#write('INFO', values);
  }

  /**
   * Writes a line of level WARNING.
   *
   * @example
   * ```ts
   * app.log.warning('the cache is cold');
   * ```
   */
  warning(...values: readonly unknown[]): void {
    this.#write('WARNING', values);
  }

  /**
   * The same as {@link Logger.warning}, under the name that `console` has for it.
   *
   * @example
   * ```ts
   * app.log.warn('the cache is cold');
   * ```
   */
  warn(...values: readonly unknown[]): void {
    this.#write('WARNING', values);
  }

  /**
   * Writes a line of level ERROR.
   *
   * @example
   * ```ts
   * app.log.error('the table is gone', error);
   * ```
   */
  error(...values: readonly unknown[]): void {
    this.#write('ERROR', values);
  }

  /**
   * Writes a line of level CRITICAL.
   *
   * @example
   * ```ts
   * app.log.critical('no region is configured');
   * ```
   */
  critical(...values: readonly unknown[]): void {
    this.#write('CRITICAL', values);
  }

  #write(level: LogLevel, values: readonly unknown[]): void {
    if (
      LEVELS.indexOf(level) >= LEVELS.indexOf(this.level) &&
      !(this as CutLogger).$writeJson?.(level, values) // because a bundle may have none
    )
      writeLine(this.name, level, values.map(describe).join(' '));
  }

  /** @internal Writes a line as JSON, for functions whose `log_format` is `json`. */
  $writeJson(level: LogLevel, values: readonly unknown[]): boolean {
    if (!isJson()) return false;
    writeJson(this.name, level, values);
    return true;
  }
}

/** A logger as a bundle holds it. */
type CutLogger = Partial<Pick<Logger, '$writeJson'>>;

/** Writes a line of the log of an application, whatever level is wanted. */
export function writeLine(appName: string, level: LogLevel, values: string): void {
  const text = `${appName} - ${level} - ${values}`;
  // Lambda makes one event of the log of each line; a carriage return keeps a stack trace together, as its own console does.
  const line = process.env['AWS_LAMBDA_RUNTIME_API'] ? text.replaceAll('\n', '\r') : text;
  process.stdout.write(`${line}\n`);
}
