// Determines how the running time of a regular expression grows with the length of a string that a client chooses.
import { createRequire } from 'node:module';

/** The maximum number of alternatives at one position. With more, the time grows faster than the length of the string. */
const MOST_BACKTRACKS = 50;
/** The maximum number of steps in the analysis. A safe pattern needs fewer. */
const MOST_STEPS = 800;
/** The time limit for the analysis, because steps are slow for a pattern with many repetitions. */
const MOST_MILLISECONDS = 5_000;
/** The maximum number of positions that a pattern may try in a string, which takes about a millisecond. */
const MOST_TRIALS = 1_000_000;

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

type PatternNode = {
  readonly type: string;
  readonly raw: string;
  readonly range: readonly [number, number];
  readonly body?: readonly PatternNode[];
  readonly behavior?: string;
  readonly kind?: string;
  readonly name?: object;
  readonly min?: number;
  readonly max?: number;
};

type Parser = {
  readonly parse: (pattern: string, flags: string, features: object) => PatternNode;
};

export type PatternState = 'safe' | 'unsafe' | 'invalid';

/** The exponent with which the running time grows as the string gets longer. */
type PatternCost = { readonly power: number };

const known = new Map<string, PatternCost | undefined>();

/** Tells whether a pattern with the flag `u` may run on strings of at most `maxLength` characters. */
export function patternState(pattern: string, maxLength: number = Infinity): PatternState {
  const cost = costOf(pattern);
  if (!cost) return 'invalid';
  return cost.power === 1 || maxLength ** cost.power <= MOST_TRIALS ? 'safe' : 'unsafe';
}

/** Returns the maximum length of strings for an unsafe pattern; undefined if its time may grow with any exponent. */
export function longestText(pattern: string): number | undefined {
  const { power } = costOf(pattern) ?? { power: Infinity };
  // The computed root of a power of ten may be slightly less than the exact number.
  return power === Infinity ? undefined : Math.floor(MOST_TRIALS ** (1 / power) + 1e-6);
}

/** Returns the cost of a pattern; undefined if it is not a valid regular expression. */
function costOf(pattern: string): PatternCost | undefined {
  if (!known.has(pattern)) known.set(pattern, findCost(pattern));
  return known.get(pattern);
}

function findCost(pattern: string): PatternCost | undefined {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
  if (isPlain(pattern)) return { power: 1 };
  try {
    return { power: powerOf(parse(pattern)) };
  } catch {
    // The libraries do not support newer syntax. A pattern that they cannot analyze is considered unsafe.
    return { power: Infinity };
  }
}

/** Returns a similar pattern with linear running time, for a hint. */
export function linearForm(pattern: string): string | undefined {
  try {
    return similarPatterns(pattern).find((similar) => patternState(similar) === 'safe');
  } catch {
    return undefined;
  }
}

