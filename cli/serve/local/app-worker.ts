// One worker and the messages to and from it. The requests that wait for it are kept in `application.ts`.
import type { FunctionOutcome, HttpAnswer, Invocation } from '../gateway/index.js';
import { MOST_WAITING, packInvocation, unpackAnswer } from './messages.js';
import type { InvocationRow, WorkerSetup } from './messages.js';
import { createQuestions } from './questions.js';
import type { LinkOptions, StartLink, WorkerEnd } from './worker-link.js';

export type WorkerOptions = LinkOptions & {
  readonly startLink: StartLink;
  /** What it loads. The worker starts at once; it loads nothing when there is no bundle in the end. */
  readonly setup: Promise<WorkerSetup | undefined>;
  /** File URLs of modules that it may read before; they run nothing by themselves. */
  readonly reads?: readonly string[];
};

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
  /** Sends an invocation, together with others of the same turn of the event loop. */
  readonly send: (slot: number, number: number, invocation: Invocation) => void;
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
  /** True when the worker answers within the time, in milliseconds. */
  readonly isResponsive: (within: number) => Promise<boolean>;
  /** The number of the last invocation that the application began. */
  readonly lastBegun: () => number;
  readonly terminate: () => Promise<void>;
};

/** Starts a worker; it loads the application as soon as there is a bundle. */
export function startWorker(options: WorkerOptions, events: WorkerEvents): AppWorker {
  const calls = createQuestions<FunctionOutcome>();
  const pings = new Set<() => void>();

  const { post, lastBegun, terminate } = options.startLink(options, {
    onMessage: (message) => {
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
          calls.settle(message);
          return;
        case 'ready':
          events.onReady();
          return;
        case 'pong':
          for (const pong of pings) pong();
          return;
        case 'text':
          events.onText(message.stream, message.text);
      }
    },
    onEnd: (end) => {
      failCalls();
      events.onEnd(end);
    },
  });
  const failCalls = (): void => {
    calls.settleAll({ kind: 'failed', message: 'the application ended' });
  };

  if (options.reads) post({ kind: 'prepare', modules: options.reads });
  void options.setup.then((setup) => {
    if (setup) post({ kind: 'load', setup });
  });

  let rows: InvocationRow[] = [];
  const flush = (): void => {
    if (rows.length === 0) return;
    const sent = rows;
    rows = [];
    post({ kind: 'invoke', rows: sent });
  };
  return {
    send: (slot, number, invocation) => {
      const waiting = rows.push(packInvocation(slot, number, invocation));
      if (waiting === MOST_WAITING) flush();
      else if (waiting === 1) process.nextTick(flush);
    },
    call: (name, event) =>
      calls.ask((number) => {
        post({ kind: 'call', number, name, event });
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
    lastBegun,
    terminate: async () => {
      await terminate();
      failCalls();
    },
  };
}
