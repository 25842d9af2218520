// TypeScript's checker and our reading both accept and reject the values in the table for each type.
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import { projectOf } from '../read-types.fixture.js';
import { accepts } from '../../declarations/declared-type.js';
import { askChecker } from './checker.fixture.js';
import type { HardType } from './hard-type.fixture.js';
import { HARD_TYPES } from './hard-types.fixture.js';
import type { TypeCase } from './split-modules.fixture.js';

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
