// What the manifest says of a schedule.

/** `app.schedule('rate(5 minutes)')`. */
export type ScheduleSource = {
  readonly kind: 'schedule';
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A name of the IANA database; UTC without one. */
  readonly timezone?: string;
  /** JSON that the function gets in place of the event. */
  readonly input?: unknown;
  readonly description?: string;
  readonly enabled: boolean;
};
