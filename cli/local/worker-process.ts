// The worker's end when it is a process of its own. It lives as long as the server: a pipe that closes ends it, and where
// the application does not give back control, a thread sees that the parent has changed.
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { createLineReader, lineOf, toWorker } from './message-lines.js';
import type { WorkerHost } from './worker-host.js';

const INPUT = 3;
const OUTPUT = 4;
const BEGUN = 5;

/** Opens the pipes, and sees to the end of this process. */
export function openProcessHost(): WorkerHost {
  const end = (): void => {
    process.kill(process.pid, 'SIGKILL');
  };
  const input = new Socket({ fd: INPUT, readable: true, writable: false });
  input.setEncoding('utf8').on('error', end).on('close', end);
  // A terminal sends them to all processes of a command; the server decides when this one ends.
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

/** The pipe blocks, so what was written is on its way even when the process ends at once. */
function writeWhole(line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length;) {
    written += writeSync(OUTPUT, bytes, written);
  }
}

/** Ends this process when its parent is gone, also while the application computes. */
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
