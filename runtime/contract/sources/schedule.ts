// Schedules as event sources, in the manifest.

/** `app.schedule('rate(5 minutes)')`. */
export type ScheduleSource = {
  readonly kind: 'schedule';
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A name from the IANA time zone database; defaults to UTC. */
  readonly timezone?: string;
  /** JSON that the function receives instead of the event. */
  readonly input?: unknown;
  readonly description?: string;
  readonly enabled: boolean;
};
