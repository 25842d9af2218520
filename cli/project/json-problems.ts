// Reports syntax errors of JSON files that people write, with their places.
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { spanOf } from './source-place.js';

/** A syntax error in words, with its location. */
export type JsonProblem = { readonly message: string; readonly at: SourceSpan };

export type JsonDialect = {
  /** `tsconfig.json` may hold comments and trailing commas; `package.json` may not. */
  readonly allowsComments: boolean;
};

/** Parses JSON text into a tree and its syntax errors, at most one per location. `file` names the file in locations. */
export function parseJson(
  file: string,
  text: string,
  { allowsComments }: JsonDialect,
): { readonly tree: Node | undefined; readonly problems: readonly JsonProblem[] } {
  const deep = findDeepNesting(text);
  if (deep !== undefined) {
    const at = spanOf(file, text, { start: deep, end: deep + 1 });
    return { tree: undefined, problems: [{ message: 'it nests too deeply', at }] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
  });
  // The parser reports a stray comma twice.
  const first = errors.filter(({ offset }, index) => offset !== errors[index - 1]?.offset);
  const problems = first.slice(0, MOST_PROBLEMS).map(({ error, offset, length }) => ({
    message: describeError(error),
    at: spanOf(file, text, { start: offset, end: offset + Math.max(length, 1) }),
  }));
  return { tree, problems };
}

/** Deeper than any meaningful file. The readers of the tree recurse for each level. */
const DEEPEST_NESTING = 100;

/** The tokens: strings, comments and brackets. An unclosed string ends with its line. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/.*|\/\*[^]*?\*\/|[[\]{}]/g;

/** Where a text nests deeper than {@link DEEPEST_NESTING}. */
function findDeepNesting(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > DEEPEST_NESTING) return index;
  }
  return undefined;
}

/** The most reported problems. */
const MOST_PROBLEMS = 100;

function describeError(error: ParseError['error']): string {
  const name = printParseErrorCode(error);
  return JSON_ERRORS[name] ?? name;
}

const JSON_ERRORS: Readonly<Partial<Record<string, string>>> = {
  InvalidSymbol: 'this is not a JSON value',
  InvalidNumberFormat: 'this number is not written as JSON writes numbers',
  PropertyNameExpected: 'a key in double quotes is missing here',
  ValueExpected: 'a value is missing here',
  ColonExpected: 'a colon is missing here',
  CommaExpected: 'a comma is missing here',
  CloseBraceExpected: 'a closing brace is missing here',
  CloseBracketExpected: 'a closing bracket is missing here',
  EndOfFileExpected: 'the file goes on after its value',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfComment: 'this comment is not closed',
  UnexpectedEndOfString: 'this string is not closed',
  UnexpectedEndOfNumber: 'this number is not finished',
  InvalidUnicode: 'this \\u escape does not have four hexadecimal digits',
  InvalidEscapeCharacter: 'JSON has no such escape',
  InvalidCharacter: 'a string cannot hold this character unescaped',
};
