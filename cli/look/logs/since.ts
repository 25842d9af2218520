// The value of `--since`: a duration before now, or a point in time.

export type ReadSince =
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
  if (time > now) {
    return { kind: 'problem', message: `\`--since ${text}\` is in the future.` };
  }
  return { kind: 'time', from: Math.max(0, time) };
}

/** Parses a time; NaN if it is invalid. `Date` alone would parse a date without a time as UTC, and would accept 31 February. */
function readTime(text: string): number {
  const [, day, clock = ''] = /^(\d{4}-\d\d-\d\d)(?:[T ](.+))?$/.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const midnight = new Date(`${day}T00:00Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  return isDay ? Date.parse(`${day}T${clock || '00:00'}`) : Number.NaN;
}
