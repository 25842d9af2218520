// A patched `tsc` for many runs: a process that loads TypeScript once. Loading it takes several times as long as compiling a
// small project.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Run, Workspace } from './workspace.js';

const SCRIPT = fileURLToPath(new URL('./tsc-runs.mjs', import.meta.url));

export type PatchedCompiler = {
  /** Does what `tsc` does with these arguments in a directory, and returns its output and exit code. */
  readonly run: (directory: string, args: readonly string[]) => Promise<Run>;
  readonly close: () => void;
};

/** Starts the compiler of a workspace whose `tsc` is patched. */
export function startPatchedCompiler(workspace: Workspace): PatchedCompiler {
  const child = fork(SCRIPT, [workspace.program('typescript')], { env: workspace.environment });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the compiler ended')));
  ended.catch(() => undefined);
  return {
    run: async (directory, args) => {
      child.send({ directory, args });
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Run]; // because tsc-runs.mjs sends this format
      return answer;
    },
    close: () => child.kill(),
  };
}
