// Removes internal frames from the application's output, and collects the output of each request and call.
import type { FunctionOutcome, Invocation } from '../gateway/index.js';

/** Removes the frames of this package and of Node.js from each stack in a text, except Node.js frames at the top of a stack. */
export function foldFrames(text: string): string {
  if (!ANY_FRAME.test(text)) return text;
  let isTop = true;
  return text
    .split('\n')
    .filter((line) => {
      if (!FRAME.test(line)) {
        isTop = true;
        return true;
      }
      if (INTERNAL.test(line)) return false;
      if (NODE.test(line)) return isTop;
      isTop = false;
      return true;
    })
    .join('\n');
}

const FRAME = /^\s+at \S/;
/** In an application's output, a stack may be indented further than in V8's format. */
const ANY_FRAME = /\n +at \S/;
/** Stack frames in the bundled runtime, in the loading of external packages, in the worker, and in Node.js internals. */
const INTERNAL = new RegExp(
  [
    /\bnode:internal\//,
    /[\s(]framework-dependenc(?:y|ies)[\w-]*:/,
    /\/\.framework\/cache\/dependencies\//,
    // Functions that esbuild adds, such as `__require`, have no source location.
    /\bat __\w+ \(file:\/\/.*\/\.framework\/build\/[\w-]+\/index\.mjs:/,
    /\bframework:(?:dist\/)?runtime\//,
    /[\s(](?:\.\.\/)+cli\/serve\/local\//,
    /\/dist\/(?:cli\/worker|chunks\/[\w-]+)\.js:/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const NODE = /\(?node:[\w/]+:\d+:\d+\)?$/;

type ViewTraces = {
  readonly read: (text: string) => void;
  /** Returns the stack for a request such as `GET /cities`, and removes it from the collection. */
  readonly take: (request: string) => string | undefined;
};

/** The maximum number of stacks. Older stacks were never taken, because their responses did not have status 500. */
const MOST_TRACES = 50;

/** Collects the stacks of exceptions that views did not handle, by request. The runtime's response does not contain them. */
export function createViewTraces(): ViewTraces {
  const traces = new Map<string, string>();
  return {
    read: (text) => {
      const [, request, stack] = LOGGED.exec(text) ?? [];
      if (request === undefined || stack === undefined) return;
      traces.set(request, stack.trimEnd());
      for (const [oldest] of traces) if (traces.size > MOST_TRACES) traces.delete(oldest);
    },
    take: (request) => {
      const stack = traces.get(request);
      traces.delete(request);
      return stack;
    },
  };
}

/** The format in which `runtime/error-answer.ts` logs an exception. */
const LOGGED = /^[^\n]* - ERROR - Caught exception for ([^\n]+)\n([^]+)$/;

export type LoggedOutcome = {
  readonly outcome: FunctionOutcome;
  /** The output during the call, including output from other requests that the application served at the same time. */
  readonly log: string;
  readonly milliseconds: number;
};

type LoggedCalls = {
  /** Receives everything that the application prints. */
  readonly read: (text: string) => void;
  readonly during: (call: () => Promise<FunctionOutcome>) => Promise<LoggedOutcome>;
};

/** The maximum number of characters of output that are kept for one call or request. */
const MOST_CHARACTERS = 200_000;

function appended(log: string, text: string): string {
  return log.length < MOST_CHARACTERS ? (log + text).slice(0, MOST_CHARACTERS) : log;
}

type RequestLogs = {
  readonly add: (invocation: Invocation, text: string) => void;
  readonly of: (invocation: Invocation | undefined) => string;
};

export function createRequestLogs(): RequestLogs {
  const logs = new WeakMap<Invocation, string>();
  const of: RequestLogs['of'] = (invocation) => (invocation && logs.get(invocation)) ?? '';
  return { of, add: (invocation, text) => logs.set(invocation, appended(of(invocation), text)) };
}

export function createLoggedCalls(): LoggedCalls {
  const open = new Set<(text: string) => void>();
  return {
    read: (text) => {
      for (const take of open) take(text);
    },
    during: async (call) => {
      let log = '';
      const take = (text: string): void => {
        log = appended(log, text);
      };
      open.add(take);
      const began = performance.now();
      try {
        const outcome = await call();
        return { outcome, log, milliseconds: performance.now() - began };
      } finally {
        open.delete(take);
      }
    },
  };
}
