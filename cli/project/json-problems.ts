// Syntax problems of a JSON file that people write by hand, as diagnostics with their places.
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { spanOf } from './source-place.js';

/** What is wrong in a JSON text, in words, and where. */
export type JsonProblem = { readonly message: string; readonly at: SourceSpan };

export type JsonDialect = {
  /** `tsconfig.json` may hold comments and trailing commas; `package.json` may not. */
  readonly allowsComments: boolean;
};

/** Lists the syntax problems of `text`; `file` is how the place names it. */
export function readJsonProblems(file: string, text: string, dialect: JsonDialect): JsonProblem[] {
  const errors: ParseError[] = [];
  parseTree(text, errors, {
    disallowComments: !dialect.allowsComments,
    allowTrailingComma: dialect.allowsComments,
  });
  return errors.map((error) => ({
    message: describeJsonError(error),
    at: spanOf(file, text, { start: error.offset, end: error.offset + Math.max(error.length, 1) }),
  }));
}

/** One syntax error in words, without a full stop. */
export function describeJsonError(error: ParseError): string {
  const name = printParseErrorCode(error.error);
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
