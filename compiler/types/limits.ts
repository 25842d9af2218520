// Finds pairs of rules that no value can keep: `minimum` 5 with `maximum` 3.

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const;

type Limit = readonly [name: string, value: number];

/** The first pair of limits that no value can keep. */
export function emptyLimits(
  rules: object,
  isInteger: boolean,
): readonly [low: Limit, high: Limit] | undefined {
  const values = rules as Readonly<Record<string, unknown>>; // because any of these names may be in it
  // Most types have one rule or none, and a limit is nothing without another.
  if (Object.keys(rules).length < 2) return undefined;
  for (const pair of PAIRS) {
    const from = values[pair[0]];
    if (typeof from !== 'number') continue;
    const [low, high] = pair;
    const to = values[high];
    if (typeof to !== 'number') continue;
    const limits = [
      [low, from],
      [high, to],
    ] as const;
    if (isEmpty(limits, isInteger)) return limits;
  }
  return undefined;
}

function isEmpty(
  [[low, from], [high, to]]: readonly [low: Limit, high: Limit],
  isInteger: boolean,
): boolean {
  const isFromOut = low.startsWith('exclusive');
  const isToOut = high.startsWith('exclusive');
  if (isInteger) {
    const first = isFromOut ? Math.floor(from) + 1 : Math.ceil(from);
    const last = isToOut ? Math.ceil(to) - 1 : Math.floor(to);
    return first > last;
  }
  return from > to || (from === to && (isFromOut || isToOut));
}
