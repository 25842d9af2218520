// Limits on waiting: a time, and the abort of a signal.

/** Resolves with the result, or with undefined if `milliseconds` elapse first. Without `milliseconds`, there is no limit. */
export async function within<T>(
  milliseconds: number | undefined,
  work: Promise<T>,
): Promise<T | undefined> {
  if (milliseconds === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const isOver = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, isOver]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const onAbort = (): void => resolve(undefined);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
