// Merges the rules of two texts or numbers whose intersection is read.
import { emptyLimits } from './limits.js';
import type { NumberRules, TextRules } from '../declarations/declared-type.js';

/** Both rules as one; a conflict when one rule cannot say both. */
export function mergeTextRules(
  left: TextRules | undefined,
  right: TextRules | undefined,
): TextRules | undefined | 'conflict' {
  if (!left || !right) return left ?? right;
  if (left.format && right.format && left.format !== right.format) return 'conflict';
  const patterns = [...new Set([...(left.patterns ?? []), ...(right.patterns ?? [])])];
  return fitting({
    ...left,
    ...right,
    ...largest('minLength', left, right),
    ...smallest('maxLength', left, right),
    ...(patterns.length > 0 && { patterns }),
  });
}

export function mergeNumberRules(
  left: NumberRules | undefined,
  right: NumberRules | undefined,
): NumberRules | undefined | 'conflict' {
  if (!left || !right) return left ?? right;
  const { multipleOf } = left;
  if (multipleOf !== undefined && right.multipleOf !== undefined && multipleOf !== right.multipleOf)
    return 'conflict';
  return fitting({
    ...left,
    ...right,
    ...largest('minimum', left, right),
    ...smallest('maximum', left, right),
    ...largest('exclusiveMinimum', left, right),
    ...smallest('exclusiveMaximum', left, right),
  });
}

/** Rules that no value can keep are a conflict. */
function fitting<Rules extends TextRules | NumberRules>(rules: Rules): Rules | 'conflict' {
  return emptyLimits(rules, 'isInteger' in rules) ? 'conflict' : rules;
}

type Values<Name extends string> = Readonly<Partial<Record<Name, number>>>;

function largest<Name extends string>(
  name: Name,
  left: Values<Name>,
  right: Values<Name>,
): Values<Name> {
  return pick(name, [left[name], right[name]], Math.max);
}

function smallest<Name extends string>(
  name: Name,
  left: Values<Name>,
  right: Values<Name>,
): Values<Name> {
  return pick(name, [left[name], right[name]], Math.min);
}

function pick<Name extends string>(
  name: Name,
  values: readonly (number | undefined)[],
  choose: (...all: number[]) => number,
): Values<Name> {
  const given = values.filter((value) => value !== undefined);
  const chosen = given.length === 0 ? {} : { [name]: choose(...given) };
  return chosen as Values<Name>; // because the one key is the name
}
