// Decides which source files are parsed in another process. The parser recurses at each level of nesting, and a stack overflow
// ends the process. An error far to the right in a line also ends it. The estimate is rough: a file may be treated as deeper
// than it is.
import type { SyntaxProblem } from './syntax-problem.js';

/** A depth that no hand-written program reaches. Deeper code is rejected. */
export const DEEPEST_NESTING = 1000;

/** A safe depth: even the smallest thread stack allows many times this depth. */
const SHALLOW_NESTING = 200;

export function nestedTooDeeply(at: number): SyntaxProblem {
  return { message: 'The code is nested too deeply to be read', start: at, end: at + 1 };
}

/** The parser prints the line that contains an error. It ends the process if the line has more columns than this. */
const MOST_COLUMNS = 65_000;

/** Returns the start of the first line with too many columns. A tab counts as four columns, a wide character as two. */
export function findLongLine(text: string): number | undefined {
  if (text.length * 4 <= MOST_COLUMNS) return undefined;
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if ((end - start) * 4 > MOST_COLUMNS && widthOf(text.slice(start, end)) > MOST_COLUMNS)
      return start;
  }
  return undefined;
}

function widthOf(line: string): number {
  return line.length + 3 * (line.split('\t').length - 1) + (line.match(/[^\0-\x7f]/g)?.length ?? 0);
}

/** Returns the problem for a text whose syntax error the parser could not report. */
export function unknownError(at: number): SyntaxProblem {
  const message =
    'A line longer than 65,000 columns has an error whose position is unknown: break the line';
  return { message, start: at, end: at + 1 };
}

export type Nesting = {
  /** The offset at which the nesting is deepest, or at which it first exceeds {@link DEEPEST_NESTING}. */
  readonly at: number;
  readonly isBeyondAny: boolean;
};

type Level = {
  /** The number of tokens since the last comma or the end of the last statement. */
  tokens: number;
  /** The number of tokens in the previous statement, which an `else` continues. */
  ended: number;
  /** The number of open type arguments and JSX elements. */
  angles: number;
};

/** A construct without brackets, such as `!a`, needs an eighth of the stack space of a construct with brackets. */
const TOKENS_PER_LEVEL = 8;

/** A class in the heading of another class counts as many levels, because it doubles the parsing time. */
const SUPERCLASS = /\bextends\b[\s\w$.,(]*$/;
const SUPERCLASS_LEVELS = 50;

const CODE = /[\w$\x80-\uffff]+|\n|=>|<\/|\/>|\\?\S/g;
const SKIPPED = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const CODE_OR_SKIPPED = new RegExp(`${SKIPPED.source}|${CODE.source}`, 'g');

/** A line that begins a statement, even if the code has no semicolons. */
const STATEMENT =
  /\s*(?:@|(?:class|const|declare|export|function|import|interface|let|return|type|var)\b)/y;

/**
 * Returns the depth of a text; undefined if the parser can safely handle the text, as for nearly every text. Regular
 * expressions, templates and JSX are read as code, and so is the rest of a line after a slash, because a quote in a regular
 * expression does not begin a string.
 */
export function findDeepNesting(text: string, file: string): Nesting | undefined {
  if (text.length <= SHALLOW_NESTING) return undefined;
  const hasJsx = !/\.[cm]?ts$/.test(file);
  const outer: Level[] = [];
  let level = createLevel();
  let [outerDepth, deepest, deepestAt, at] = [0, 0, 0, 0];
  let tokens = CODE_OR_SKIPPED;
  // True if quotes are uncertain. A quote in a template, a regular expression or JSX looks like the start of a string, and
  // hides the code up to the next quote.
  let isUnsure = hasJsx;
  let hidden = 0;
  while (deepest <= DEEPEST_NESTING) {
    tokens.lastIndex = at;
    const token = tokens.exec(text);
    if (!token) break;
    const [word] = token;
    at = tokens.lastIndex;
    const isSkipped = word.length > 1 && /^["']|^\/[/*]/.test(word);
    if (isSkipped) {
      if (isUnsure) hidden += opened(word);
      // A text with so many brackets may be code that looks like a comment or a string.
      if (word.length <= SHALLOW_NESTING || opened(word) < SHALLOW_NESTING) continue;
      [tokens, at] = [CODE, token.index];
      continue;
    }
    switch (word) {
      case '`':
      case '"':
      case "'":
        isUnsure = true;
        level.tokens++;
        break;
      case '\n':
        tokens = CODE_OR_SKIPPED;
        STATEMENT.lastIndex = at;
        if (STATEMENT.test(text)) level = createLevel();
        continue;
      case '(':
      case '[':
      case '{':
        outerDepth += depthOf(level) + 1;
        outer.push(level);
        level = createLevel();
        break;
      case ')':
      case ']':
      case '}':
        level = outer.pop() ?? level;
        outerDepth = outer.length === 0 ? 0 : outerDepth - depthOf(level) - 1;
        if (word !== '}') level.tokens++;
        break;
      case ',':
        level.tokens = 0;
        continue;
      case ';':
        level = createLevel(level.tokens);
        continue;
      case '<':
        if (!hasJsx || JSX.test(text.slice(at, at + 1))) level.angles++;
        break;
      case '>':
      case '</':
      case '/>':
        if (hasJsx === (word !== '>')) level.angles = Math.max(0, level.angles - 1);
        level.tokens += word === '>' ? 6 : 1;
        if (word === '/>') tokens = CODE;
        break;
      case '/':
        isUnsure = true;
        tokens = CODE;
        level.tokens++;
        break;
      case 'else':
        level.tokens += level.ended + 1;
        break;
      case 'class':
        if (SUPERCLASS.test(text.slice(Math.max(0, token.index - 40), token.index)))
          level.angles += SUPERCLASS_LEVELS;
        level.tokens++;
        break;
      case '=>':
        level.tokens += TOKENS_PER_LEVEL;
        break;
      case 'if':
      case 'for':
      case 'while':
      case 'do':
      case 'with':
        level.tokens += 4;
        break;
      case ':':
        level.tokens += 3;
        break;
      default:
        level.tokens++;
    }
    const depth = outerDepth + depthOf(level);
    if (depth > deepest) [deepest, deepestAt] = [depth, at - 1];
  }
  if (Math.max(deepest, hidden) <= SHALLOW_NESTING) return undefined;
  return { at: deepestAt, isBeyondAny: deepest > DEEPEST_NESTING };
}

function createLevel(ended = 0): Level {
  return { tokens: 0, ended, angles: 0 };
}

function depthOf({ tokens, angles }: Level): number {
  return tokens / TOKENS_PER_LEVEL + angles;
}

const JSX = /[\w$>]/;

function opened(skipped: string): number {
  return skipped.split(/[([{]/).length - 1;
}
