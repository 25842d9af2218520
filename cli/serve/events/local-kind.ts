// A kind of event source in a local application: how its events are created, and what tests can send to it.
import type { Mapping } from '../../../compiler/json-values.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { EventPlace } from './event-place.js';

// Adds all kinds of sources to the type of a manifest entry.
export type {} from '../../../compiler/kinds/registry.js';

export type SourceKind = EventEntry['kind'];

/** An event source of a function. It is plain data, because it is sent between threads. */
export type LocalSource<Entry extends EventEntry = EventEntry> = {
  readonly entry: Entry;
  /** The name of the queue, topic, bucket, table, stream or bus; undefined if none is known. */
  readonly name: string | undefined;
  /** The declared name, if the source is a resource of the application. */
  readonly declared?: string;
  /** The region and account, if the source is given as an ARN. */
  readonly place: Pick<EventPlace, 'region' | 'account'>;
};

export type LocalSourceOf<Kind extends SourceKind> = LocalSource<
  Extract<EventEntry, { readonly kind: Kind }>
>;

/** The settings of an event other than its records. */
export type EventTraits = Pick<EventPlace, 'time'>;

export type Deliver = (event: unknown) => Promise<Delivered>;

/**
 * What a test can send. The keys are the members of the test client. Each value contains the kind of source, the type of the
 * member's second argument, which selects one of a function's sources, and the member's return type. Each kind adds its own
 * member.
 */
// eslint-disable-next-line -- only an interface can be filled in from other files
export interface TestSources {}

/** The functions of `events`, which create events without an application. Each kind adds its own functions. */
// eslint-disable-next-line -- only an interface can be filled in from other files
export interface SampleEvents {}

type MemberOf<Kind extends SourceKind> = {
  [Name in keyof TestSources]: TestSources[Name]['kind'] extends Kind ? Name : never;
}[keyof TestSources];

export type LocalKind<Kind extends SourceKind> = {
  /** The noun for a source of this kind: `queue`. */
  readonly noun: string;
  /** The noun for the object whose name the source contains, such as `bus` for a rule; defaults to `noun`. */
  readonly place?: string;
  /** Returns a text that identifies a source without a name. */
  readonly nameOf?: (source: LocalSourceOf<Kind>) => string;
  /** Returns the text that is shown after the title in lists. */
  readonly details?: (source: LocalSourceOf<Kind>) => string;
  readonly recordId: (record: Mapping) => unknown;
  /** True if Lambda handles records individually. For other sources, Lambda retries the whole event or not at all. */
  readonly isCounted?: true;
  /** Creates an event with one record. `payload` has the type that the function declares, if it declares one. */
  readonly sample: (source: LocalSourceOf<Kind>, payload: unknown, traits: EventTraits) => unknown;
  /** The name of the test client's method that sends such an event. */
  readonly member: MemberOf<Kind>;
  readonly methods: (
    source: LocalSourceOf<Kind>,
    deliver: Deliver,
  ) => TestSources[MemberOf<Kind>]['methods'];
};

/** A record that failed. */
export type FailedRecord = {
  /** Its index among the records of the event. */
  readonly index: number;
  /** The id of its message, object or event, or its sequence number. */
  readonly id: string;
};

/** The outcome of an event. */
export type Delivered = {
  /** The failed records. Their source would send them again. */
  readonly failed: readonly FailedRecord[];
  /** The error that the function threw, or that its adapter threw because every record failed. */
  readonly error: Error | undefined;
  /** The return value of a function that a rule or schedule runs, after JSON serialization. */
  readonly result: unknown;
  /** Everything that the application printed during the call; empty if it was opened with `load`. */
  readonly logs: string;
};
