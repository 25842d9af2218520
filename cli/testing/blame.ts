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

/** The same for what takes its time: an error that has no stack of its own gets that of the call. */
export async function blameLater<T>(
  called: (...values: never) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const place = { stack: '' };
  Error.captureStackTrace(place, called);
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.stack === nameOf(error)) {
      error.stack += place.stack.slice(place.stack.indexOf('\n'));
    }
    throw error;
  }
}

/** What a stack begins with. */
export function nameOf({ name, message }: Error): string {
  return `${name}: ${message}`;
}
