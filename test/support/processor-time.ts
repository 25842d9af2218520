// How long work takes on the processor. On a machine that is busy, a clock tells more of the others.

/** Milliseconds of the processor that this process has used since it began. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
