// Throws errors whose stack begins at the line of the test that called the client.
import { headOf } from '../local/rpc.js';

/** Calls `work`. If it throws, the stack of the error begins at the line of the test that called `called`. */
export function throwAtCaller<T>(called: (...values: never) => unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, called);
    throw error;
  }
}

/** Like `throwAtCaller`, for a promise. An error without a stack gets the stack of the call in the test. */
export async function rejectAtCaller<T>(
  called: (...values: never) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const location = { stack: '' };
  Error.captureStackTrace(location, called);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.stack === headOf(error)) {
      error.stack += location.stack.slice(location.stack.indexOf('\n'));
    }
    throw error;
  }
}
