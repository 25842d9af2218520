// Errors at the place in the test that made them.

/** What a test asks for wrongly is an error at the place in the test, not in this package. */
export function blame<T>(called: (...values: never) => unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, called);
    throw error;
  }
}
