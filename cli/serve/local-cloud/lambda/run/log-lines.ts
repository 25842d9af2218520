// The log lines of an environment in the order of writing, with times that never decrease.
import type { LogLine } from '../../logs/log-store.js';
import type { LogSink } from './log-records.js';

export type LogLines = {
  readonly add: LogSink;
  /** Returns the lines since the previous call. */
  readonly take: () => readonly LogLine[];
};

export function createLogLines(): LogLines {
  let lines: LogLine[] = [];
  let latest = 0;
  return {
    add: (message, timestamp = Date.now()) => {
      latest = Math.max(latest, timestamp);
      lines.push({ timestamp: latest, message });
    },
    take: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}
