// Calls functions and collects what the application prints meanwhile.
import type { FunctionOutcome } from '../gateway/index.js';

export type LoggedOutcome = {
  readonly outcome: FunctionOutcome;
  /** What the application printed meanwhile, also for others that it served at the same time. */
  readonly log: string;
  readonly milliseconds: number;
};

export type LoggedCalls = {
  /** Receives everything that the application prints. */
  readonly read: (text: string) => void;
  readonly during: (call: () => Promise<FunctionOutcome>) => Promise<LoggedOutcome>;
};

/** The number of characters that are kept of one call. */
const MOST = 200_000;

export function createLoggedCalls(): LoggedCalls {
  const open = new Set<(text: string) => void>();
  return {
    read: (text) => {
      for (const take of open) take(text);
    },
    during: async (call) => {
      let log = '';
      const take = (text: string): void => {
        if (log.length < MOST) log = (log + text).slice(0, MOST);
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
