// The worker's connection to the server: the port of its thread, or two pipes of its process.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.js';
import { openProcessHost } from './worker-process.js';

export type WorkerHost = {
  /** Sends a message. It arrives even when the worker ends directly after the call. */
  readonly post: (message: FromWorker) => void;
  readonly onMessage: (listener: (message: ToWorker) => void) => void;
  /** Notes that the handler for the invocation with this number is being called. */
  readonly begin: (number: number) => void;
};

/** Opens the connection. */
export function openHost(): WorkerHost {
  return isMainThread ? openProcessHost() : openThreadHost();
}

function openThreadHost(): WorkerHost {
  const port = parentPort;
  if (!port) throw new Error('worker.js is started by framework local');
  const begun = workerData as Float64Array; // because the server wrote it
  return {
    post: (message) => {
      port.postMessage(message);
    },
    onMessage: (listener) => {
      port.on('message', listener);
    },
    begin: (number) => {
      begun[0] = number;
    },
  };
}
