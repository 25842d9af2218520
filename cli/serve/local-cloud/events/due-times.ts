// When schedules are due: what EventBridge and Scheduler say of `rate`, `cron` and `at`, told minute by minute, so that it is not
// the counting that the framework prints in plans.
import { isCronTime } from './cron-time.js';

const MINUTE = 60_000;
const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

export type Due = {
  readonly expression: string;
  /** Of `cron` and `at`; rules know UTC alone. */
  readonly timezone?: string | undefined;
  /** When it was made, or ran last; that time itself does not count. */
  readonly from: number;
  readonly until: number;
};

/** The times at which it was due, in order. */
export function dueTimes({ expression, timezone = 'UTC', from, until }: Due): readonly number[] {
  const [, name = '', content = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  if (name === 'rate') return rateTimes(content, from, until);
  const minutes: number[] = [];
  for (let at = nextMinute(from); at <= until; at += MINUTE) minutes.push(at);
  const clock = wallClock(timezone);
  if (name === 'at') {
    return minutes.filter((at) => clock(at).text === content.slice(0, 16)).slice(0, 1);
  }
  // An hour that comes twice when summer time ends has one run, and one that is left out has none:
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
  const [, count = '', unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(content) ?? [];
  const pause = Number(count) * (MINUTES[unit] ?? 0) * MINUTE;
  if (!(pause > 0)) return [];
  const length = Math.max(0, Math.floor((until - from) / pause));
  return Array.from({ length }, (_, index) => from + (index + 1) * pause);
}

function nextMinute(time: number): number {
  return (Math.floor(time / MINUTE) + 1) * MINUTE;
}

type Wall = Parameters<typeof isCronTime>[1] & {
  /** `2026-11-22T03:00`. */
  readonly text: string;
};

/** No zone changes its offset within one. */
const QUARTER = 15 * MINUTE;

/** What a clock on a wall of the zone shows. Formatting is slow, so it is asked for the offset of a quarter of an hour. */
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
