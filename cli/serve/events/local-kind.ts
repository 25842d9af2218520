// A kind of event source, where nothing sends by itself: how its events are created, and what tests send. Each kind has a
// folder, and `registry.ts` lists them.
import type { Mapping } from '../../../compiler/json-values.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { EventPlace } from './event-place.js';

// Adds the sources to the type of an entry.
export type {} from '../../../compiler/kinds/registry.js';

export type SourceKind = EventEntry['kind'];

/** One event source of a function. It is plain data, because threads send it to each other. */
export type LocalSource<Entry extends EventEntry = EventEntry> = {
  readonly entry: Entry;
  /** The name of the queue, topic, bucket, table, stream or bus; undefined where none is known. */
  readonly name: string | undefined;
  /** The declared name, when the source is a resource of the application. */
  readonly declared?: string;
  /** Region and account, when the source is given as an ARN. */
  readonly place: Pick<EventPlace, 'region' | 'account'>;
};

export type LocalSourceOf<Kind extends SourceKind> = LocalSource<
  Extract<EventEntry, { readonly kind: Kind }>
>;

/** Settings of an event in addition to its records. */
export type EventTraits = Pick<EventPlace, 'time'>;

/** Sends an event of a source to its function. */
export type Deliver = (event: unknown) => Promise<Delivered>;

/**
 * What a test sends, by the member of its client: the kind, how a second argument distinguishes the sources of a function, and
 * what the member returns. Each kind adds its own.
 */
// eslint-disable-next-line -- only an interface can be filled in from other files
export interface TestSources {}

/** The functions of `events`, which create events without an application. Each kind adds its own. */
// eslint-disable-next-line -- only an interface can be filled in from other files
export interface SampleEvents {}

type MemberOf<Kind extends SourceKind> = {
  [Name in keyof TestSources]: TestSources[Name]['kind'] extends Kind ? Name : never;
}[keyof TestSources];

export type LocalKind<Kind extends SourceKind> = {
  /** The noun for a source of this kind: `queue`. */
  readonly noun: string;
  /** The noun for what has the name, such as a bus; defaults to `noun`. */
  readonly place?: string;
  /** Identifies a source without a name. */
  readonly nameOf?: (source: LocalSourceOf<Kind>) => string;
  /** Text that lists show after its title. */
  readonly details?: (source: LocalSourceOf<Kind>) => string;
  /** The id of one of the records. */
  readonly recordId: (record: Mapping) => unknown;
  /** True when Lambda treats records one by one. Other sources send the whole event again, or never again. */
  readonly isCounted?: true;
  /** An event with one record. `payload` has the type that the function declares, if it declares one. */
  readonly sample: (source: LocalSourceOf<Kind>, payload: unknown, traits: EventTraits) => unknown;
  /** The test client's method that sends such an event. */
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

/** What became of an event. */
export type Delivered = {
  /** The records that failed: those that their source would send again. */
  readonly failed: readonly FailedRecord[];
  /** What the function threw, or what its adapter threw because every record failed. */
  readonly error: Error | undefined;
  /** What a function of a rule or schedule gave, as JSON carries it. */
  readonly result: unknown;
  /** What the application printed in the meantime; empty with `load`. */
  readonly logs: string;
};
