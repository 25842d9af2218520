// The outcome of a question or a call as data. Sending an error between threads would lose its class and name.
import { nameOf } from './caller-errors.js';
import type { Outcome, Refusal } from './messages.js';

/** Thrown in the engine, with the refusal for the test. */
export class RefusedByApp extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Posts the outcome of the work. A value that cannot be copied to the other thread becomes a refusal. */
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

/** The error gets the stack in the application, or none. A stack in this package would not help. */
export function errorOf({ name, message, stack }: Refusal): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack ?? nameOf(error);
  return error;
}
