// A schedule, in the manifest.

/** `app.schedule('rate(5 minutes)')`. */
export type ScheduleSource = {
  readonly kind: 'schedule';
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A name in the IANA database; defaults to UTC. */
  readonly timezone?: string;
  /** JSON that the function gets instead of the event. */
  readonly input?: unknown;
  readonly description?: string;
  readonly enabled: boolean;
};
