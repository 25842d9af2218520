// The interface of event source adapters. An adapter recognizes the events of its source, passes their records to the function
// and returns what Lambda expects for that source.
import type { BoundSource, CheckPayload, SourceOptions } from '../contract/binding.js';
import type { LoggingApplication } from './record-log.js';

/** An event to pass to a function. */
export type Delivery = {
  readonly app: LoggingApplication;
  /** The name of the function. */
  readonly name: string;
  readonly event: unknown;
  readonly options: SourceOptions;
  readonly check: CheckPayload | undefined;
  readonly call: (value: unknown) => unknown;
};

export type EventAdapter = {
  /** The word for the source in messages, for example `queue`. */
  readonly noun: string;
  /** Adapters with a lower rank are tried first, because an event can match two kinds of source. */
  readonly rank: number;
  /** Returns the ARN of the source that an event names, or '' if it names none; undefined for an event of another kind. */
  readonly sourceOf: (event: unknown, options: SourceOptions) => string | undefined;
  readonly deliver: (delivery: Delivery) => Promise<unknown>;
};

/** An event source of a function, as the registry stores it. */
export type RegisteredSource = BoundSource<EventAdapter>;

/** A record of an unknown shape. It comes from JSON, so reading a member is safe even if the value is a number. */
export type RecordParts = { readonly [name: string]: RecordParts | null | undefined };

type Unknowns = Readonly<Record<string, unknown>>;

/** Returns the value as an object whose members can be read; empty if the value is not an object. */
export function membersOf(value: unknown): Unknowns {
  return typeof value === 'object' && value !== null ? (value as Unknowns) : {}; // because any object can be read by name
}

/** Returns the records in an event if every record names the service and contains the required strings; otherwise undefined. */
export function recordsOf(
  event: unknown,
  service: string,
  texts: (record: Unknowns) => readonly unknown[],
): readonly Unknowns[] | undefined {
  const { Records: records } = membersOf(event);
  if (!Array.isArray(records) || records.length === 0) return undefined;
  const found = records.map(membersOf);
  const isOfService = found.every(
    (record) =>
      (record['eventSource'] ?? record['EventSource']) === service &&
      texts(record).every((text) => typeof text === 'string'),
  );
  return isOfService ? found : undefined;
}
