// Runs the CLI in the test's own process, whereas `run` starts a new process. Use it for tests of what a command prints rather
// than of its process, because starting a process takes longer than most commands.
import { commands } from '../../cli/commands/registry.js';
import { runProgram } from '../../cli/program/program.js';
import type { TextStream } from '../../cli/terminal/terminal.js';
import type { RunOptions, RunResult } from './run.js';

type HereOptions = Pick<RunOptions, 'cwd' | 'environment'> & {
  /** True to hide the test's own environment. */
  readonly hasOnlyEnvironment?: true;
  /** The content of standard input. */
  readonly input?: string | Uint8Array;
};

/** Runs `framework` with arguments: a list, or a line that is split at spaces. It cannot ask questions. */
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
