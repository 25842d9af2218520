// The worker's side when it is a process. It ends with the server: its pipe closes, or, when the application blocks, a
// thread notices another parent process.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { createLineReader, lineOf, toWorker } from './message-lines.js';
import type { WorkerHost } from './worker-host.js';

const INPUT = 3;
const OUTPUT = 4;
const BEGUN = 5;

/** Opens the pipes, and ends this process with the server. */
export function openProcessHost(): WorkerHost {
  const end = (): void => {
    process.kill(process.pid, 'SIGKILL');
  };
  const input = new Socket({ fd: INPUT, readable: true, writable: false });
  input.setEncoding('utf8').on('error', end).on('close', end);
  // A terminal sends these signals to all processes of a command. The server decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  startParentWatch();
  const begun = new Float64Array(1);
  return {
    post: (message) => {
      writeWhole(lineOf(message));
    },
    onMessage: (listener) => {
      input.on(
        'data',
        createLineReader((line) => {
          listener(toWorker(line));
        }),
      );
    },
    begin: (number) => {
      begun[0] = number;
      writeSync(BEGUN, begun, 0, 8, 0);
    },
  };
}

/** The pipe blocks, so written text is sent even when the process ends at once. */
function writeWhole(line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length;) {
    written += writeSync(OUTPUT, bytes, written);
  }
}

/** Starts a thread that ends this process when its parent is gone, also while the application blocks. */
function startParentWatch(): void {
  const watch = new Worker(PARENT_WATCH, {
    eval: true,
    workerData: process.ppid,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
  watch.unref();
}

const PARENT_WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
}, 500);
`;
