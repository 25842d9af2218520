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
  /** Calls the function. */
  readonly call: (value: unknown) => unknown;
};

export type EventAdapter = {
  /** The word for the source in messages, for example `queue`. */
  readonly noun: string;
  /** Adapters with a lower rank are tried first, because an event can look like the event of two sources. */
  readonly rank: number;
  /** Returns the ARN of the source that an event names, or '' if it names none; undefined if the event is of another kind. */
  readonly sourceOf: (event: unknown, options: SourceOptions) => string | undefined;
  readonly deliver: (delivery: Delivery) => Promise<unknown>;
};

/** An event source of a function in the registry. */
export type RegisteredSource = BoundSource<EventAdapter>;

/** A record of an unknown shape. It comes from JSON, so reading a member is safe even if the value is a number. */
export type RecordParts = { readonly [name: string]: RecordParts | null | undefined };

type Unknowns = Readonly<Record<string, unknown>>;

/** Returns the members of a value; empty if it is not an object. */
export function membersOf(value: unknown): Unknowns {
  return typeof value === 'object' && value !== null ? (value as Unknowns) : {}; // because any object can be read by name
}

/**
 * Returns the records of an event if every one of them names the service and contains the required strings; otherwise
 * undefined.
 */
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
