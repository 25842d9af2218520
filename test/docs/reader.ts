// Follows a page as a reader does: types its commands in a new directory and writes its files, with the built CLI as
// `framework`. A server that a command starts keeps running during the next commands. It listens on a free port instead of
// 8000, but both the typed commands and the output say 8000.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { REPOSITORY } from './pages.js';

const CLI = join(REPOSITORY, 'dist/cli/main.js');
const CURL = join(REPOSITORY, 'test/docs/curl.mjs');
const DEFAULT_PORT = '8000';
const EXPLORER_PORT = '8100';

export type Reader = {
  readonly write: (file: string, text: string) => Promise<void>;
  /** Returns what the command prints, on stdout and stderr. */
  readonly run: (command: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

type Server = {
  readonly process: ChildProcess;
  readonly output: { text: string };
  readonly ended: Promise<void>;
};

export type ReaderOptions = {
  /** The directory in which the reader starts. */
  readonly directory: string;
  /** A folder for the programs that the reader runs. */
  readonly programs: string;
  /** The environment variables of the reader's shell. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** Creates a reader in a directory. */
export function createReader(options: ReaderOptions): Reader {
  const environment = {
    ...process.env,
    ...options.environment,
    PATH: pathWith(options.programs),
    NO_COLOR: '1',
  };
  let { directory } = options;
  let server: Server | undefined;
  let port = DEFAULT_PORT;

  const shell = async (command: string): Promise<string> => {
    const typed = command.replaceAll(DEFAULT_PORT, port);
    return new Promise((resolve) => {
      execFile('sh', ['-c', `${typed} 2>&1`], { cwd: directory, env: environment }, (_, stdout) => {
        resolve(stdout.replaceAll(port, DEFAULT_PORT));
      });
    });
  };

  return {
    write: async (file, text) => {
      const path = join(directory, file);
      mkdirSync(dirname(path), { recursive: true });
      const seen = server?.output.text.length ?? 0;
      writeFileSync(path, text);
      // Like a reader, wait until the terminal shows that the server has noticed the edit.
      if (server) await printed(server, /\n/, seen);
    },
    run: async (command) => {
      if (command.startsWith('cd ')) {
        directory = join(directory, command.slice(3));
        return '';
      }
      if (!command.startsWith('framework local')) return shell(command);
      server = startServer(`${command} --port 0`, { directory, environment });
      await printed(server, /Explorer on .*\n/, 0);
      [, port = DEFAULT_PORT] =
        /^Serving .* on http:\/\/localhost:(\d+)/m.exec(server.output.text) ?? [];
      return server.output.text
        .replaceAll(port, DEFAULT_PORT)
        .replace(/(?<=Explorer on http:\/\/127\.0\.0\.1:)\d+/, EXPLORER_PORT);
    },
    stop: async () => {
      server?.process.kill('SIGTERM');
      await server?.ended;
    },
  };
}

/** Returns the PATH, prefixed with a folder that contains `framework` and `curl`. */
function pathWith(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of [
    ['framework', CLI],
    ['curl', CURL],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
    chmodSync(path, 0o755);
  }
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

function startServer(
  command: string,
  { directory, environment }: { directory: string; environment: NodeJS.ProcessEnv },
): Server {
  const child = spawn('sh', ['-c', `exec ${command} 2>&1`], { cwd: directory, env: environment });
  const output = { text: '' };
  child.stdout.on('data', (text: Buffer) => {
    output.text += text.toString();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  return { process: child, output, ended };
}

/** Waits until a server has printed something after `from`. */
async function printed(server: Server, wanted: RegExp, from: number): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!wanted.test(server.output.text.slice(from))) {
    if (Date.now() > deadline || server.process.exitCode !== null) {
      throw new Error(`framework local did not print ${String(wanted)}:\n${server.output.text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
