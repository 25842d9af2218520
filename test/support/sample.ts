// Draws the part of an exhaustive matrix that `npm test` tries. `npm run test:full` tries all of it, and the sample changes
// every day.
import process from 'node:process';
import { createRandom } from './random.js';

/** The day, or `all`. `SAMPLE_SEED=2026-11-23 npm test` draws the sample of that day again. Set by `vitest.config.ts`. */
const sampleSeed: string = process.env['SAMPLE_SEED'] ?? 'all';

/** Whether every case is tried. Only then are results expected that need all cases. */
export const isFull: boolean = sampleSeed === 'all';

/** Describes for people who watch a run which part of the matrices is tried. */
export const sampleText: string = isFull
  ? 'Every case of the matrices'
  : `A sample of the matrices (SAMPLE_SEED=${sampleSeed}); all of them: npm run test:full`;

/**
 * Draws about one case in `share`, but at least one. With different names, matrices of the same length draw different cases.
 */
export function sampleOf<Case>(
  name: string,
  cases: readonly Case[],
  share: number,
): readonly Case[] {
  if (isFull) return cases;
  const random = createRandom(hashOf(`${sampleSeed} ${name}`));
  const first = random.below(cases.length);
  return cases.filter((_case, index) => index === first || random.chance(1 / share));
}

/** Computes FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
