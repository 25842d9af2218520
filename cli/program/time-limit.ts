/** Resolves with the result, or with undefined if `milliseconds` elapse first. Without `milliseconds`, there is no limit. */
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
