// Logs failed records, because Lambda receives only their IDs.
import { printable } from '../contract/printable.js';
import { $uses } from '../contract/uses.js';
import { describe } from '../error-text.js';
import { isJson } from '../json-log.js';
import { type Logger, writeLine } from '../logger.js';
import { PayloadError } from './payload.js';

/** The application members that are needed to log a record. */
export type LoggingApplication = {
  readonly appName: string;
  readonly log: Logger;
};

type FailedRecord = {
  readonly app: LoggingApplication;
  /** The record as the log names it, for example `message 059f36b4-87a3-44ab-83d2-661975830a7d of order`. */
  readonly record: string;
  readonly error: unknown;
};

/** Logs a failed record with the stack of the error. */
export function logFailure({ app, record, error }: FailedRecord): void {
  if (error instanceof PayloadError) writeRecordLine(app, `Refused ${record}: ${error.message}`);
  else writeRecordLine(app, `Caught exception for ${record}`, { error });
}

/** Logs a record that is skipped because `onInvalid` is `drop`. */
export function logDrop({ app, record, error }: FailedRecord): void {
  writeRecordLine(
    app,
    `Dropped ${record}: ${error instanceof Error ? error.message : describe(error)}`,
  );
}

/** Logs a record that was not processed because an earlier record failed. */
export function logUnread({ app, record }: Omit<FailedRecord, 'error'>): void {
  writeRecordLine(app, `Left ${record} unread: an earlier one of its group failed`);
}

/** Writes a line; `caught` is printed with its stack. */
function writeRecordLine(
  app: LoggingApplication,
  words: string,
  caught?: { readonly error: unknown },
): void {
  // The sender can choose the ID of a record, for example the key of an object, so it is made printable.
  const text = printable(words);
  const thrown = caught ? [caught.error] : [];
  const line = [text, ...thrown.map(describe)].join('\n');
  if ($uses.parts.$jsonLogs && isJson()) app.log.error(text, ...thrown);
  else if ($uses.app.log) app.log.error(line);
  else writeLine(app.appName, 'ERROR', line);
}
