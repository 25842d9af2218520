// Processes a record from its arrival to its result.
import type { Delivery } from './adapter.js';
import { PayloadError } from './payload.js';
import { logDrop, logFailure } from './record-log.js';

/** A received record, with a function that creates the value to pass to the application's function. */
export type RecordOf<Value> = {
  /** The name of the record in the log, for example `message 059f36b4-87a3-44ab-83d2-661975830a7d`. */
  readonly title: string;
  /** Rejects if the payload does not match the function's parameter. */
  readonly read: () => Promise<Value>;
};

/** The outcome for a record: undefined if it was processed, otherwise the error. */
export type Failure = { readonly error: unknown } | undefined;

/** The value of a record, or the reason why it is skipped. */
export type Read<Value> =
  { readonly value: Value; readonly failure?: never } | { readonly failure: Failure };

/** Reads a record. An invalid record is logged; if the source drops invalid records, the record is treated as processed. */
export async function readRecord<Value>(
  { title, read }: RecordOf<Value>,
  { app, name, options }: Delivery,
): Promise<Read<Value>> {
  try {
    return { value: await read() };
  } catch (error) {
    const failed = { app, record: `${title} of ${name}`, error };
    if (error instanceof PayloadError && options.onInvalid === 'drop') {
      logDrop(failed);
      return { failure: undefined };
    }
    logFailure(failed);
    return { failure: { error } };
  }
}

/** Passes one record to the function, and logs the record if it fails. */
export async function runRecord(record: RecordOf<unknown>, delivery: Delivery): Promise<Failure> {
  const read = await readRecord(record, delivery);
  if (!('value' in read)) return read.failure;
  try {
    await delivery.call(read.value);
    return undefined;
  } catch (error) {
    const { app, name } = delivery;
    logFailure({ app, record: `${record.title} of ${name}`, error });
    return { error };
  }
}

/** Processes every record in order, then throws the error from the first one that failed. */
export async function runAll(
  records: readonly RecordOf<unknown>[],
  delivery: Delivery,
): Promise<void> {
  let first: Failure;
  for (const record of records) {
    const failure = await runRecord(record, delivery);
    first ??= failure;
  }
  if (first) throw first.error;
}

/** Stops at the first record that fails and returns its ID. Lambda then sends the records again, starting with that one. */
export async function runInOrder(
  records: readonly (RecordOf<unknown> & { readonly id: string })[],
  delivery: Delivery,
): Promise<BatchAnswer> {
  for (const record of records)
    if (await runRecord(record, delivery)) return batchAnswerOf([record.id]);
  return batchAnswerOf([]);
}

/** The response that Lambda expects if the event source mapping uses `ReportBatchItemFailures`. */
export type BatchAnswer = {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
};

export function batchAnswerOf(ids: readonly string[]): BatchAnswer {
  return { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) };
}
