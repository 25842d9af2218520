// `rate(5, 'minutes')`: an argument for `app.schedule`, made of a number and a unit.

/** The units that agree with a number. */
export type RateUnit<N extends number> = N extends 1
  ? 'minute' | 'hour' | 'day'
  : 'minutes' | 'hours' | 'days';

/**
 * The expression of a schedule that repeats at a fixed interval.
 *
 * @example
 * ```ts
 * class Jobs {
 *   @app.schedule(rate(5, 'minutes'))
 *   heartbeat(event: ScheduledEvent) {
 *     return event.time;
 *   }
 * }
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function rate<const N extends number, const U extends RateUnit<N>>(
  value: N,
  unit: U,
): `rate(${N} ${U})` {
  return `rate(${value} ${unit})`;
}
