// Runs the built CLI as a user does: in a separate process, without a terminal, with CI=1.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CLI: string = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export type RunOptions = {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The content of standard input. */
  readonly input?: string;
  /** Ends the process with SIGINT when the signal is aborted. */
  readonly signal?: AbortSignal;
  /** Receives the output while the process runs. */
  readonly onOutput?: (text: string) => void;
};

export type RunResult = {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
};

/** Runs `framework` with arguments: a list, or a line that is split at spaces. */
export function run(line: string | readonly string[], options: RunOptions): Promise<RunResult> {
  const argv = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const child = spawn(process.execPath, [CLI, ...argv], {
    cwd: options.cwd,
    env: { ...process.env, CI: '1', NO_COLOR: '1', FORCE_COLOR: undefined, ...options.environment },
    stdio: 'pipe',
  });
  child.stdin.end(options.input);
  options.signal?.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      options.onOutput?.(text);
    });
  }
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (exitCode) => done({ ...output, exitCode }));
  });
}
