// Loads esbuild with `require`. `import` of a CommonJS package first scans for the names it exports, which takes four
// times as long as running it.
import childProcess from 'node:child_process';
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';
import type { BuildFailure, Message } from 'esbuild';

const require = createRequire(import.meta.url);

export const esbuild: typeof Esbuild = require('esbuild') as typeof Esbuild; // because that is what the package is

/** Starts the process of esbuild, so that it is ready when the application has been compiled. */
export function startEsbuild(): void {
  void startQuietly(() => esbuild.transform(''));
}

/**
 * Calls esbuild so that a process it starts for the call writes nothing on our stderr. It is silent anyway, except where
 * it dies: then Go prints its whole stack there, and no option of esbuild leads that elsewhere. FW5025 says what it means.
 */
export function startQuietly<T>(call: () => T): T {
  const { spawn } = childProcess;
  const quiet = (command: string, args: readonly string[], options: childProcess.SpawnOptions) =>
    spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  // esbuild starts the process before the call returns, so no other code calls the replaced `spawn`.
  Object.assign(childProcess, { spawn: quiet });
  try {
    return call();
  } finally {
    Object.assign(childProcess, { spawn });
  }
}

export type Failure = {
  readonly kind: 'failure';
  readonly errors: readonly Message[];
  /** The process of esbuild has ended. */
  readonly hasEnded?: true;
};

/** What esbuild throws for the user's mistakes is data; anything else is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors)) {
    const { errors } = error as BuildFailure; // because esbuild throws nothing else with `errors`
    return { kind: 'failure', errors };
  }
  if (
    error instanceof Error &&
    /^The service (?:was stopped|is no longer running)/.test(error.message)
  )
    return { kind: 'failure', errors: [], hasEnded: true };
  throw error;
}
