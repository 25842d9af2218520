// Cases of a matrix take turns, so that `npm test` tries all of them within some days.
import { expect, test } from 'vitest';
import { isFull, isTurn } from './sample.js';

test.skipIf(isFull)(
  'each case has one day of every so many, and others than a case inside of it',
  () => {
    const days = [...Array(3000).keys()];
    const daysOf = (name: string, index: number, turns: number): readonly number[] =>
      days.filter((day) => isTurn(name, index, turns, day));
    for (const index of [0, 1, 2, 3, 4, 5]) {
      const weeks = daysOf('matrix', index, 6).map((day) => Math.floor(day / 6));
      expect(weeks).toEqual([...Array(500).keys()]);
    }
    // A case of a matrix that has turns of its own.
    const inner = daysOf('cases', 0, 12);
    for (const index of [0, 1, 2]) {
      expect(daysOf('matrix', index, 3).filter((day) => inner.includes(day))).not.toEqual([]);
    }
  },
);
