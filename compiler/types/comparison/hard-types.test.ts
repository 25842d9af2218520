// TypeScript's checker and our reading both accept and reject the values in the table for each type.
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import { projectOf } from '../read-types.fixture.js';
import { accepts } from '../../declarations/declared-type.js';
import { askChecker } from './checker.fixture.js';
import type { HardType } from './hard-type.fixture.js';
import { HARD_TYPES } from './hard-types.fixture.js';
import type { TypeCase } from './split-modules.fixture.js';
import { compareTypes } from './compare.fixture.js';

function filesOf({ source }: HardType, index: number): TypeCase {
  if (typeof source !== 'string') {
    const entries = Object.entries(source).map(([name, text]): [string, string] => [
      `${String(index)}/${name}`,
      text,
    ]);
    return Object.fromEntries(entries);
  }
  return { [`${String(index)}/case.ts`]: `${source};\nexport {};\n` };
}

/** Numbered before some are drawn, because a module is named by its number. */
const TYPES = sampleOf('hard types', [...HARD_TYPES.entries()], 3);

const verdicts = askChecker(
  TYPES.map(([index, one]) => ({
    files: filesOf(one, index),
    values: [...one.takes, ...one.refuses],
  })),
);

describe('hard types', () => {
  test.each(TYPES.map(([index, one], at) => ({ ...one, index, verdict: verdicts[at] })))(
    '$name',
    (one) => {
      const { verdict } = one;
      const expected = [...one.takes.map(() => true), ...one.refuses.map(() => false)];
      expect(verdict?.error).toBeUndefined();
      expect(verdict?.isAssignable).toEqual(expected);
      const { read, definitions } = projectOf(filesOf(one, one.index));
      const { type, problems } = read('T');
      if (one.unread !== undefined) {
        expect(problems.map(({ message }) => message).join('\n')).toContain(one.unread);
        return;
      }
      expect(problems).toEqual([]);
      const ours = [...one.takes, ...one.refuses].map((value) =>
        accepts({ definitions }, type, value),
      );
      expect(ours).toEqual(expected);
    },
  );
});

// Random types and values: our result for each value must match TypeScript's. `TYPES=2000 VALUES=50` run longer.

const types = Number(process.env['TYPES'] ?? 40);
const values = Number(process.env['VALUES'] ?? 15);
const given = process.env['SEED'];
const seeds = given === undefined ? sampleOf('random types', [1, 2, 3], 3) : [Number(given)];

const READ = 'no random type is read otherwise than TypeScript reads it, seed %i';
test.each(seeds)(READ, { timeout: 600_000 }, (seed) => {
  const found = compareTypes({ seed, types, values });
  if (process.env['TYPES'] !== undefined) {
    const { reasons, differences, ...counts } = found;
    console.log(JSON.stringify({ ...counts, differences: differences.length }));
    for (const [reason, count] of [...reasons].sort(([, one], [, other]) => other - one))
      console.log(count, reason);
  }
  expect(found.differences.slice(0, 5).join('\n\n')).toBe('');
  expect(found.refused / found.types).toBeLessThan(0.2);
  expect(found.accepted / found.values).toBeGreaterThan(0.4);
  expect(found.generator.types / (found.types - found.refused)).toBeGreaterThan(0.8);
  // The generator accepts any string for a template, and requires properties that may be undefined.
  expect(found.generator.same / found.generator.types).toBeGreaterThan(0.6);
});
