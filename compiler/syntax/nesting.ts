// Decides which texts are parsed in another process: the parser recurses for each level, and a stack overflow ends the
// process; an error far to the right in a line ends it too. The rule is rough and errs to the other process.
import type { SyntaxProblem } from './syntax-problem.js';

/** Deeper than any program that people write. The code that walks the tree stops there. */
export const DEEPEST_NESTING = 1000;

/** This depth fits many times into the smallest stack of a thread. */
const SHALLOW_NESTING = 200;

/** The problem of a text that nests too deeply. */
export function nestedTooDeeply(at: number): SyntaxProblem {
  return { message: 'The code is nested too deeply to be read', start: at, end: at + 1 };
}

/** The parser prints the line of an error, and can print no more columns. */
const MOST_COLUMNS = 65_000;

/** The start of a line in which the parser cannot report an error; a tab has four columns, a wide character two. */
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

/** The problem of a text whose syntax error the parser could not report. */
export function unknownError(at: number): SyntaxProblem {
  const message =
    'A line longer than 65,000 columns has an error that cannot be placed: break the line';
  return { message, start: at, end: at + 1 };
}

export type Nesting = {
  /** Where the text nests deepest, or first exceeds {@link DEEPEST_NESTING}. */
  readonly at: number;
  readonly isBeyondAny: boolean;
};

type Level = {
  /** The tokens since a comma or a statement ended. */
  tokens: number;
  /** The tokens of the statement before, which `else` continues. */
  ended: number;
  /** Type arguments, which commas do not end. */
  angles: number;
  readonly isTemplate: boolean;
};

/**
 * The depth of a text; undefined for nearly every text, which is safe for the parser. Each open bracket counts a level, and
 * so do two tokens within it that no statement or comma ends: a construct without brackets has at least two, or needs
 * little of the stack. Regular expressions and JSX are read as code.
 */
export function findDeepNesting(text: string): Nesting | undefined {
  if (text.length <= SHALLOW_NESTING) return undefined;
  const levels: Level[] = [];
  let level = createLevel(false);
  let base = 0;
  /** The last character of the last token; 0 once the line has ended. */
  let before = 0;
  let [deepest, deepestAt] = [0, 0];
  for (let at = 0; at < text.length && deepest <= DEEPEST_NESTING; at++) {
    const character = text.charCodeAt(at);
    switch (character <= SPACE ? SPACE : character) {
      case SPACE:
        if (character !== NEWLINE || before === 0) continue;
        if (endsOperand(before) && startsStatement(text, at)) endStatement(level);
        before = 0;
        continue;
      case BACKTICK:
        at = templateEnd(text, at);
        break;
      case CURLY_END:
      case ROUND_END:
      case SQUARE_END:
        base = Math.max(0, base - 1 - depthOf(levels.at(-1) ?? level));
        if (level.isTemplate) at = templateEnd(text, at);
        else if (character === CURLY_END && levels.length > 0) endStatement(levels.at(-1) ?? level);
        level = levels.pop() ?? level;
        break;
      case SEMICOLON:
        endStatement(level);
        continue;
      case COMMA:
        level.tokens = 0;
        before = character;
        continue;
      case LESS:
        level.angles++;
        break;
      case GREATER:
        if (level.angles > 0 && text.charCodeAt(at - 1) !== EQUALS) level.angles--;
        break;
      case QUOTE:
      case APOSTROPHE:
        at = stringEnd(text, at);
        break;
      case SLASH: {
        const end = commentEnd(text, at);
        if (end === at) break;
        at = end;
        continue;
      }
      default: {
        const start = at;
        while (isWord(text.charCodeAt(at + 1)) && isWord(character)) at++;
        if (at - start === 3 && text.startsWith('else', start)) level.tokens += level.ended;
        if (at - start === 4 && SUPERCLASS.test(text.slice(Math.max(0, start - 20), at + 1)))
          level.angles += SUPERCLASS_LEVELS;
      }
    }
    before = text.charCodeAt(at);
    if (before === ROUND || before === SQUARE || before === CURLY) {
      base += depthOf(level) + 1;
      levels.push(level);
      level = createLevel(character === BACKTICK || character === CURLY_END);
    } else level.tokens++;
    const depth = base + depthOf(level);
    if (depth > deepest) [deepest, deepestAt] = [depth, at];
  }
  if (deepest <= SHALLOW_NESTING) return undefined;
  return { at: deepestAt, isBeyondAny: deepest > DEEPEST_NESTING };
}

function createLevel(isTemplate: boolean): Level {
  return { tokens: 0, ended: 0, angles: 0, isTemplate };
}

function depthOf({ tokens, angles }: Level): number {
  return tokens / 2 + angles;
}

function endStatement(level: Level): void {
  level.ended = level.tokens;
  level.tokens = 0;
  level.angles = 0;
}

function endsOperand(character: number): boolean {
  return isWord(character) || OPERAND_ENDS.includes(String.fromCharCode(character));
}

const OPERAND_ENDS = ')]"\'`';

/** Words that may go on with the statement of the line before. */
const CONTINUED =
  'as async await class delete do else extends for if in infer instanceof is keyof new of satisfies typeof void while with yield';
const STATEMENT = new RegExp(`\\s*(?!(?:${CONTINUED.replaceAll(' ', '|')})\\b)[\\w$]`, 'y');

/** Tells whether a line that follows an operand begins a statement, in code without semicolons. */
function startsStatement(text: string, at: number): boolean {
  STATEMENT.lastIndex = at;
  return STATEMENT.test(text);
}

/** A class in the heading of another, each of which doubles the parser's time. */
const SUPERCLASS = /\bextends\s+class$/;
const SUPERCLASS_LEVELS = 50;

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, APOSTROPHE, BACKTICK, BACKSLASH] = [code('"'), code("'"), code('`'), code('\\')];
const [ROUND, ROUND_END, SQUARE, SQUARE_END] = [code('('), code(')'), code('['), code(']')];
const [CURLY, CURLY_END, SEMICOLON, COMMA] = [code('{'), code('}'), code(';'), code(',')];
const [LESS, GREATER, EQUALS, DOLLAR] = [code('<'), code('>'), code('='), code('$')];
const [SLASH, STAR, SPACE, NEWLINE] = [code('/'), code('*'), code(' '), code('\n')];

function isWord(character: number): boolean {
  if (character > 127) return true;
  const letter = character | 0x20;
  const isLetter = letter >= code('a') && letter <= code('z');
  return isLetter || (character >= code('0') && character <= code('9')) || character === code('_');
}

/** The end of the string that begins at a quote; the quote itself when its line has no other. */
function stringEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) return at;
    if (character === NEWLINE) break;
    if (character === BACKSLASH) at++;
  }
  return start;
}

/** The end of a template, or of the part of it before an expression, which is the bracket of that expression. */
function templateEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === BACKTICK) return at;
    if (character === DOLLAR && text.charCodeAt(at + 1) === CURLY) return at + 1;
    if (character === BACKSLASH) at++;
  }
  return start;
}

/** The end of the comment that begins at a slash; the slash itself when there is none. */
function commentEnd(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next !== SLASH && next !== STAR) return start;
  const end = next === SLASH ? text.indexOf('\n', start) : text.indexOf('*/', start + 2) + 1;
  if (end > 0) return end;
  return next === SLASH ? text.length : start;
}
