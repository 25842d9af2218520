// Local EventBridge rules, and the events that tests send to their functions.
import { type BusEvent, busEvent, type BusEventOptions } from '../event-place.js';
import type { Delivered, LocalKind, LocalSourceOf } from '../local-kind.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly event: { kind: 'rule'; called: [bus?: string]; methods: TestBus };
  }
  interface SampleEvents {
    /**
     * Creates an event from an event bus.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.eventBridge({ source: 'shop', detailType: 'Paid', detail: { order: 7 } });
     * ```
     */
    readonly eventBridge: <D, T extends string>(options: BusEventOptions<D, T>) => BusEvent<D, T>;
  }
}

/** An event bus. */
export type TestBus = {
  /** Sends an event. Its source and type default to the first ones in the rule's pattern. */
  readonly send: (
    detail: unknown,
    options?: { readonly source?: string; readonly detailType?: string },
  ) => Promise<Delivered>;
};

/** Returns the given texts. They default to the first texts in the pattern, or to fixed texts if it has none. */
function patternTexts(
  { pattern }: LocalSourceOf<'rule'>['entry'],
  { source, detailType }: { readonly source?: string; readonly detailType?: string } = {},
): { readonly source: string; readonly detailType: string } {
  return {
    source: source ?? textIn(pattern['source']) ?? 'test.source',
    detailType: detailType ?? textIn(pattern['detail-type']) ?? 'Test',
  };
}

function textIn(patterns: unknown): string | undefined {
  const texts: readonly unknown[] = Array.isArray(patterns) ? patterns : [];
  return texts.find((text) => typeof text === 'string');
}

export const RULE: LocalKind<'rule'> = {
  noun: 'rule',
  place: 'bus',
  details: ({ entry }) => `, ${JSON.stringify(entry.pattern)}`,
  recordId: () => '',
  sample: ({ entry, place }, payload, traits) =>
    busEvent({ ...place, ...traits, ...patternTexts(entry), detail: payload ?? {} }),
  member: 'event',
  methods: ({ entry, place }, deliver) => ({
    send: (payload, options) =>
      deliver(busEvent({ ...place, ...patternTexts(entry, options), detail: payload ?? {} })),
  }),
};
