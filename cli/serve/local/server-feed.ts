// The news of the local server for those who listen: its builds, and the requests that it has answered.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { BuiltApp } from './builder.js';

/** A request that was answered, or a run of a function with an event. */
export type ServedRequest = {
  /** Grows with every request. */
  readonly number: number;
  /** When the request arrived, in milliseconds since 1970. */
  readonly time: number;
  /** `EVENT` for a run. */
  readonly method: string;
  /** Path and query string as sent; for a run, the name of the function. */
  readonly target: string;
  readonly status: number | 'gone' | 'done' | 'failed';
  readonly milliseconds: number;
  /** The reason when the application was not called; for a run, the title of the event source. */
  readonly note?: string;
  /** The name of the function that ran. */
  readonly runs?: string;
  /** The stack of an exception that the view did not handle. */
  readonly stack?: string;
};

/** The state of the newest build. `app` is the last build without errors. */
export type ServerState = {
  readonly kind: 'building' | 'serving' | 'broken';
  readonly app: BuiltApp | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

export type FeedListener = {
  readonly onState: (state: ServerState) => void;
  readonly onRequest: (request: ServedRequest) => void;
};

export type ServerFeed = {
  readonly state: () => ServerState;
  /** The last requests, the oldest first. */
  readonly requests: () => readonly ServedRequest[];
  /** Adds a listener. The returned function removes it. */
  readonly listen: (listener: FeedListener) => () => void;
  readonly setState: (state: Partial<ServerState>) => void;
  readonly add: (request: Omit<ServedRequest, 'number'>) => void;
};

/** How many requests are kept. */
const MOST = 200;

/** Makes the feed of a server that has not built yet. */
export function createServerFeed(): ServerFeed {
  let state: ServerState = { kind: 'building', app: undefined, diagnostics: [] };
  let last = 0;
  /** A ring buffer: the index of a request is its number modulo the size. */
  const kept: ServedRequest[] = [];
  const listeners = new Set<FeedListener>();
  return {
    state: () => state,
    requests: () => kept.toSorted((a, b) => a.number - b.number),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setState: (next) => {
      state = { ...state, ...next };
      for (const listener of listeners) listener.onState(state);
    },
    add: (request) => {
      last += 1;
      const served = { ...request, number: last };
      kept[(last - 1) % MOST] = served;
      for (const listener of listeners) listener.onRequest(served);
    },
  };
}
