// The stacks of exceptions that views did not handle, by the request that they are the answer to. The runtime logs them and
// answers no word of them, so they are read from what the application prints.

export type ViewTraces = {
  /** Reads what the application has printed. */
  readonly read: (text: string) => void;
  /** The stack of a request, once. */
  readonly take: (request: {
    readonly method: string;
    readonly path: string;
  }) => string | undefined;
};

/** More are those of requests that got another answer. */
const MOST = 50;

/** Remembers nothing yet. */
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

/** What `runtime/error-answer.ts` logs. */
const LOGGED = /^[^\n]* - ERROR - Caught exception for ([^\n]+)\n([^]+)$/;
