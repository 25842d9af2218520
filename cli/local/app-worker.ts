// One worker thread and the messages to and from it. It knows nothing of requests that wait: that is the application's.
import { Worker } from 'node:worker_threads';
import type { FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';
import { packInvocation, unpackAnswer } from './messages.js';
import type { FromWorker, InvocationRow, ToWorker, WorkerSetup } from './messages.js';

export type WorkerOptions = {
  /** Where the built `worker.js` is. */
  readonly script: URL;
  readonly setup: Omit<WorkerSetup, 'begun'>;
  /** The thread starts at once; it loads the bundle when this is true. */
  readonly bundled: Promise<boolean>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** MB of heap; undefined for no limit. */
  readonly heapLimit: number | undefined;
};

/** How a worker ended. */
export type WorkerEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'uncaught'; readonly trace: string }
  | { readonly kind: 'broken'; readonly trace: string }
  | { readonly kind: 'out-of-memory' };

export type WorkerEvents = {
  readonly onReady: () => void;
  readonly onAnswer: (
    slot: number,
    number: number,
    answer: HttpAnswer | { readonly failure: string },
  ) => void;
  readonly onText: (stream: 'out' | 'err', text: string) => void;
  /** Not called after {@link AppWorker.terminate}. */
  readonly onEnd: (end: WorkerEnd) => void;
};

export type AppWorker = {
  /** Sent with all others of the same turn of the event loop. */
  readonly send: (slot: number, number: number, invocation: Invocation) => void;
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  /** True when the worker gives back control within the time, in milliseconds. */
  readonly isResponsive: (within: number) => Promise<boolean>;
  /** The number of the last invocation that reached the application. */
  readonly lastBegun: () => number;
  readonly terminate: () => Promise<void>;
};

/** Starts a thread; it loads the application as soon as there is a bundle. */
export function startWorker(options: WorkerOptions, events: WorkerEvents): AppWorker {
  const begun = new Float64Array(new SharedArrayBuffer(8));
  const setup: WorkerSetup = { ...options.setup, begun };
  const worker = new Worker(options.script, {
    workerData: setup,
    env: { ...options.environment },
    ...(options.heapLimit !== undefined && {
      resourceLimits: { maxOldGenerationSizeMb: options.heapLimit },
    }),
  });
  const post = (message: ToWorker): void => {
    worker.postMessage(message);
  };
  let end: WorkerEnd | undefined;
  let isTerminated = false;
  let lastCall = 0;
  const calls = new Map<number, (outcome: FunctionOutcome) => void>();
  const pings = new Set<() => void>();

  worker.on('message', (message: FromWorker) => {
    switch (message.kind) {
      case 'answers':
        for (const row of message.rows) {
          events.onAnswer(
            row[0],
            row[1],
            row.length === 3 ? { failure: row[2] } : unpackAnswer(row),
          );
        }
        return;
      case 'called':
        calls.get(message.number)?.(message.outcome);
        calls.delete(message.number);
        return;
      case 'ready':
        events.onReady();
        return;
      case 'pong':
        for (const pong of pings) pong();
        return;
      case 'text':
        events.onText(message.stream, message.text);
        return;
      case 'broken':
      case 'uncaught':
        end = message;
    }
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
    for (const settle of calls.values())
      settle({ kind: 'failed', message: 'the application ended' });
    calls.clear();
    if (!isTerminated) events.onEnd(end ?? { kind: 'exit', code });
  });

  void options.bundled.then((isWritten) => {
    if (isWritten) post({ kind: 'load' });
  });

  let rows: InvocationRow[] = [];
  const flush = (): void => {
    const sent = rows;
    rows = [];
    post({ kind: 'invoke', rows: sent });
  };
  return {
    send: (slot, number, invocation) => {
      if (rows.push(packInvocation(slot, number, invocation)) === 1) setImmediate(flush);
    },
    call: (name, event) =>
      new Promise((resolve) => {
        lastCall += 1;
        calls.set(lastCall, resolve);
        post({ kind: 'call', number: lastCall, name, event });
      }),
    isResponsive: (within) =>
      new Promise((resolve) => {
        const settle = (answered: boolean): void => {
          clearTimeout(timer);
          pings.delete(pong);
          resolve(answered);
        };
        const pong = (): void => {
          settle(true);
        };
        const timer = setTimeout(() => {
          settle(false);
        }, within);
        pings.add(pong);
        post({ kind: 'ping' });
      }),
    lastBegun: () => begun[0] ?? 0,
    terminate: async () => {
      isTerminated = true;
      await worker.terminate();
    },
  };
}
