// An application in a directory of its own, served by the built CLI as a user would start it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The built command; another build of it can be tested by naming it. */
const CLI = process.env['FRAMEWORK_CLI'] ?? join(REPOSITORY, 'dist/cli/main.js');

/** How long a server may take for anything a test waits for, on a machine that is busy. */
const PATIENCE = 60_000;

export type Project = {
  readonly directory: string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
};

/** Makes a project; `app.ts` begins with the import and the application. */
export function makeProject(files: Readonly<Record<string, string>>): Project {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'framework-local-')));
  const write = (file: string, text: string): void => {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return {
    directory,
    write,
    remove: () => {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export type ServeOptions = {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** 0 unless given. */
  readonly port?: number;
  /** False keeps what the application prints apart; true unless given. */
  readonly mergesStreams?: boolean;
};

export type ServedProject = {
  /** `http://localhost:<port>`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** What the server has printed on both streams. */
  readonly output: () => string;
  /** What it has printed on stdout; with streams apart, that is what the application has printed. */
  readonly stdout: () => string;
  /** Waits until the output matches, from the given offset on. */
  readonly printed: (wanted: RegExp, from?: number) => Promise<RegExpExecArray>;
  /** Ends it with a signal (SIGTERM unless given) and gives its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Starts `framework local` and waits for its address. */
export async function serve(directory: string, options: ServeOptions = {}): Promise<ServedProject> {
  const run = start(directory, options);
  const [url = '', port = ''] = await run.printed(/http:\/\/[\w.[\]:]+:(\d+)/);
  return { ...run, url, port: Number(port), pid: run.process.pid ?? 0 };
}

type Run = Omit<ServedProject, 'url' | 'port' | 'pid'> & { readonly process: ChildProcess };

/** Starts `framework local`, whatever becomes of it. */
export function start(
  directory: string,
  { args = [], environment = {}, port = 0, mergesStreams = true }: ServeOptions = {},
): Run {
  const command = [process.execPath, CLI, 'local', '--port', String(port), ...args];
  // One pipe for both streams keeps the order of what is printed.
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
