// The process of the application ends with the server, whenever the server ends.
import { buildSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

/** Blocks when it gets its first message, as an application may that is loaded. */
const WORKER = `import { openProcessHost } from './worker-process.js';
const host = openProcessHost();
host.onMessage(() => { for (;;); });
host.post({ kind: 'pong' });`;

/** Ends when it has written the message, and before the worker has read it. Prints the id of the worker. */
const SERVER = `
const { spawn } = require('node:child_process');
const pipes = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe', 'pipe'];
const child = spawn(process.execPath, [process.argv[2]], { stdio: pipes, detached: true });
child.stdio[4].once('data', () => {
  child.kill('SIGSTOP');
  require('node:fs').writeSync(1, String(child.pid));
  child.stdio[3].write('{"kind":"ping"}\\n', () => process.kill(process.pid, 'SIGKILL'));
});
`;

const directory = mkdtempSync(join(tmpdir(), 'fw-worker-'));
let worker = 0;
afterEach(() => {
  if (isAlive()) process.kill(worker, 'SIGKILL');
  rmSync(directory, { recursive: true });
});

function isAlive(): boolean {
  try {
    return worker > 0 && process.kill(worker, 0);
  } catch {
    return false;
  }
}

test('a process ends whose server ended before its first message was read', async () => {
  const [script, server] = [join(directory, 'worker.mjs'), join(directory, 'server.cjs')];
  const stdin = { contents: WORKER, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  buildSync({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: script });
  writeFileSync(server, SERVER);
  const { stdout, signal } = spawnSync(process.execPath, [server, script], { encoding: 'utf8' });
  worker = Number(stdout);
  expect([signal, isAlive()]).toEqual(['SIGKILL', true]);
  process.kill(worker, 'SIGCONT');
  await expect.poll(isAlive).toBe(false);
});
