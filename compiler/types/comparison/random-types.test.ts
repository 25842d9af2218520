// Random types and values: our result for each value must match TypeScript's. `TYPES=2000 VALUES=50` run longer.
import { expect, test } from 'vitest';
import { compareTypes } from './compare.fixture.js';

const types = Number(process.env['TYPES'] ?? 80);
const values = Number(process.env['VALUES'] ?? 15);
const seed = Number(process.env['SEED'] ?? 1);

test('no random type is read otherwise than TypeScript reads it', { timeout: 600_000 }, () => {
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
