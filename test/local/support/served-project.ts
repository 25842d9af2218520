// An application in a separate directory, served by the built CLI as a user would start it.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProject, type Project } from '../../support/temporary-project.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The built CLI, or another build of it if a test names one. */
const CLI = process.env['FRAMEWORK_CLI'] ?? join(REPOSITORY, 'dist/cli/main.js');

/** The maximum time to wait for a server, on a busy machine. */
const PATIENCE = 60_000;

export type ServeOptions = {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Defaults to 0. */
  readonly port?: number;
  /** False to keep the application's output separate; defaults to true. */
  readonly mergesStreams?: boolean;
};

export type ServedProject = {
  /** For example `http://localhost:<port>`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Returns what the server has printed on both streams. */
  readonly output: () => string;
  /** Returns what the server has printed on stdout; with separate streams, this is the application's output. */
  readonly stdout: () => string;
  /** Waits until the output matches, starting at the given offset. */
  readonly printed: (wanted: RegExp, from?: number) => Promise<RegExpExecArray>;
  /** Ends the server with a signal (defaults to SIGTERM) and returns the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Starts `framework local` and waits for its URL. */
export async function serve(directory: string, options: ServeOptions = {}): Promise<ServedProject> {
  const run = start(directory, options);
  const [url = '', port = ''] = await run.printed(/http:\/\/[\w.[\]:]+:(\d+)/);
  return { ...run, url, port: Number(port), pid: run.process.pid ?? 0 };
}

/** Serves a new project with these files, which is removed when the server stops. */
export async function serveFiles(
  files: Readonly<Record<string, string>>,
  options: ServeOptions = {},
): Promise<ServedProject & { readonly project: Project }> {
  const project = createProject(files);
  const served = await serve(project.directory, options);
  return {
    ...served,
    project,
    stop: async (signal) => {
      const exitCode = await served.stop(signal);
      project.remove();
      return exitCode;
    },
  };
}

type Run = Omit<ServedProject, 'url' | 'port' | 'pid'> & { readonly process: ChildProcess };

/** Starts `framework local` without waiting until it is ready. */
export function start(
  directory: string,
  { args = [], environment = {}, port = 0, mergesStreams = true }: ServeOptions = {},
): Run {
  const command = [process.execPath, CLI, 'local', '--port', String(port), ...args];
  // A single pipe for both streams preserves the order of the output.
  const merged = mergesStreams
    ? ['-c', 'exec "$@" 2>&1', 'sh', ...command]
    : ['-c', 'exec "$@"', 'sh', ...command];
  const child = spawn('sh', merged, {
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let stdout = '';
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString();
    stdout += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
    });
  });
  const printed = async (wanted: RegExp, from = 0): Promise<RegExpExecArray> => {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const found = wanted.exec(output.slice(from));
      if (found) return found;
      if (Date.now() > deadline || child.exitCode !== null) {
        throw new Error(`framework local did not print ${String(wanted)}:\n${output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    process: child,
    output: () => output,
    stdout: () => stdout,
    printed,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
