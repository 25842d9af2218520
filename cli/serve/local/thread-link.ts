// Runs the application in a thread. It starts a little faster than a process, and a debugger of this process sees it.
// But when V8 cannot give it memory, this process may end with it.
import { Worker } from 'node:worker_threads';
import type { FromWorker } from './messages.js';
import type { StartLink, WorkerEnd } from './worker-link.js';

/** Starts the thread. */
export const startThread: StartLink = (options, { onMessage, onEnd }) => {
  const begun = new Float64Array(new SharedArrayBuffer(8));
  const worker = new Worker(options.script, {
    workerData: begun,
    env: { ...options.environment },
    ...(options.heapLimit !== undefined && {
      resourceLimits: { maxOldGenerationSizeMb: options.heapLimit },
    }),
  });
  let end: WorkerEnd | undefined;
  let isTerminated = false;
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'broken' || message.kind === 'uncaught') end = message;
    else onMessage(message);
  });
  worker.on('error', (error: unknown) => {
    const isMemory =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    end ??= isMemory
      ? { kind: 'out-of-memory' }
      : {
          kind: 'uncaught',
          trace: error instanceof Error ? (error.stack ?? error.message) : String(error),
        };
  });
  worker.on('exit', (code) => {
    if (!isTerminated) onEnd(end ?? { kind: 'exit', code });
  });
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    lastBegun: () => begun[0] ?? 0,
    terminate: async () => {
      isTerminated = true;
      await worker.terminate();
    },
  };
};
