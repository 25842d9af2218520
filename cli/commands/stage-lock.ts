// What deploy, rollback and delete do alone: no two of them change one stage from this machine at a time.
import { type CommandInput, ExitCode, textOption } from '../program/command.js';
import { takeLock } from '../ship/deploy/deploy-lock.js';
import { fail } from './failure.js';

/** Runs `work` while this process holds the lock of the stage; reports who holds it otherwise. */
export async function withStageLock(
  input: CommandInput,
  root: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const lock = await takeLock(root, textOption(input, 'stage'));
  if (lock.kind === 'refused') return fail(input, lock.diagnostics, ExitCode.diagnostics);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
