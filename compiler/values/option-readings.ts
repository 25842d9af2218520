// Readings of option values that several kinds have: numbers in a range, one of several strings, a flag.
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import { code, codeList } from '../diagnostics/code-text.js';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Fix } from '../diagnostics/diagnostic.js';
import { nearestName } from '../diagnostics/nearest-name.js';
import { refuse, sound, type Decoded, type Reading } from './decoded.js';
import { replaceInText } from './literal-place.js';
import type { StaticValue } from './static-value.js';

/** What is said of a value that an option cannot have. */
export type OptionValue = {
  readonly option: string;
  readonly expected: string;
  readonly found: string;
  readonly hint?: string | undefined;
};

type Said = Omit<OptionValue, 'found'>;

type Range = {
  readonly from: number;
  readonly to: number;
  /** A number outside the range with a special meaning, such as -1. */
  readonly also?: number;
};

/** The readings, which reject values with one entry of a catalogue. */
export type OptionReadings = {
  /** Rejects an option's value. */
  readonly refuseValue: (value: StaticValue, said: Said, fix?: Fix) => Decoded<never>;
  /** `true` or `false`. */
  readonly flagOf: (option: string) => Reading<boolean>;
  /** A whole number in a range. */
  readonly wholeOf: (option: string, range: Range) => Reading<number>;
  /** One of several strings. */
  readonly choiceOf: <const T extends string>(option: string, known: readonly T[]) => Reading<T>;
  /** A string with a maximum length. */
  readonly textOf: (option: string, most: number) => Reading<string>;
};

export function optionReadings(entry: CatalogueEntry<OptionValue>): OptionReadings {
  const refuseValue: OptionReadings['refuseValue'] = (value, said, fix) =>
    refuse(value, (found) => diagnose(entry, { ...said, found }, { at: value.at, fix }));
  const problems = [entry];
  return {
    refuseValue,
    flagOf: (option) => ({
      decode: (value) =>
        value.kind === 'boolean'
          ? sound(value.value)
          : refuseValue(value, { option, expected: '`true` or `false`' }),
      problems,
      schema: { type: 'boolean' },
    }),
    wholeOf: (option, { from, to, also }) => {
      const others = also === undefined ? '' : `, or ${String(also)}`;
      const expected = `a whole number from ${String(from)} to ${String(to)}${others}`;
      return {
        decode: (value) => {
          const isFine =
            value.kind === 'number' &&
            Number.isInteger(value.value) &&
            (value.value === also || (value.value >= from && value.value <= to));
          return isFine ? sound(value.value) : refuseValue(value, { option, expected });
        },
        problems,
        schema: { type: 'integer', minimum: Math.min(from, also ?? from), maximum: to },
      };
    },
    choiceOf: (option, known) => {
      const expected = codeList(
        known.map((name) => `'${name}'`),
        'or',
      );
      return {
        decode: (value) => {
          const found = known.find((name) => value.kind === 'string' && value.value === name);
          if (found !== undefined) return sound(found);
          const meant = value.kind === 'string' ? nearestName(value.value, known) : undefined;
          const fix =
            value.kind === 'string' && meant !== undefined
              ? replaceInText(value, [0, value.value.length], {
                  title: `Write ${meant}`,
                  text: meant,
                })
              : undefined;
          const hint = meant === undefined ? {} : { hint: `Did you mean ${code(meant)}?` };
          return refuseValue(value, { option, expected, ...hint }, fix);
        },
        problems,
        schema: { enum: known },
      };
    },
    textOf: (option, most) => {
      const expected = `a string of at most ${String(most)} characters`;
      return {
        decode: (value) => {
          if (value.kind !== 'string') return refuseValue(value, { option, expected });
          const { length } = value.value;
          if (length <= most) return sound(value.value);
          const data = { option, expected, found: `one of ${String(length)}` };
          return { value: undefined, findings: [diagnose(entry, data, { at: value.at })] };
        },
        problems,
        schema: { type: 'string', maxLength: most },
      };
    },
  };
}
