// Draws the part of a matrix that `npm test` tries. `npm run test:full` tries all of it, and `npm test` tries a different part
// each day.
import process from 'node:process';

/** The day, or `all`. `SAMPLE_SEED=2026-11-23 npm test` draws the sample for that day again. Set by `vitest.config.ts`. */
const sampleSeed: string = process.env['SAMPLE_SEED'] ?? 'all';

/** True if every case is tried. Results that need all cases are expected only then. */
export const isFull: boolean = sampleSeed === 'all';

const DAY = dayOf(sampleSeed);

/** Describes which part of the matrices is tried, for people who watch a run. */
export const sampleText: string = isFull
  ? 'Every case of the matrices'
  : `A sample of the matrices (SAMPLE_SEED=${sampleSeed}); all of them: npm run test:full`;

/**
 * Draws one case out of every `share` cases, and at least one. The cases take turns by day, so that each span of `share` days
 * tries every case once.
 */
export function sampleOf<Case>(
  name: string,
  cases: readonly Case[],
  share: number,
): readonly Case[] {
  const turns = Math.min(share, cases.length);
  return cases.filter((_case, index) => isTurn(name, index, turns));
}

/**
 * Returns true if the case is tried on this day. Each span of `turns` days starts at another case, so that a matrix inside
 * another matrix meets all of its cases. With different names, matrices of the same length try different cases.
 */
export function isTurn(name: string, index: number, turns: number, day: number = DAY): boolean {
  const first = hashOf(`${name} ${Math.floor(day / turns)}`);
  return isFull || (index + day + first) % turns === 0;
}

/** Returns the number of a day, so that the next day takes the next turn. */
function dayOf(seed: string): number {
  const time = Date.parse(seed);
  return Number.isNaN(time) ? hashOf(seed) : Math.floor(time / 86_400_000);
}

/** Computes FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
