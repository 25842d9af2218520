// What came of a question or a call as data, because an error keeps neither its class nor its name between threads.
import { nameOf } from './caller-errors.js';
import type { Outcome, Refusal } from './messages.js';

/** Thrown inside of the engine with the refusal for the test. */
export class RefusedByApp extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Posts what comes of the work. A value that cannot be copied to the other thread is a refusal too. */
export async function postOutcome(
  work: () => Promise<unknown>,
  post: (outcome: Outcome) => void,
): Promise<void> {
  try {
    post({ kind: 'done', value: await work() });
  } catch (error) {
    post({ kind: 'refused', refusal: refusalOf(error) });
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusedByApp) return error.refusal;
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { name, message, ...(stack !== undefined && { stack }) };
}

/** The error has the stack of the application, or none. A stack inside of this package would not help. */
export function errorOf({ name, message, stack }: Refusal): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack ?? nameOf(error);
  return error;
}
