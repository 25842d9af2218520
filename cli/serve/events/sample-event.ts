// A sample event of a source, for people who run its function without writing an event.
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import { samplePayload } from './bound-sources.js';
import type { EventTraits, LocalSource } from './local-kind.js';
import { kindOf } from './local-kinds.js';

export type SampleTraits = EventTraits & {
  /** The bound sources, whose types decide the payload. Without them it is a text, or an item with an `id`. */
  readonly bound?: readonly BoundEvents[];
};

/** An event with one record. */
export function sampleEvent(
  source: LocalSource,
  { bound = [], ...traits }: SampleTraits = {},
): unknown {
  const { function: name, member, kind } = source.entry;
  const own = bound.find((each) => each.name === name && each.adapter === member);
  return kindOf(kind).sample(source, own && samplePayload(own), traits);
}
