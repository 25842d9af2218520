// Computes when schedules are due: `rate`, `cron` and `at` as EventBridge and Scheduler define them. It checks minute by
// minute, so that it is independent of the calculation that the framework prints in plans.
import { isCronTime } from './cron-time.js';

const MINUTE = 60_000;
const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/**
 * Returns when to check a schedule next: every minute for a cron expression, otherwise the time it is due. Undefined if the
 * schedule has ended.
 */
export function nextLook({ expression, timezone, from, until: now }: Due): number | undefined {
  const [, name = '', content = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  if (name === 'rate') return from + rateOf(content);
  if (name === 'cron') return nextMinute(now);
  const at = instantOf(content, timezone ?? 'UTC');
  return at > now ? at : undefined;
}

export type Due = {
  readonly expression: string;
  /** For `cron` and `at`; rules support only UTC. */
  readonly timezone?: string | undefined;
  /** When the schedule was created or last ran; exclusive. */
  readonly from: number;
  readonly until: number;
};

/** Returns the times at which the schedule was due, in order. */
export function dueTimes({ expression, timezone = 'UTC', from, until }: Due): readonly number[] {
  const [, name = '', content = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  if (name === 'rate') return rateTimes(content, from, until);
  if (name === 'at') {
    const at = instantOf(content, timezone);
    return at > from && at <= until ? [at] : [];
  }
  const minutes: number[] = [];
  for (let at = nextMinute(from); at <= until; at += MINUTE) minutes.push(at);
  const clock = wallClock(timezone);
  // An hour that is repeated at the end of daylight saving time has one run, and a skipped hour has none:
  // docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
  const texts = new Set([clock(from).text]);
  return minutes.filter((at) => {
    const { text, ...time } = clock(at);
    if (!isCronTime(content, time) || texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}

function rateTimes(content: string, from: number, until: number): readonly number[] {
  const pause = rateOf(content);
  if (!(pause > 0)) return [];
  const length = Math.max(0, Math.floor((until - from) / pause));
  return Array.from({ length }, (_, index) => from + (index + 1) * pause);
}

function rateOf(content: string): number {
  const [, count = '', unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(content) ?? [];
  return Number(count) * (MINUTES[unit] ?? 0) * MINUTE;
}

/** Returns the timestamp of a local time such as `2026-11-22T03:00:30` in a time zone; NaN for an invalid text. */
function instantOf(content: string, timezone: string): number {
  const asUtc = Date.parse(`${content}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const clock = wallClock(timezone);
  // The offset at the guessed time can differ from the offset at the actual time.
  const shownAt = (at: number): number => Date.parse(`${clock(at).text}Z`) - (at - (at % MINUTE));
  const guess = asUtc - shownAt(asUtc);
  return asUtc - shownAt(guess);
}

function nextMinute(time: number): number {
  return (Math.floor(time / MINUTE) + 1) * MINUTE;
}

type Wall = Parameters<typeof isCronTime>[1] & {
  /** For example `2026-11-22T03:00`. */
  readonly text: string;
};

/** The offset of a time zone never changes within a quarter of an hour. */
const QUARTER = 15 * MINUTE;

/** Returns the local time in a time zone. Formatting is slow, so the offset is computed once per quarter of an hour. */
function wallClock(timeZone: string): (at: number) => Wall {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / QUARTER) * QUARTER;
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter;
    offsets.set(quarter, offset);
    return offset;
  };
  return (at) => {
    const text = new Date(at + offsetAt(at)).toISOString().slice(0, 16);
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
    return { text, year, month, day, hour, minute };
  };
}
