// The interface of the queues and streams that Lambda polls.

export type PolledRecord = {
  /** The id of a message, or the sequence number of a record. */
  readonly id: string;
  /** The record as it appears in the event. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The record as filters see it: JSON in it is parsed. */
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
  /** Returns messages that can be received now, without hiding them. */
  readonly visible: (most: number) => readonly PolledRecord[];
  /** Returns when the next hidden message becomes visible. */
  readonly nextAt: () => number | undefined;
  /** Hides messages for the visibility timeout, and increments their receive count. */
  readonly take: (ids: readonly string[]) => readonly PolledRecord[];
  /** Makes messages visible again that were taken but not processed, and decrements their receive count. */
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

/** The sources of a region. */
export type SourceBook = {
  readonly find: (arn: string) => PolledSource | undefined;
  /** Sends the metadata of discarded records to a queue. */
  readonly notify: (arn: string, body: unknown) => void;
};

/** Parses text as filters see it. */
export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
