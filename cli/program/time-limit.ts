// Limits the time that an operation may take.

/**
 * Resolves with the result, or with undefined if the time, in milliseconds, elapses first. If no time is given, there is no
 * limit.
 */
export async function within<T>(
  milliseconds: number | undefined,
  work: Promise<T>,
): Promise<T | undefined> {
  if (milliseconds === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([work, isOver]);
  } finally {
    clearTimeout(timer);
  }
}
