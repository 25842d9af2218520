// When a schedule comes next, of those that tests wait for.

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/** How often it was due after a time and not later than another; undefined for an expression that is not counted here. */
export function countDue(expression: string, from: number, until: number): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const pause = Number(count) * (MINUTES[unit] ?? 0) * 60_000;
  return pause > 0 ? Math.floor((until - from) / pause) : 0;
}
