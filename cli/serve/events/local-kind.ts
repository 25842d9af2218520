// What is said of a kind of source here, where nothing sends by itself: how its events are made, and what tests send in its
// place. Each kind has a folder, and `registry.ts` lists them.
import type { Mapping } from '../../../compiler/json-values.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { Delivered } from './delivered.js';
import type { EventPlace } from './event-place.js';

export type SourceKind = EventEntry['kind'];

/** One source of a function; plain data, because it travels between threads. */
export type LocalSource<Entry extends EventEntry = EventEntry> = {
  readonly entry: Entry;
  /** The name of the queue, topic, bucket, table, stream or bus; undefined where none is known. */
  readonly name: string | undefined;
  /** Where it is, when an ARN says so. */
  readonly place: Pick<EventPlace, 'region' | 'account'>;
};

export type LocalSourceOf<Kind extends SourceKind> = LocalSource<
  Extract<EventEntry, { readonly kind: Kind }>
>;

/** How an event is made beside its records. */
export type EventTraits = Pick<EventPlace, 'time'>;

/** Sends an event of a source to its function. */
export type Deliver = (event: unknown) => Promise<Delivered>;

/**
 * What a test sends in the place of sources, by the member of its client: the kind, how a second argument tells the sources
 * of a function apart, and what the member gives. Each kind adds its own.
 */
// eslint-disable-next-line -- only an interface can be filled in from other files
export interface TestSources {}

/** The functions of `events`, which make events without an application. Each kind adds its own. */
// eslint-disable-next-line -- only an interface can be filled in from other files
export interface SampleEvents {}

type MemberOf<Kind extends SourceKind> = {
  [Name in keyof TestSources]: TestSources[Name]['kind'] extends Kind ? Name : never;
}[keyof TestSources];

export type LocalKind<Kind extends SourceKind> = {
  /** What a function has of it: `queue`. */
  readonly noun: string;
  /** What its name is the name of, such as a bus; the noun unless given. */
  readonly place?: string;
  /** What tells it from others of its kind in place of a name. */
  readonly nameOf?: (source: LocalSourceOf<Kind>) => string;
  /** What a list says of it behind its title. */
  readonly details?: (source: LocalSourceOf<Kind>) => string;
  /** The id of a record of its events. */
  readonly recordId: (record: Mapping) => unknown;
  /** Whether it counts records one by one; others send the whole event again, or do not send again. */
  readonly isCounted?: true;
  /** An event with one record. `payload` is one that the function takes, where its type is known. */
  readonly sample: (source: LocalSourceOf<Kind>, payload: unknown, traits: EventTraits) => unknown;
  /** What a test sends it with. */
  readonly member: MemberOf<Kind>;
  readonly methods: (
    source: LocalSourceOf<Kind>,
    deliver: Deliver,
  ) => TestSources[MemberOf<Kind>]['methods'];
};
