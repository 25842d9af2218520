// Reads a log until it is stopped.
import { setTimeout as pause } from 'node:timers/promises';
import { isCloudError } from '../../cloud/cloud-error.js';
import type { LogEvent } from '../../cloud/services/logs.js';
import type { LogReader } from './log-reader.js';

export type FollowOptions = {
  readonly reader: LogReader;
  readonly onEvents: (events: readonly LogEvent[]) => Promise<void>;
  /** Called after each read of the log. */
  readonly onLook: () => void;
  /** Called once for each time that AWS cannot be reached. */
  readonly onTrouble: (message: string) => void;
  /** Milliseconds between two reads. */
  readonly interval: number;
  readonly signal: AbortSignal;
};

/** Resolves when the signal comes; rejects when the cloud refuses. */
export async function followLog(options: FollowOptions): Promise<void> {
  const { signal } = options;
  await Promise.race([aborted(signal), look(options)]);
}

async function look({
  reader,
  onEvents,
  onLook,
  onTrouble,
  interval,
  signal,
}: FollowOptions): Promise<void> {
  let isTroubled = false;
  for (;;) {
    try {
      await pause(interval, undefined, { signal });
      await reader.look(onEvents);
      onLook();
      isTroubled = false;
    } catch (error) {
      // The signal ends the pause, or a call that is in flight.
      if (signal.aborted) return;
      // These errors are temporary. Any other one needs action.
      if (!isCloudError(error, 'network', 'server', 'throttled', 'busy')) throw error;
      if (!isTroubled) onTrouble(error.facts.message);
      isTroubled = true;
    }
  }
}

/** Resolves when the signal comes. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onAbort = (): void => {
      resolve();
    };
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
