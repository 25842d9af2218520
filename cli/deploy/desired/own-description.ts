// What roles and functions say of themselves in the console.
import type { TaggedStage } from './own-tag.js';

/** The description of a resource of ours. On a function it tells too that its returns are on record. */
export function ownDescription({ app, stage }: Pick<TaggedStage, 'app' | 'stage'>): string {
  return `Stage ${stage} of ${app}, made by framework`;
}
