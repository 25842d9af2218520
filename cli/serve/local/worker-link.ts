// The server's connection to the worker. There are two: to a process (process-link.ts), which can end without harm to the
// server, and to a thread (thread-link.ts), for debuggers and tests.
import type { FromWorker, ToWorker } from './messages.js';

/** How a worker ended. */
export type WorkerEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'uncaught'; readonly trace: string }
  | { readonly kind: 'broken'; readonly trace: string }
  | { readonly kind: 'out-of-memory' };

export type LinkOptions = {
  /** The URL of the built `worker.js`. */
  readonly script: URL;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** MB of heap; undefined for no limit. */
  readonly heapLimit: number | undefined;
};

/** The messages of a running worker. Its last messages are part of `WorkerEnd`. */
export type WorkerNews = Exclude<FromWorker, { kind: 'broken' | 'uncaught' }>;

export type LinkEvents = {
  readonly onMessage: (message: WorkerNews) => void;
  /** Called after the last message; not called after {@link WorkerLink.terminate}. */
  readonly onEnd: (end: WorkerEnd) => void;
};

export type WorkerLink = {
  readonly post: (message: ToWorker) => void;
  /** The number of the last invocation whose handler was called, also after the end of the worker. */
  readonly lastBegun: () => number;
  readonly terminate: () => Promise<void>;
};

export type StartLink = (options: LinkOptions, events: LinkEvents) => WorkerLink;
