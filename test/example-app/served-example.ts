// The example application served by `framework local`, on a free port of this machine.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export type ServedExample = {
  /** Without a trailing slash. */
  readonly url: string;
  /** Returns everything that the server has printed. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/** Starts `framework local --project-dir example-app` and waits for its URL. */
export async function serveExample(): Promise<ServedExample> {
  const args = [join(REPOSITORY, 'dist/cli/main.js'), 'local', '--project-dir', 'example-app'];
  const child = spawn(process.execPath, [...args, '--port', '0', '--no-reload'], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: Buffer): void => {
      output += text.toString();
      const found = /http:\/\/[\w.]+:\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => {
      reject(new Error(`framework local ended:\n${output}`));
    });
  });
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
