// The interface of the queues and streams that Lambda polls, and the mechanism that wakes their readers.
import { parseJson } from '../../../compiler/json-values.js';
import type { CloudClock } from './service.js';

export type PolledRecord = {
  /** The id of a message, or the sequence number of a record. */
  readonly id: string;
  /** The record as it appears in the event. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The record that filters are applied to, in which JSON text is parsed. */
  readonly filtered: Readonly<Record<string, unknown>>;
  readonly at: number;
};

export type QueueSource = {
  readonly kind: 'queue';
  readonly arn: string;
  readonly isFifo: boolean;
  /** Seconds. */
  readonly visibilityTimeout: () => number;
  /** Returns messages that can be received now, without hiding them. */
  readonly visible: (most: number) => readonly PolledRecord[];
  readonly nextAt: () => number | undefined;
  /** Hides messages for the visibility timeout, and increments their receive count. */
  readonly take: (ids: readonly string[]) => readonly PolledRecord[];
  /** Makes messages that were taken but not processed visible again, and decrements their receive count. */
  readonly giveBack: (records: readonly PolledRecord[]) => void;
  readonly remove: (ids: readonly string[]) => void;
};

export type StreamSource = {
  readonly kind: 'stream';
  readonly arn: string;
  readonly service: 'kinesis' | 'dynamodb';
  readonly shards: readonly Shard[];
};

/**
 * The records of a shard, oldest first. Positions are counted from the first record that was ever written, so `trimmed`, the
 * number of deleted records, is part of them.
 */
export type Shard = PolledRecord[] & { trimmed?: number };

/** Milliseconds: docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html */
const KEPT_FOR = 86_400_000;

/** Deletes the records that are older than a day. */
export function trim(shard: Shard, now: number): void {
  const young = shard.findIndex(({ at }) => at > now - KEPT_FOR);
  const { length } = shard.splice(0, young === -1 ? shard.length : young);
  shard.trimmed = startOf(shard) + length;
}

export function startOf({ trimmed = 0 }: Shard): number {
  return trimmed;
}

export function endOf(shard: Shard): number {
  return startOf(shard) + shard.length;
}

export function recordsFrom(shard: Shard, position: number): readonly PolledRecord[] {
  return shard.slice(Math.max(0, position - startOf(shard)));
}

/** Returns the earliest of the times after `now`; undefined if there is none. */
export function earliest(times: readonly (number | undefined)[], now: number): number | undefined {
  const ahead = times.filter((at): at is number => at !== undefined && at > now);
  return ahead.length === 0 ? undefined : ahead.reduce((one, other) => Math.min(one, other));
}

export type PolledSource = QueueSource | StreamSource;

export type SourceBook = {
  readonly find: (arn: string) => PolledSource | undefined;
  /** Sends the metadata of discarded records to a queue. */
  readonly notify: (arn: string, body: unknown) => void;
};

/** Parses text as the filters require: JSON is parsed, and other text is returned unchanged. */
export function parsedText(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

// Wakes the readers of messages and records in a region. Nothing runs while nothing arrives and nothing is due.

export type Wakes = {
  readonly wake: () => void;
  /** Calls `run` at every wake, until the returned function is called. */
  readonly listen: (run: () => void) => () => void;
  /** Resolves at the next wake, or after the given milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

export function createWakes(clock: CloudClock): Wakes {
  const listeners = new Set<() => void>();
  const listen = (run: () => void): (() => void) => {
    listeners.add(run);
    return () => listeners.delete(run);
  };
  return {
    listen,
    wake: () => {
      for (const run of [...listeners]) run();
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        const end = (): void => {
          stop();
          cancel();
          resolve();
        };
        const stop = listen(end);
        const cancel = clock.after(milliseconds, end);
      }),
  };
}

type Work = {
  readonly clock: CloudClock;
  readonly wakes: Wakes;
  /** Starts all available work without waiting for it to finish. */
  readonly begin: () => void;
  readonly nextAt: () => number | undefined;
};

/** Node timers are limited to 24 days. */
const LONGEST_PAUSE = 86_400_000;

/** Does the work of a region automatically: at each wake, and when something is due. The returned function stops it. */
export function workAlone({ clock, wakes, begin, nextAt }: Work): () => void {
  let isPlanned = false;
  let isClosed = false;
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    if (isPlanned || isClosed) return;
    isPlanned = true;
    // Combines the wakes of a call that sends many messages.
    setImmediate(look);
  };
  const look = (): void => {
    isPlanned = false;
    if (isClosed) return;
    cancel?.();
    begin();
    const next = nextAt();
    if (next === undefined) return;
    const pause = Math.min(Math.max(next - clock.now(), 1), LONGEST_PAUSE);
    cancel = clock.after(pause, plan);
  };
  const stop = wakes.listen(plan);
  plan();
  return () => {
    isClosed = true;
    stop();
    cancel?.();
  };
}
