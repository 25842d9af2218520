// Collects the stacks of exceptions that views did not handle, by request. The answer of the runtime does not contain
// them, so they are read from its log output.

export type ViewTraces = {
  /** Reads output of the application. */
  readonly read: (text: string) => void;
  /** Returns and forgets the stack of a request. */
  readonly take: (request: {
    readonly method: string;
    readonly path: string;
  }) => string | undefined;
};

/** The most stacks that are kept. Older ones belong to requests that got another answer. */
const MOST = 50;

/** Makes an empty collection. */
export function createViewTraces(): ViewTraces {
  const traces = new Map<string, string>();
  return {
    read: (text) => {
      const [, request, stack] = LOGGED.exec(text) ?? [];
      if (request === undefined || stack === undefined) return;
      traces.set(request, stack.trimEnd());
      for (const [oldest] of traces) if (traces.size > MOST) traces.delete(oldest);
    },
    take: ({ method, path }) => {
      const request = `${method} ${path}`;
      const stack = traces.get(request);
      traces.delete(request);
      return stack;
    },
  };
}

/** The message that `runtime/error-answer.ts` logs. */
const LOGGED = /^[^\n]* - ERROR - Caught exception for ([^\n]+)\n([^]+)$/;
