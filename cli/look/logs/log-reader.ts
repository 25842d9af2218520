// Reads the events in a log group, once or repeatedly. Returns each event once, and the events of each stream in order.
// CloudWatch Logs delivers events late and out of order, so each read goes back five minutes and skips the events that were
// already returned. If there are many events, most reads go back only half a minute.
import type { Cloud } from '../../cloud/cloud.js';
import type { LogEvent } from '../../cloud/services/logs.js';
import { setTimeout as pause } from 'node:timers/promises';
import { isCloudError } from '../../cloud/cloud-error.js';
import { aborted } from '../../program/time-limit.js';

export type LogQuery = {
  readonly group: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly pattern: string | undefined;
  /** True if more reads follow, so that events that may be out of order can be held until the next read. */
  readonly isFollowed: boolean;
};

export type LogReader = {
  /** Reads the new events: page by page on the first call, all together later. Returns `missing` if there is no log group. */
  readonly look: (
    onEvents: (events: readonly LogEvent[]) => Promise<void>,
  ) => Promise<'read' | 'missing'>;
};

const NEAR = 30_000;
const FAR = 5 * 60_000;
const FAR_EVERY = 10;
/** If the last five minutes contain at most this many events, every read goes back five minutes. */
const FEW = 1000;

type Logs = Pick<Cloud['logs'], 'filterEvents'>;

/** Opens a reader. `now` returns milliseconds since 1970. */
export function openLog(logs: Logs, query: LogQuery, now: () => number = Date.now): LogReader {
  /** The times of the returned events, by id. */
  const given = new Map<string, number>();
  /** Events that were read but must not be returned yet. */
  let held: readonly LogEvent[] = [];
  // The newest time according to CloudWatch Logs, because the clocks of this machine and of the functions may be wrong.
  let latest = 0;
  let looks = 0;

  const advance = (events: readonly LogEvent[]): void => {
    for (const { ingestedAt } of events) latest = Math.max(latest, ingestedAt);
  };
  const takeNew = (events: readonly LogEvent[]): readonly LogEvent[] => {
    const fresh = events.filter(({ id, timestamp }) => {
      if (given.has(id)) return false;
      given.set(id, timestamp);
      return true;
    });
    for (const [id, time] of given) if (time < latest - FAR) given.delete(id);
    return fresh;
  };
  /**
   * Holds events ingested after `certainUntil` until the next read, unless there is only one page: new events may appear in
   * pages that were already read, and later events must not overtake them.
   */
  const split = (events: readonly LogEvent[], certainUntil: number): readonly LogEvent[] => {
    held = [...held, ...events.filter(({ ingestedAt }) => ingestedAt > certainUntil)];
    return events.filter(({ ingestedAt }) => ingestedAt <= certainUntil);
  };
  const lookFirst = (onEvents: (events: readonly LogEvent[]) => Promise<void>) => {
    const certainUntil = query.isFollowed ? now() - FAR : Infinity;
    return readPages(logs, query, async (events, isOnly) => {
      advance(events);
      await onEvents(takeNew(isOnly ? events : split(events, certainUntil)));
    });
  };
  const lookAgain = async (onEvents: (events: readonly LogEvent[]) => Promise<void>) => {
    const isBusy = given.size > FEW;
    const reach = isBusy && looks % FAR_EVERY !== 1 ? NEAR : FAR;
    const pages: LogEvent[] = [];
    const state = { isWhole: false };
    const from = Math.max(query.from, latest - reach);
    const kind = await readPages(logs, { ...query, from }, (events, isOnly) => {
      pages.push(...events);
      state.isWhole = isOnly;
      return Promise.resolve();
    });
    // `held` is changed only after all pages have been read, so that a failed read can be repeated. Events with the same time
    // keep the order in which their pages were read.
    const seen = [...pages, ...held];
    held = [];
    const certainUntil = latest;
    advance(seen);
    const certain = state.isWhole ? seen : split(seen, certainUntil);
    const fresh = takeNew(certain.toSorted((one, other) => one.timestamp - other.timestamp));
    if (fresh.length > 0) await onEvents(fresh);
    return kind;
  };

  return {
    look: (onEvents) => {
      looks += 1;
      return looks === 1 ? lookFirst(onEvents) : lookAgain(onEvents);
    },
  };
}

/** Reads all pages. A page may be empty although more pages follow. */
async function readPages(
  logs: Logs,
  { group, from, pattern }: LogQuery,
  onPage: (events: readonly LogEvent[], isOnly: boolean) => Promise<void>,
): Promise<'read' | 'missing'> {
  let position: string | undefined;
  for (;;) {
    const asked = { group, from, pattern, limit: undefined, nextToken: position };
    const page = await logs.filterEvents(asked);
    if (!page) return 'missing';
    await onPage(page.events, position === undefined && page.nextToken === undefined);
    // A repeated token would otherwise cause an endless loop.
    if (page.nextToken === undefined || page.nextToken === position) return 'read';
    position = page.nextToken;
  }
}

type FollowOptions = {
  readonly reader: LogReader;
  readonly onEvents: (events: readonly LogEvent[]) => Promise<void>;
  readonly onLook: () => void;
  /** Called once for each period during which AWS cannot be reached. */
  readonly onTrouble: (message: string) => void;
  /** Milliseconds between two reads. */
  readonly interval: number;
  readonly signal: AbortSignal;
};

/** Follows a log. Resolves when the signal is aborted; rejects if AWS rejects a request. */
export async function followLog(options: FollowOptions): Promise<void> {
  const { signal } = options;
  await Promise.race([aborted(signal), look(options)]);
}

async function look(options: FollowOptions): Promise<void> {
  const { reader, onEvents, onLook, onTrouble, interval, signal } = options;
  let isTroubled = false;
  for (;;) {
    try {
      await pause(interval, undefined, { signal });
      await reader.look(onEvents);
      onLook();
      isTroubled = false;
    } catch (error) {
      // The abort ended the pause or a call in progress.
      if (signal.aborted) return;
      // These errors are temporary; any other error requires action.
      if (!isCloudError(error, 'network', 'server', 'throttled', 'busy')) throw error;
      if (!isTroubled) onTrouble(error.facts.message);
      isTroubled = true;
    }
  }
}

type ReadSince =
  | { readonly kind: 'time'; readonly from: number }
  | { readonly kind: 'problem'; readonly message: string };

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** Parses the value of `--since`. Times are in milliseconds since 1970. A text without a time zone is in local time. */
export function readSince(text: string, now: number): ReadSince {
  const span = /^(\d{1,6})([smhdw])$/.exec(text);
  if (span) {
    const [, count = '', unit = ''] = span;
    return { kind: 'time', from: Math.max(0, now - Number(count) * (UNITS[unit] ?? 0)) };
  }
  const time = readTime(text);
  if (Number.isNaN(time)) {
    const forms =
      'a duration such as `30s`, `10m`, `2h`, `1d` or a time such as `2026-11-21T13:00Z`';
    return { kind: 'problem', message: `\`--since\` must be ${forms}, not \`${text}\`.` };
  }
  if (time > now) return { kind: 'problem', message: `\`--since ${text}\` is in the future.` };
  return { kind: 'time', from: Math.max(0, time) };
}

/** Returns NaN for an invalid time. `Date` alone would parse a date without a time as UTC, and would accept 31 February. */
function readTime(text: string): number {
  const [, day, clock = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](.+))?$/.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const midnight = new Date(`${day}T00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  return isDay ? Date.parse(`${day}T${clock || '00:00'}`) : Number.NaN;
}