/** Returns faster candidates: shortened lookarounds, an anchor at the start, or lookaheads that run once, at the start. */
function similarPatterns(pattern: string): readonly string[] {
  const root = parse(pattern);
  const { body = [] } = root;
  const isChoice = root.type === 'disjunction';
  const isAnchored = !isChoice && [root, body[0]].some((part) => part?.kind === 'start');
  const isBehind = [root, body[0]].some((part) => part && isLookaround(part) && !isLookahead(part));
  const anchored = isChoice ? `^(?:${pattern})` : `^${pattern}`;
  const moved: string[] = [];
  const rest = rewrite(root, (part) => {
    if (!isLookahead(part) || !/^\(\?[=!](?:\.|\[\^\]|\[\\s\\S\])\*/.test(part.raw))
      return undefined;
    moved.push(part.raw);
    return '';
  });
  return [
    rewrite(root, (part) => (isLookaround(part) ? shortened(part) : undefined)),
    ...(isAnchored || isBehind ? [] : [anchored]),
    ...(isChoice || moved.length === 0 ? [] : [`^${moved.join('')}${rest.replace(/^\^/, '')}`]),
  ];
}

/** The outermost part of a lookaround needs to match only once: `(?<=a+)` is equivalent to `(?<=a)`. */
function shortened(part: PatternNode): string | undefined {
  const { body = [] } = part;
  const farthest = isLookahead(part) ? body.at(-1) : body[0];
  if (farthest?.type !== 'quantifier' || farthest.max !== undefined) return undefined;
  const [once] = farthest.body ?? [];
  const { min = 0 } = farthest;
  const least = min === 0 ? '' : min === 1 ? (once?.raw ?? '') : `${once?.raw ?? ''}{${min}}`;
  return rewrite(part, (inner) => (inner === farthest ? least : undefined));
}

function parse(pattern: string): PatternNode {
  const { parse } = createRequire(import.meta.url)('regjsparser') as Parser; // because require returns any
  return parse(pattern, 'u', { lookbehind: true, namedGroups: true, unicodePropertyEscape: true });
}

/**
 * Computes the exponent. A pattern that does not begin with `^` is tried at each position, and a lookaround is tried wherever
 * the search reaches it. Each of these multiplies the time by the length.
 */
function powerOf(root: PatternNode): number {
  const pattern = withoutNames(root);
  const tries = lookaroundsIn(root, { text: '', width: Infinity });
  if (tries.some(({ part }) => !isLookahead(part) && !isSafe(`^${insideOf(part)}${NO_END}`)))
    return Infinity;
  const whole = isSafe(pattern) ? 1 : isSafe(`^(?:${pattern})`) ? 2 : Infinity;
  return whole + Math.max(0, ...tries.map(({ depth }) => depth));
}

function isSafe(pattern: string): boolean {
  const detector = createRequire(import.meta.url)('redos-detector') as Detector; // because require returns any
  const limits = { unicode: true, maxScore: MOST_BACKTRACKS, maxSteps: MOST_STEPS };
  return detector.isSafePattern(pattern, { ...limits, timeout: MOST_MILLISECONDS }).safe;
}

/** A pattern that never matches. It prevents the analysis from treating the end of a pattern as success. */
const NO_END = '$[^]';

/** The pattern that may match before a part, without lookarounds, and the maximum number of characters that it matches. */
type Before = { readonly text: string; readonly width: number };
/** A lookaround, and the number of lookarounds, including the enclosing ones, that are tried at many of the same positions. */
type Try = { readonly part: PatternNode; readonly depth: number };

function lookaroundsIn(part: PatternNode, before: Before): readonly Try[] {
  const { body = [] } = part;
  if (isLookaround(part)) {
    const depth = isLinear(part, before) ? 0 : 1;
    const inner = inSequence(body, before).map((found) => ({
      ...found,
      depth: found.depth + depth,
    }));
    return [{ part, depth }, ...inner];
  }
  switch (part.type) {
    case 'disjunction':
      return body.flatMap((choice) => lookaroundsIn(choice, before));
    case 'quantifier': {
      const isOnce = part.max === 1;
      const again = isOnce ? before : after(before, { ...part, text: `(?:${textsOf(body)})*` });
      return body.flatMap((repeated) => lookaroundsIn(repeated, again));
    }
    default:
      return inSequence(body, before);
  }
}

function inSequence(parts: readonly PatternNode[], before: Before): readonly Try[] {
  let at = before;
  return parts.flatMap((part) => {
    const found = lookaroundsIn(part, at);
    at =
      part.kind === 'start' && at.text === ''
        ? START
        : after(at, { ...part, text: textsOf([part]) });
    return found;
  });
}

const START: Before = { text: '^', width: 0 };

function after(before: Before, part: PatternNode & { readonly text: string }): Before {
  return { text: `${before.text}${part.text}`, width: before.width + widthOf(part) };
}

/** Tells whether all attempts to match a lookaround, taken together, visit each character a limited number of times. */
function isLinear(part: PatternNode, before: Before): boolean {
  if (before.width <= MOST_BACKTRACKS || widthOf({ ...part, behavior: '' }) <= MOST_BACKTRACKS)
    return true;
  return isSafe(`${before.text}${isLookahead(part) ? insideOf(part) : '[^]*'}${NO_END}`);
}

/** Returns the maximum number of characters that a part of a pattern can match. */
function widthOf(part: PatternNode): number {
  const { type, body = [], max = Infinity } = part;
  if (isLookaround(part) || type === 'anchor') return 0;
  if (type === 'reference') return Infinity;
  if (!['alternative', 'disjunction', 'group', 'quantifier'].includes(type)) return 1;
  const widths = body.map(widthOf);
  if (type === 'disjunction') return Math.max(...widths);
  const sum = widths.reduce((total, width) => total + width, 0);
  return type === 'quantifier' && sum > 0 ? sum * max : sum;
}

function isLookaround(part: PatternNode): boolean {
  return part.behavior?.toLowerCase().includes('look') ?? false;
}

function isLookahead(part: PatternNode): boolean {
  return isLookaround(part) && (part.behavior?.toLowerCase().endsWith('ahead') ?? false);
}

function insideOf({ body = [] }: PatternNode): string {
  return `(?:${textsOf(body)})`;
}

/** Returns the source of several parts, without lookarounds. */
function textsOf(parts: readonly PatternNode[]): string {
  const clear = (part: PatternNode): string =>
    rewrite(part, (inner) => (isLookaround(inner) ? '' : unnamed(inner, clear)));
  return parts.map(clear).join('');
}

function withoutNames(root: PatternNode): string {
  const clear = (part: PatternNode): string => rewrite(part, (inner) => unnamed(inner, clear));
  return clear(root);
}

/** Rewrites a named group as an unnamed group, because the detector does not support names. */
function unnamed(part: PatternNode, clear: (part: PatternNode) => string): string | undefined {
  return part.name && part.type === 'group'
    ? `(${(part.body ?? []).map(clear).join('')})`
    : undefined;
}

/** Returns the source of a part, after replacing some of the parts inside it. */
function rewrite(part: PatternNode, replace: (part: PatternNode) => string | undefined): string {
  const replaced = replace(part);
  if (replaced !== undefined) return replaced;
  const [start] = part.range;
  let text = '';
  let at = 0;
  for (const inner of part.body ?? []) {
    text += part.raw.slice(at, inner.range[0] - start) + rewrite(inner, replace);
    at = inner.range[1] - start;
  }
  return text + part.raw.slice(at);
}

const ESCAPED = String.raw`\\[dDsSwW^$.*+?()[\]{}|/-]`;
/** A character, an escaped character, or a character class. */
const PART = String.raw`(?:[^\\^$.*+?()[\]{}|]|${ESCAPED}|\[(?:[^\\[\]]|${ESCAPED})+\])`;
const FIXED = String.raw`(?:${PART}(?:\{\d{1,3}\})?)*`;
const ANY_TIMES = String.raw`${PART}(?:[*+?]|\{\d{1,3},\d{0,3}\})\??`;
/** The rest of the pattern is tried at each position where a repetition can end, so repetitions in the rest are limited. */
const SHORT = String.raw`(?:${PART}(?:\{\d\})?)*`;
const PLAIN = new RegExp(String.raw`^\^${FIXED}(?:${ANY_TIMES}${SHORT})?\$?$`, 'u');

/**
 * Tells whether a pattern is simple: anchored at the start, without groups or alternatives, and with at most one unlimited
 * repetition. Most patterns are simple, so the library, which loads slowly, is rarely needed.
 */
export function isPlain(pattern: string): boolean {
  return PLAIN.test(pattern);
}
