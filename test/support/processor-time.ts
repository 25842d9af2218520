// Measures the processor time of work. On a busy machine, elapsed time depends mostly on other processes.

/** Returns the processor time in milliseconds that this process has used since its start. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
