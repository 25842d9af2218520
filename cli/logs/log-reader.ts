// Reads the events of a log group, once or again and again, so that each comes once and those of a stream in their order.
// Events become visible late and out of order: every look goes back over the last five minutes and remembers what it has
// given out. Where that is much, most looks go back half a minute.
import type { LogEvent, LogsCalls } from '../cloud/logs-calls.js';

export type LogQuery = {
  readonly group: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly pattern: string | undefined;
  /** There will be more looks than one, so that what is not certain yet can wait for the next. */
  readonly isFollowed: boolean;
};

export type LogReader = {
  /** Gives out what is new: the first time page by page, then all at once. `missing`: the group does not exist. */
  readonly look: (
    onEvents: (events: readonly LogEvent[]) => Promise<void>,
  ) => Promise<'read' | 'missing'>;
};

const NEAR = 30_000;
const FAR = 5 * 60_000;
const FAR_EVERY = 10;
/** So many events in the last five minutes are read in one page. */
const FEW = 1000;

type Logs = Pick<LogsCalls, 'filterEvents'>;

/** Opens a reader at the beginning of the query. `now`: milliseconds since 1970. */
export function openLog(logs: Logs, query: LogQuery, now: () => number = Date.now): LogReader {
  /** Times of the events that were given out, by id. */
  const given = new Map<string, number>();
  /** What was seen and has to wait. */
  let held: readonly LogEvent[] = [];
  // By the clock of the service: neither that of this machine nor that of a function moves the window.
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
   * While page after page is read, events appear whose place was on an earlier page; their successors must not overtake
   * them. What was there before the look began is certain, and so is everything on one page.
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
    // Only now, so that what a look that fails has read is read again.
    // Of equal times the order is that of the pages.
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

/** Pages may be empty and still not be the last. */
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
    // A position that stands still would never end.
    if (page.nextToken === undefined || page.nextToken === position) return 'read';
    position = page.nextToken;
  }
}
