// Errors of the file system.

/** True for an error of Node with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The error as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // "EACCES: permission denied, open '/home/…'": the path is said elsewhere, as the user knows it.
  return /^[A-Z0-9_]+: ([^,]+)/.exec(text)?.[1] ?? text;
}
