// What Lambda reads by itself: queues and streams, as the services that have them show them to it.

export type PolledRecord = {
  /** The id of a message, or the sequence number of a record. */
  readonly id: string;
  /** As it stands in the event. */
  readonly event: Readonly<Record<string, unknown>>;
  /** As filters see it: what is JSON in it is parsed. */
  readonly filtered: Readonly<Record<string, unknown>>;
  /** When it was written. */
  readonly at: number;
};

export type QueueSource = {
  readonly kind: 'queue';
  readonly arn: string;
  readonly isFifo: boolean;
  /** Seconds. */
  readonly visibilityTimeout: () => number;
  /** Messages that may be given out now, not yet hidden. */
  readonly visible: (most: number) => readonly PolledRecord[];
  /** When the next message may be given out that may not now. */
  readonly nextAt: () => number | undefined;
  /** Hides messages for the visibility timeout, and counts that they were given out. */
  readonly take: (ids: readonly string[]) => readonly PolledRecord[];
  /** Shows again what was taken and came to nobody, and does not count that. */
  readonly giveBack: (records: readonly PolledRecord[]) => void;
  readonly remove: (ids: readonly string[]) => void;
};

export type StreamSource = {
  readonly kind: 'stream';
  readonly arn: string;
  readonly service: 'kinesis' | 'dynamodb';
  /** The records of each shard, oldest first. */
  readonly shards: readonly (readonly PolledRecord[])[];
};

export type PolledSource = QueueSource | StreamSource;

/** What is in a region. */
export type SourceBook = {
  readonly find: (arn: string) => PolledSource | undefined;
  /** Tells a queue of records that were given up. */
  readonly notify: (arn: string, body: unknown) => void;
};

/** Text as filters see it. */
export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
