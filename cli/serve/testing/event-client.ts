// Sends events to the functions of an opened application: each goes through the adapter that runs when it is deployed.
import { throughJson } from '../../../compiler/json-values.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import { failedRecords } from '../events/event-outcome.js';
import { type LocalSource, sourceTitle } from '../events/local-source.js';
import { type EventTraits, type GivenRecord, sourceEvent } from '../events/source-event.js';
import { throwAtCaller } from './caller-errors.js';
import type { Delivered, EventMethods } from './event-methods.js';

type Kind = EventEntry['kind'];

export type EventPorts = {
  readonly sources: readonly LocalSource[];
  /** Calls a function; rejects with what it throws. */
  readonly invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Everything that the application has printed. */
  readonly printed: () => string;
};

type End =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: Error };

type Send = (records: readonly GivenRecord[], traits?: EventTraits) => Promise<Delivered>;

/** The methods of the client that send events. */
export function createEventMethods({ sources, invoke, printed }: EventPorts): EventMethods {
  const deliver = async (
    source: LocalSource,
    records: readonly GivenRecord[],
    traits?: EventTraits,
  ): Promise<Delivered> => {
    const { kind, function: name } = source.entry;
    const event = throughJson(sourceEvent(source, records, traits));
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
  const method = <T>(kind: Kind, make: (send: Send) => T) => {
    const pick = (name: string, called?: string): T => {
      const source = throwAtCaller(pick, () => findSource(sources, { kind, name, called }));
      return make((records, traits) => deliver(source, records, traits));
    };
    return pick;
  };
  return {
    sqs: method('sqs', (send) => ({
      send: (payload, options) => send([{ ...options, payload }]),
      sendBatch: (bodies, options) => {
        const own = options && 'length' in options ? options : bodies.map(() => options);
        return send(bodies.map((payload, index) => ({ ...own[index], payload })));
      },
    })),
    sns: method('sns', (send) => ({
      publish: (payload, options) => send([{ ...options, payload }]),
    })),
    s3: method('s3', (send) => ({
      put: (payload, options) => send([{ ...options, payload }]),
      remove: (payload, options) => send([{ ...options, payload, isRemoved: true }]),
    })),
    dynamodb: method('dynamodb', (send) => ({
      change: (changes, options) => send([changes].flat(), options),
    })),
    kinesis: method('kinesis', (send) => ({
      put: (payload, options) => send([{ ...options, payload }]),
      putBatch: (data) => send(data.map((payload) => ({ payload }))),
    })),
    schedule: method('schedule', (send) => ({
      run: (time) => send([{}], time && { time }),
    })),
    event: method('rule', (send) => ({
      send: (payload, { source: busSource, detailType } = {}) =>
        send([
          {
            payload,
            ...(busSource !== undefined && { busSource }),
            ...(detailType !== undefined && { detailType }),
          },
        ]),
    })),
  };
}

type Sought = { readonly kind: Kind; readonly name: string; readonly called: string | undefined };

/** The source of a function. Throws when there is none, or more than one. */
function findSource(sources: readonly LocalSource[], { kind, name, called }: Sought): LocalSource {
  const ofKind = sources.filter(({ entry }) => entry.kind === kind);
  const own = ofKind.filter(({ entry }) => entry.function === name);
  const titles = (some: readonly LocalSource[]): string => some.map(sourceTitle).join(', ');
  const found = own.filter((source) => called === undefined || calls(source, called));
  const [only] = found;
  if (only && found.length === 1) return only;
  if (own.length === 0) {
    const others = [...new Set(ofKind.map((source) => source.entry.function))];
    const known =
      others.length === 0
        ? 'no function has one'
        : `${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} one`;
    throw new RangeError(`The function \`${name}\` has no ${METHODS[kind]}; ${known}.`);
  }
  throw new RangeError(
    found.length === 0
      ? `The function \`${name}\` has no ${METHODS[kind]} \`${called ?? ''}\`; it has ${titles(own)}.`
      : `The function \`${name}\` has several; say which one: ${titles(own)}.`,
  );
}

const METHODS: Readonly<Record<Kind, string>> = {
  sqs: 'queue',
  sns: 'topic',
  s3: 'bucket',
  dynamodb: 'table',
  kinesis: 'stream',
  schedule: 'schedule',
  rule: 'rule',
};

function calls({ entry, name }: LocalSource, called: string): boolean {
  return called === (entry.kind === 'schedule' ? entry.expression : name);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
