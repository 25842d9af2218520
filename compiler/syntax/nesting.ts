// A guard in front of the parser, which overflows its stack, and ends the whole process, on text nested some thousand
// levels deep. No program is written like that, but a damaged or generated file may be.
import type { SyntaxProblem } from './syntax-problem.js';

/** Deeper than any program; the parser fails at several times as much. */
export const DEEPEST_NESTING = 1000;

/** The problem of such a text. */
export function nestedTooDeeply(at: number): SyntaxProblem {
  return { message: 'The code is nested too deeply to be read', start: at, end: at + 1 };
}

/**
 * The offset at which brackets are nested deeper than {@link DEEPEST_NESTING}; undefined for every ordinary text.
 * Brackets in strings and comments count too, which is of no matter at that depth.
 */
export function findDeepNesting(text: string): number | undefined {
  if (closesOften(text)) return undefined;
  const index = text.search(DEEP);
  return index < 0 ? undefined : index;
}

/** So many opening brackets with no closing one among them. */
const DEEP = new RegExp(`(?:[([{][^()[\\]{}]*){${String(DEEPEST_NESTING)}}`);

const WINDOW = DEEPEST_NESTING / 2;

/** Every stretch of a text has a closing bracket, which is quickly told and so of nearly every text. */
function closesOften(text: string): boolean {
  for (let start = 0; start + WINDOW < text.length; start += WINDOW) {
    const end = start + WINDOW;
    if (![')', '}', ']'].some((bracket) => isBefore(text.indexOf(bracket, start), end))) {
      return false;
    }
  }
  return true;
}

function isBefore(index: number, end: number): boolean {
  return index >= 0 && index < end;
}
