// The connection to what runs the application, as the server sees it. There are two: a process (process-link.ts), whose
// end, for whatever reason, is no more than news, and a thread (thread-link.ts), which a debugger and tests follow.
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';

/** How a worker ended. */
export type WorkerEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'uncaught'; readonly trace: string }
  | { readonly kind: 'broken'; readonly trace: string }
  | { readonly kind: 'out-of-memory' };

export type LinkOptions = {
  /** Where the built `worker.js` is. */
  readonly script: URL;
  readonly setup: WorkerSetup;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** MB of heap; undefined for no limit. */
  readonly heapLimit: number | undefined;
};

/** What a worker says while it lives; its last words are its end. */
export type WorkerNews = Exclude<FromWorker, { kind: 'broken' | 'uncaught' }>;

export type LinkEvents = {
  readonly onMessage: (message: WorkerNews) => void;
  /** After the last message; not called after {@link WorkerLink.terminate}. */
  readonly onEnd: (end: WorkerEnd) => void;
};

export type WorkerLink = {
  readonly post: (message: ToWorker) => void;
  /** The number of the last invocation whose handler was called; known after the worker's end too. */
  readonly lastBegun: () => number;
  readonly terminate: () => Promise<void>;
};

export type StartLink = (options: LinkOptions, events: LinkEvents) => WorkerLink;
