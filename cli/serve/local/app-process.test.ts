// The process of the application ends with the server, however the server ends. Also tests the spare process, in addition to
// test/local/spare.test.ts.
import { buildSync } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createSpareProcess, type ProcessOptions } from './app-process.js';
import { toBytes } from './rpc.js';

const directory = mkdtempSync(join(tmpdir(), 'fw-process-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Ends after it has written the message and before the worker has read it. Prints the id of the worker. */
const SERVER = `
const { spawn } = require('node:child_process');
const [script, message] = process.argv.slice(2);
const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true });
child.stdio[4].once('data', () => {
  child.kill('SIGSTOP');
  require('node:fs').writeSync(1, String(child.pid));
  child.stdio[3].write(Buffer.from(message, 'base64'), () => process.kill(process.pid, 'SIGKILL'));
});
child.stdio[3].write(Buffer.from(process.argv[4], 'base64'));
`;

test('a process ends whose server ended before it read what to load', async () => {
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const script = join(directory, 'worker.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
  const bundle = pathToFileURL(file('blocks.mjs', 'for (;;);')).href;
  const message = (name: string, value?: unknown): string =>
    toBytes({ kind: 'request', id: 1, name, values: [value] }).toString('base64');
  const { stdout, signal } = spawnSync(
    process.execPath,
    [file('server.cjs', SERVER), script, message('load', { bundle }), message('ping')],
    { encoding: 'utf8' },
  );
  const worker = Number(stdout);
  onTestFinished(() => {
    if (isAlive(worker)) process.kill(worker, 'SIGKILL');
  });
  expect([signal, isAlive(worker)]).toEqual(['SIGKILL', true]);
  process.kill(worker, 'SIGCONT');
  await expect.poll(() => isAlive(worker), { timeout: 10_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Records that it was started. */
const IDLE = `import { writeFileSync } from 'node:fs';
writeFileSync(process.env.STARTED + '/' + process.pid, '');
setInterval(() => undefined, 1000);
`;

/** Starts a process, has the next one launched, and then starts another. Checks the number of processes before and after. */
async function expectLaunched(
  [before, after]: readonly [before: number, after: number],
  changes: Partial<ProcessOptions>,
  next: Partial<ProcessOptions> = {},
): Promise<void> {
  const started = mkdtempSync(join(directory, 'started-'));
  const script = join(directory, 'idle.mjs');
  writeFileSync(script, IDLE);
  const options: ProcessOptions = {
    script: pathToFileURL(script),
    heapLimit: 128,
    ...changes,
    environment: { STARTED: started, ...changes.environment },
  };
  const events = { onBegin: () => undefined, onText: () => undefined, onEnd: () => undefined };
  const expectCount = async (count: number): Promise<void> => {
    await expect.poll(() => readdirSync(started).length, { timeout: 20_000 }).toBe(count);
    // Gives an unexpected process time to start.
    await wait(700);
    expect(readdirSync(started)).toHaveLength(count);
  };
  const spare = createSpareProcess([]);
  const first = spare.start(options, events);
  spare.launchNext();
  await expectCount(before);
  const second = spare.start({ ...options, ...next }, events);
  await expectCount(after);
  spare.stop();
  await Promise.all([first.terminate(), second.terminate()]);
}

test('the one that is ready is used, and one that was started with another memory is not', async () => {
  await expectLaunched([2, 2], {});
  await expectLaunched([2, 3], {}, { heapLimit: 256 });
});

test('there is none while NODE_OPTIONS runs code of the user, who may edit it', async () => {
  const own = join(directory, 'own.mjs');
  writeFileSync(own, '');
  await expectLaunched([1, 2], { environment: { NODE_OPTIONS: `--import ${own}` } });
  await expectLaunched([2, 2], { environment: { NODE_OPTIONS: '--enable-source-maps' } });
});
