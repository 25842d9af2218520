// Whether another process is there.

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, as another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
