// Checks a text before the native parser reads it: the length of its lines, because an error far to the right ends the process,
// and how deeply it nests. The parser recurses for each level, and a stack overflow ends the process too. The depth is
// estimated from tokens: every operator, bracket and keyword counts one level until something ends it. The estimate may be too
// low, but only by a small factor.
import {
  createLevel,
  createNestingScan,
  deepen,
  end,
  endStatement,
  type NestingScan,
  pop,
  push,
  shorten,
} from './nesting-levels.js';
import type { SyntaxProblem } from './syntax-problem.js';

/** Deeper than any hand-written program. The code that walks the tree stops there. */
export const DEEPEST_NESTING = 1000;

/** This depth fits many times into the smallest thread stack. */
const SHALLOW_NESTING = 200;

/** The problem of a text that nests too deeply. */
export function nestedTooDeeply(at: number): SyntaxProblem {
  return { message: 'The code is nested too deeply to be read', start: at, end: at + 1 };
}

/** The parser prints the line of an error, and cannot print more columns. */
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

/** The depth of a text; undefined for nearly every text, which is safe for the parser. */
export function findDeepNesting(text: string, file: string): Nesting | undefined {
  if (text.length <= SHALLOW_NESTING) return undefined;
  const scan = createNestingScan(text, file);
  while (scan.at < text.length && scan.deepest <= DEEPEST_NESTING) readToken(scan);
  if (scan.deepest <= SHALLOW_NESTING) return undefined;
  return { at: scan.deepestAt, isBeyondAny: scan.deepest > DEEPEST_NESTING };
}

const code = (character: string): number => character.charCodeAt(0);
const [QUOTE, APOSTROPHE, BACKTICK, BACKSLASH] = [code('"'), code("'"), code('`'), code('\\')];
const [ROUND, ROUND_END, SQUARE, SQUARE_END] = [code('('), code(')'), code('['), code(']')];
const [CURLY, CURLY_END, SLASH, STAR] = [code('{'), code('}'), code('/'), code('*')];
const [LESS, GREATER, EQUALS, COMMA] = [code('<'), code('>'), code('='), code(',')];
const [SEMICOLON, DOT, DOLLAR, NEWLINE] = [code(';'), code('.'), code('$'), code('\n')];
const AT = code('@');

const BLANK = 1;
const WORD = 2;

