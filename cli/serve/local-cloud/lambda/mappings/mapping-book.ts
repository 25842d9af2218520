// Event source mappings: which source Lambda reads for which function, and the state of the mapping.
import { randomUUID } from 'node:crypto';
import type { SourceBook } from '../../polled-source.js';
import type { CloudClock } from '../../service.js';
import type { MappingSettings } from './mapping-settings.js';

export type MappingState = 'Creating' | 'Enabled' | 'Disabled' | 'Updating' | 'Deleting';

export type Mapping = {
  readonly uuid: string;
  readonly arn: string;
  readonly sourceArn: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly startingPosition: string | undefined;
  readonly tags: Map<string, string>;
  settings: MappingSettings;
  change: { readonly state: 'Creating' | 'Updating' | 'Deleting'; readonly until: number };
  modifiedAt: number;
  /** By shard: the position of the next record, and its failures. */
  readonly cursors: Map<number, Cursor>;
};

export type Cursor = {
  next: number;
  /** How often the batch at this position has failed, and when it is retried. */
  failures: number;
  retryAt: number;
  /** The batch size after a failed batch was split in two. */
  limit: number | undefined;
};

export function newCursor(next: number): Cursor {
  return { next, failures: 0, retryAt: 0, limit: undefined };
}

export type MappingBook = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly sources: SourceBook;
  readonly mappings: Map<string, Mapping>;
};

const DURATIONS = { Creating: 10_000, Updating: 3_000, Deleting: 5_000 } as const;

export function beginMappingChange(
  state: Mapping['change']['state'],
  { clock }: MappingBook,
): Mapping['change'] {
  return { state, until: clock.now() + clock.scaled(DURATIONS[state]) };
}

export function stateOf({ change, settings }: Mapping, { clock }: MappingBook): MappingState {
  if (clock.now() < change.until || change.state === 'Deleting') return change.state;
  return settings.isEnabled ? 'Enabled' : 'Disabled';
}

/** Returns the mappings that exist now: a deleted mapping disappears after a while. */
export function livingMappings(book: MappingBook): readonly Mapping[] {
  for (const [uuid, { change }] of book.mappings) {
    if (change.state === 'Deleting' && book.clock.now() >= change.until) book.mappings.delete(uuid);
  }
  return [...book.mappings.values()];
}

export function newMapping(
  made: Pick<
    Mapping,
    'sourceArn' | 'functionName' | 'functionArn' | 'startingPosition' | 'settings'
  >,
  tags: Readonly<Record<string, string>>,
  book: MappingBook,
): Mapping {
  const uuid = randomUUID();
  return {
    ...made,
    uuid,
    arn: `arn:aws:lambda:${book.region}:${book.account}:event-source-mapping:${uuid}`,
    tags: new Map(Object.entries(tags)),
    change: beginMappingChange('Creating', book),
    modifiedAt: book.clock.now(),
    cursors: new Map(),
  };
}

/** Describes a mapping without its id: `mapping of shop-dev-order to queue orders`. */
export function mappingText({ functionName, sourceArn, change }: Mapping): string {
  const state = change.state === 'Deleting' ? ', being deleted' : '';
  return `mapping of ${functionName} to ${sourceArn.split(':').slice(5).join(':')}${state}`;
}
