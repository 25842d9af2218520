// Whether a regular expression is safe for texts of clients: one with catastrophic backtracking would stop the function.
import { createRequire } from 'node:module';

/** The most alternatives that may be tried at one place. With more, the time grows faster than the length of the text. */
const MOST_BACKTRACKS = 50;
/** The most steps of the analysis. A safe pattern needs fewer. */
const MOST_STEPS = 800;

type Detector = {
  readonly isSafePattern: (
    pattern: string,
    options: {
      readonly unicode: boolean;
      readonly maxScore: number;
      readonly maxSteps: number;
      readonly timeout: number;
    },
  ) => { readonly safe: boolean };
};

const known = new Map<string, PatternState>();

export type PatternState = 'safe' | 'unsafe' | 'invalid';

/** The analysis of a pattern with the flag `u`. The library is loaded for the first pattern that is not simple. */
export function patternState(pattern: string): PatternState {
  let state = known.get(pattern);
  if (state === undefined) known.set(pattern, (state = findState(pattern)));
  return state;
}

function findState(pattern: string): PatternState {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'invalid';
  }
  if (isPlain(pattern)) return 'safe';
  const limits = { unicode: true, maxScore: MOST_BACKTRACKS, maxSteps: MOST_STEPS };
  const detector = createRequire(import.meta.url)('redos-detector') as Detector; // because require gives any
  try {
    return detector.isSafePattern(pattern, { ...limits, timeout: Infinity }).safe
      ? 'safe'
      : 'unsafe';
  } catch {
    // The library does not support named groups, for example. A pattern that it cannot analyse counts as unsafe.
    return 'unsafe';
  }
}

const ESCAPED = String.raw`\\[dDsSwW^$.*+?()[\]{}|/-]`;
/** A character, one that is escaped, or one of a class. */
const PART = String.raw`(?:[^\\^$.*+?()[\]{}|]|${ESCAPED}|\[(?:[^\\[\]]|${ESCAPED})+\])`;
const FIXED = String.raw`(?:${PART}(?:\{\d{1,3}\})?)*`;
const ANY_TIMES = String.raw`${PART}(?:[*+?]|\{\d{1,3},\d{0,3}\})\??`;
/** The rest of the pattern is tried at each end of a repetition, so its own repetitions are limited. */
const SHORT = String.raw`(?:${PART}(?:\{\d\})?)*`;
const PLAIN = new RegExp(String.raw`^\^${FIXED}(?:${ANY_TIMES}${SHORT})?\$?$`, 'u');

/**
 * A simple pattern: it begins at the first character, has neither groups nor alternatives, and at most one part with
 * unlimited repetition. Most patterns are simple, and the library takes long to load.
 */
export function isPlain(pattern: string): boolean {
  return PLAIN.test(pattern);
}