/** The kind of token that an ASCII character begins. */
const KINDS = Uint8Array.from({ length: 128 }, (_, index) => {
  if (index <= 0x20) return BLANK;
  return /[\w$#\\@]/.test(String.fromCharCode(index)) ? WORD : 0;
});

function kindOf(character: number): number | undefined {
  if (character < 128) return KINDS[character];
  const isBlank = character === 0xa0 || character === 0xfeff || character >> 1 === 0x1014;
  return isBlank ? BLANK : WORD;
}

function readToken(scan: NestingScan): void {
  const { text } = scan;
  const character = text.charCodeAt(scan.at);
  const kind = kindOf(character);
  if (kind === BLANK) scan.at++;
  else if (kind === WORD) readWord(scan);
  else if (character !== SLASH || !skipComment(scan)) {
    if (scan.before === 'semicolon') endStatement(scan);
    readSign(scan, character);
    scan.word = '';
  }
}

function readSign(scan: NestingScan, character: number): void {
  const { text, level } = scan;
  const start = scan.at++;
  switch (character) {
    case QUOTE:
    case APOSTROPHE:
      readString(scan, character);
      return;
    case BACKTICK:
      if (scan.before === 'operand') deepen(scan, 'operators');
      readTemplate(scan);
      return;
    case ROUND:
    case SQUARE:
    case CURLY:
      open(scan, character);
      return;
    case ROUND_END:
      close(scan, ROUND);
      return;
    case SQUARE_END:
      close(scan, SQUARE);
      return;
    case CURLY_END:
      close(scan, CURLY);
      return;
    case COMMA:
      scan.before = 'operator';
      if (level.elements === 0) end(scan, 'operators');
      return;
    case SEMICOLON:
      if (level.elements === 0) scan.before = 'semicolon';
      return;
    case SLASH:
      readSlash(scan);
      return;
    case LESS:
      readLess(scan);
      return;
    case GREATER:
      if (text.charCodeAt(start - 1) !== EQUALS && level.angles > 0) shorten(scan, 'angles');
      scan.before = 'operator';
      return;
    case EQUALS:
      if (level.elements === 0 || text.charCodeAt(scan.at) === GREATER) deepen(scan, 'operators');
      scan.before = 'equals';
      return;
    default:
      if (level.elements === 0) deepen(scan, 'operators');
      // Not exact for `x!` and `i++`, which end an operand.
      scan.before = 'operator';
  }
}

/** Words that begin or continue a construct that ends with the statement. */
const STATEMENT_WORDS = new Set(['if', 'else', 'for', 'while', 'do', 'with']);

/** Words after which an expression or a type continues. */
const OPERATOR_WORDS = new Set(
  (
    'abstract as asserts async await case class const default delete export extends function get implements import in ' +
    'infer instanceof interface is keyof let new of readonly return satisfies set static throw type typeof unique var ' +
    'void yield'
  ).split(' '),
);

/** Words that may follow an operand within one statement. */
const CONTINUING_WORDS = new Set(
  'as asserts catch else extends finally implements in infer instanceof is of satisfies while'.split(
    ' ',
  ),
);

const LONGEST_WORD = 10;

/** 1 for the length and the first letter of each of those words. That alone excludes most other words. */
const SHAPES = new Uint8Array((LONGEST_WORD + 1) * 128);
for (const word of [...STATEMENT_WORDS, ...OPERATOR_WORDS, ...CONTINUING_WORDS])
  SHAPES[word.length * 128 + word.charCodeAt(0)] = 1;

/** The word in a text if it may be one of those; empty for nearly all names, so that their text is not copied. */
function knownWord(text: string, start: number, last: number): string {
  const length = last - start;
  if (length > LONGEST_WORD) return '';
  const first = text.charCodeAt(start);
  return first < 128 && SHAPES[length * 128 + first] === 1 ? text.slice(start, last) : '';
}

/** The levels of a class heading: the parser's time doubles with each class in the heading of another. */
const SUPERCLASS = 50;

function readWord(scan: NestingScan): void {
  const { text, level } = scan;
  const start = scan.at;
  while (++scan.at < text.length && kindOf(text.charCodeAt(scan.at)) === WORD);
  if (level.elements > 0) {
    scan.before = 'operand';
    return;
  }
  const isMember = text.charCodeAt(start - 1) === DOT;
  const word = isMember ? '' : knownWord(text, start, scan.at);
  const isContinued = word !== '' && CONTINUING_WORDS.has(word);
  if (scan.before === 'semicolon' ? word !== 'else' : scan.before === 'operand' && !isContinued) {
    endStatement(scan);
  }
  const isStatement = word !== '' && STATEMENT_WORDS.has(word);
  const isOperator = isStatement || (word !== '' && OPERATOR_WORDS.has(word));
  if (isStatement) deepen(scan, 'statements');
  else if (isOperator) deepen(scan, 'operators');
  if (word === 'class' && scan.word === 'extends') deepen(scan, 'operators', SUPERCLASS);
  // `for await (` is a `for (`.
  scan.word = word === 'await' && scan.word === 'for' ? 'for' : word;
  const isDecorator = !isMember && text.charCodeAt(start) === AT;
  scan.before = isOperator || isDecorator ? 'operator' : 'operand';
}

function readString(scan: NestingScan, quote: number): void {
  const { text, level } = scan;
  const isJsx = level.elements > 0;
  // In the text of a JSX element quotes are plain characters. In its attributes they have no escapes.
  if (isJsx && scan.before !== 'equals') return;
  scan.before = 'operand';
  if (isJsx) {
    const last = text.indexOf(String.fromCharCode(quote), scan.at);
    scan.at = last < 0 ? text.length : last + 1;
    return;
  }
  for (; scan.at < text.length; scan.at++) {
    const character = text.charCodeAt(scan.at);
    if (character === BACKSLASH) scan.at++;
    else if (character === quote || character === NEWLINE) {
      scan.at++;
      return;
    }
  }
}

/** Reads a template until it ends or an expression begins. */
function readTemplate(scan: NestingScan): void {
  const { text } = scan;
  for (; scan.at < text.length; scan.at++) {
    const character = text.charCodeAt(scan.at);
    if (character === BACKSLASH) scan.at++;
    else if (character === DOLLAR && text.charCodeAt(scan.at + 1) === CURLY) {
      scan.at += 2;
      push(scan, createLevel(BACKTICK, false));
      return;
    } else if (character === BACKTICK) {
      scan.at++;
      scan.before = 'operand';
      return;
    }
  }
}

function skipComment(scan: NestingScan): boolean {
  const { text } = scan;
  const next = text.charCodeAt(scan.at + 1);
  if ((next !== SLASH && next !== STAR) || scan.level.elements > 0) return false;
  const last = next === SLASH ? text.indexOf('\n', scan.at) : text.indexOf('*/', scan.at + 2);
  scan.at = last < 0 ? text.length : last + (next === SLASH ? 1 : 2);
  return true;
}

const REGULAR_EXPRESSION = /(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;

/** Reads a slash: a division, a regular expression, or the slash of `/>`. */
function readSlash(scan: NestingScan): void {
  const { text, level } = scan;
  if (level.elements > 0) {
    if (text.charCodeAt(scan.at) === GREATER) shorten(scan, 'elements');
    return;
  }
  const isBehindBlock = scan.before === 'operand' && text.charCodeAt(scan.at - 2) === CURLY_END;
  REGULAR_EXPRESSION.lastIndex = scan.at;
  if ((scan.before !== 'operand' || isBehindBlock) && REGULAR_EXPRESSION.test(text)) {
    scan.at = REGULAR_EXPRESSION.lastIndex;
    scan.before = 'operand';
    return;
  }
  deepen(scan, 'operators');
  scan.before = 'operator';
}

const TYPE_PARAMETER = /\s*(?:const\s+)?[\w$]+\s*(?:,|extends\s)/y;

/** Reads a `<`: an element, type arguments, type parameters, or a comparison. */
function readLess(scan: NestingScan): void {
  const { text, level, before } = scan;
  scan.before = 'operator';
  if (scan.hasJsx && (level.elements > 0 || before !== 'operand')) {
    if (text.charCodeAt(scan.at) === SLASH) {
      scan.at++;
      if (level.elements > 0) shorten(scan, 'elements');
      return;
    }
    TYPE_PARAMETER.lastIndex = scan.at;
    if (level.elements > 0 || !scan.hasTypes || !TYPE_PARAMETER.test(text)) {
      deepen(scan, 'elements');
      return;
    }
  }
  deepen(scan, 'operators');
  if (scan.hasTypes) deepen(scan, 'angles');
}

function open(scan: NestingScan, opener: number): void {
  const isCondition = opener === ROUND && STATEMENT_WORDS.has(scan.word);
  if (scan.before === 'operand' && opener !== CURLY) deepen(scan, 'operators');
  push(scan, createLevel(opener, isCondition));
}

/** Closes a level. A bracket that closes nothing is ignored; the text then counts as deeper than it is. */
function close(scan: NestingScan, opener: number): void {
  const { level } = scan;
  const isTemplate = opener === CURLY && level.opener === BACKTICK;
  if (level.opener !== opener && !isTemplate) return;
  pop(scan);
  if (isTemplate) readTemplate(scan);
}
