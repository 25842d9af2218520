// The calls to CloudWatch Logs.

export type LogEvent = {
  readonly id: string;
  readonly stream: string;
  /** Milliseconds since 1970, by the clock of the function. */
  readonly timestamp: number;
  /** When CloudWatch Logs received the event, in milliseconds since 1970. */
  readonly ingestedAt: number;
  readonly message: string;
};

/** One page of events. */
export type LogPage = {
  readonly events: readonly LogEvent[];
  /** The token of the next page; undefined on the last one. */
  readonly nextToken: string | undefined;
};

export type LogsCalls = {
  /** The events of a log group in order of time; undefined when the group does not exist. */
  readonly filterEvents: (query: {
    readonly group: string;
    /** Milliseconds since 1970, inclusive. */
    readonly from: number | undefined;
    readonly pattern: string | undefined;
    readonly limit: number | undefined;
    readonly nextToken: string | undefined;
  }) => Promise<LogPage | undefined>;
  /** Deletes a log group. One that is gone already is no error. */
  readonly deleteGroup: (group: string) => Promise<void>;
};
