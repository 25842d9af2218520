// Converts offsets of a text to lines and columns, for files that the compiler does not read (configuration, tsconfig).
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import type { SourcePosition } from '../../runtime/contract/manifest.js';

/** The span of a range of `text`; the end never exceeds the end of the text. */
export function spanOf(
  file: string,
  text: string,
  range: { readonly start: number; readonly end: number },
): SourceSpan {
  const start = Math.min(range.start, text.length);
  const end = Math.min(Math.max(range.end, start), text.length);
  const from = placeOf(text, start);
  const to = placeOf(text, end);
  return {
    file,
    start,
    end,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}

/** The span from a position of the manifest to the end of its line. */
export function lineSpan(text: string, { file, line, column }: SourcePosition): SourceSpan {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const rest = text.slice(start + column - 1).split('\n', 1);
  const from = start + column - 1;
  return spanOf(file, text, { start: from, end: from + (rest[0] ?? '').trimEnd().length });
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
