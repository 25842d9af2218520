// A limit for the time that something may take.

/** Undefined when the time, in milliseconds, is over first. Without a time it never is. */
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
