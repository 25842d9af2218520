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
  if (text.length < DEEPEST_NESTING) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x28: // (
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > DEEPEST_NESTING) return at;
        break;
      case 0x29: // )
      case 0x5d: // ]
      case 0x7d: // }
        if (depth > 0) depth--;
        break;
      default:
    }
  }
  return undefined;
}
