// Runs the program of the CLI in the process of the test, as `run` does in one of its own: for what is about the answer of a
// command and not about its process, because a process takes longer to start than most commands.
import { commands } from '../../cli/commands/registry.js';
import { runProgram } from '../../cli/program/program.js';
import type { TextStream } from '../../cli/terminal/terminal.js';
import type { RunOptions, RunResult } from './run.js';

type HereOptions = Pick<RunOptions, 'cwd' | 'environment'> & {
  /** Without it, the environment of the test is there as well. */
  readonly hasOnlyEnvironment?: true;
  /** What stands on standard input. */
  readonly input?: string | Uint8Array;
};

/** Runs `framework` with arguments: a list, or a line that is split at spaces. Nothing can be asked. */
export async function runHere(
  line: string | readonly string[],
  { cwd, environment, hasOnlyEnvironment, input = '' }: HereOptions,
): Promise<RunResult> {
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const output = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr'): TextStream => ({
    write: (text) => {
      output[name] += text;
    },
    isTty: false,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const exitCode = await runProgram({
    commands,
    argv,
    workingDirectory: cwd,
    environment: hasOnlyEnvironment
      ? { ...environment }
      : { ...process.env, CI: '1', ...environment },
    terminal: {
      out: stream('stdout'),
      err: stream('stderr'),
      canAsk: false,
      askYesOrNo: () => Promise.resolve(undefined),
      readInput: () => Promise.resolve(Buffer.from(input)),
    },
    signal: new AbortController().signal,
  });
  return { ...output, exitCode };
}
