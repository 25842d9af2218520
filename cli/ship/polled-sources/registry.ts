// The kinds of sources that Lambda polls. To add one, create a folder next to the others and add a line to the table.
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { ResolvedSource, SourceKind } from '../../config/event-sources.js';
import { TABLE } from './dynamodb/table.js';
import { STREAM } from './kinesis/stream.js';
import type {
  PolledEntry,
  PolledKind,
  PolledName,
  PollSettings,
  SourceForm,
} from './polled-kind.js';
import { QUEUE } from './sqs/queue.js';

const KINDS: { readonly [Name in PolledName]: PolledKind<Name> } = {
  sqs: QUEUE,
  dynamodb: TABLE,
  kinesis: STREAM,
};

const BY_NAME = new Map<string, PolledKind>(
  Object.entries(KINDS) as never, // because a kind only receives entries of that kind
);

export const POLLED_KINDS: readonly PolledKind[] = [...BY_NAME.values()];

export function isPolled(entry: EventEntry): entry is PolledEntry {
  return BY_NAME.has(entry.kind);
}

export function pollSettings(
  entry: PolledEntry,
  destination: ResolvedSource | undefined,
): PollSettings {
  const kind = BY_NAME.get(entry.kind);
  if (!kind) throw new Error(`Lambda does not read a ${entry.kind}`);
  return kind.reading(entry, destination);
}

type PolledMatch = { readonly kind: PolledKind; readonly form: SourceForm };

/** Returns the kind that `named` belongs to, with the form of its names; undefined if Lambda does not poll it. */
export function findPolled(named: SourceKind): PolledMatch | undefined {
  for (const kind of POLLED_KINDS) {
    const form = kind.forms[named];
    if (form) return { kind, form };
  }
  return undefined;
}

export function polledOf({ kind }: ResolvedSource): PolledMatch {
  const found = findPolled(kind);
  if (!found) throw new Error(`Lambda does not read a ${kind}`);
  return found;
}
