// The result of an event that a test sends.

/** A record that failed. */
export type FailedRecord = {
  /** Its index among the records of the event. */
  readonly index: number;
  /** The id of its message, object or event, or its sequence number. */
  readonly id: string;
};

/** What became of an event. */
export type Delivered = {
  /** The records that failed: those that their source would send again. */
  readonly failed: readonly FailedRecord[];
  /** What the function threw, or what its adapter threw because every record failed. */
  readonly error: Error | undefined;
  /** What a function of a rule or schedule gave, as JSON carries it. */
  readonly result: unknown;
  /** What the application printed meanwhile; empty with `load`. */
  readonly logs: string;
};
