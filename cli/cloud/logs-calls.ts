// Calls to CloudWatch Logs.

export type LogEvent = {
  readonly id: string;
  readonly stream: string;
  /** Milliseconds since 1970, by the clock of the function. */
  readonly timestamp: number;
  /** Milliseconds since 1970 when the service took it. */
  readonly ingestedAt: number;
  readonly message: string;
};

/** One page of events. */
export type LogPage = {
  readonly events: readonly LogEvent[];
  /** Undefined on the last page. */
  readonly nextToken: string | undefined;
};

export type LogsCalls = {
  /** Events of a group in order of time; undefined when the group does not exist. */
  readonly filterEvents: (query: {
    readonly group: string;
    /** Milliseconds since 1970, inclusive. */
    readonly from: number | undefined;
    readonly pattern: string | undefined;
    readonly limit: number | undefined;
    readonly nextToken: string | undefined;
  }) => Promise<LogPage | undefined>;
  /** Fine when it is gone already. */
  readonly deleteGroup: (group: string) => Promise<void>;
};
