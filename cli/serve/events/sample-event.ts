// The sample event of a source, for somebody who wants to run its function without writing one.
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import { samplePayload } from './bound-sources.js';
import type { EventTraits, LocalSource } from './local-kind.js';
import { kindOf } from './registry.js';

export type SampleTraits = EventTraits & {
  /** The sources as they are bound, whose types the payload is made of; a text or an item with an `id` without them. */
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
