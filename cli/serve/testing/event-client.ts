// Sends events to the functions of an opened application, through the same adapters as in a deployed application.
import { isMapping, throughJson } from '../../../compiler/json-values.js';
import type { Delivered, LocalKind, LocalSource, SourceKind } from '../events/local-kind.js';
import { failedRecords } from '../events/bound-sources.js';
import { sourceTitle, ALL_KINDS } from '../events/local-kinds.js';
import { throwAtCaller } from './caller-errors.js';
import type { EventMethods } from './test-client.js';

export type EventPorts = {
  readonly sources: readonly LocalSource[];
  /** Calls a function. Rejects with the error that the function throws. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Returns everything that the application has printed. */
  readonly printed: () => string;
};

type End =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: Error };

export function createEventMethods({ sources, invoke, printed }: EventPorts): EventMethods {
  const deliver = async ({ entry }: LocalSource, given: unknown): Promise<Delivered> => {
    const { kind, function: name } = entry;
    const event = throughJson(given);
    checkBatch(entry, event);
    const before = printed().length;
    const end = await invoke(name, event).then(
      (value): End => ({ kind: 'returned', value }),
      (error: unknown): End => ({ kind: 'threw', error: asError(error) }),
    );
    return {
      failed: failedRecords(kind, event, end),
      error: end.kind === 'threw' ? end.error : undefined,
      result: end.kind === 'returned' ? end.value : undefined,
      logs: printed().slice(before),
    };
  };
  const methods = ALL_KINDS.map(([kind, local]) => {
    const pick = (name: string, called?: Sought['called']): unknown => {
      const sought = { kind, local, name, called };
      const source = throwAtCaller(pick, () => findSource(sources, sought));
      return local.methods(source, (event) => deliver(source, event));
    };
    return [local.member, pick] as const;
  });
  return Object.fromEntries(methods) as EventMethods; // because each kind defines its own member
}

/** Throws if there are more records than the batch size of the source, because Lambda never sends more in one call. */
function checkBatch(entry: LocalSource['entry'], event: unknown): void {
  if (!('batchSize' in entry) || !isMapping(event)) return;
  const { function: name, batchSize } = entry;
  const { Records: records } = event;
  const count = Array.isArray(records) ? records.length : 0;
  if (count > 0 && count <= batchSize) return;
  throw new RangeError(
    count === 0
      ? `\`${name}\` is never called with an empty batch.`
      : `\`${name}\` receives at most ${batchSize} per call (\`batchSize\`), but the event has ${count}: send them in several batches.`,
  );
}

type Sought = {
  readonly kind: SourceKind;
  readonly local: LocalKind<SourceKind>;
  readonly name: string;
  /** The name of the source, or the declared resource; undefined if the test named none. */
  readonly called: string | { readonly $name: string } | undefined;
};

/** Returns the event source of a function. Throws if there is none, or more than one. */
function findSource(
  sources: readonly LocalSource[],
  { kind, local: { noun, nameOf }, name, called }: Sought,
): LocalSource {
  const ofKind = sources.filter(({ entry }) => entry.kind === kind);
  const own = ofKind.filter(({ entry }) => entry.function === name);
  const titles = (some: readonly LocalSource[]): string => some.map(sourceTitle).join(', ');
  const found = own.filter((source) =>
    typeof called === 'object'
      ? called.$name === source.declared
      : called === undefined || called === (nameOf ? nameOf(source) : source.name),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  if (own.length === 0) {
    const others = [...new Set(ofKind.map((source) => source.entry.function))];
    const known =
      others.length === 0
        ? 'no function has one'
        : `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} one`;
    throw new RangeError(`The function \`${name}\` has no ${noun}; ${known}.`);
  }
  throw new RangeError(
    found.length === 0
      ? `The function \`${name}\` has no ${noun} \`${typeof called === 'object' ? called.$name : (called ?? '')}\`; it has ${titles(own)}.`
      : `The function \`${name}\` has several; name one of them: ${titles(own)}.`,
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
