// The worker's side of the connection when it is a process. The process ends with the server: its pipe closes or, when the
// application blocks, a thread notices that the parent process has changed.
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
  // Read at once: the server may have ended when the first message is read.
  const parent = process.ppid;
  const end = (): void => {
    process.kill(process.pid, 'SIGKILL');
  };
  const input = new Socket({ fd: INPUT, readable: true, writable: false });
  input.setEncoding('utf8').on('error', end).on('close', end);
  // A terminal sends these signals to all processes of a command. The server decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  const begun = new Float64Array(1);
  return {
    post: (message) => {
      writeWhole(lineOf(message));
    },
    onMessage: (listener) => {
      // Nothing can block this process before it has been told what to load. Until then the end of the pipe is noticed, and the
      // processor is needed for the bundle.
      input.once('data', () => {
        startParentWatch(parent);
      });
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

/** The pipe is written synchronously, so the text is sent even when the process ends directly after the call. */
function writeWhole(line: string): void {
  const bytes = Buffer.from(line);
  for (let written = 0; written < bytes.length;) {
    written += writeSync(OUTPUT, bytes, written);
  }
}

/** Starts a thread that ends this process when its parent process has ended, also while the application blocks. */
function startParentWatch(parent: number): void {
  const watch = new Worker(PARENT_WATCH, {
    eval: true,
    workerData: parent,
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
