// Locations within a string literal of the source, and edits of it.
import type { Diagnostic, Fix, SourceSpan } from '../diagnostics/diagnostic.js';
import type { StaticList, StaticText } from './static-value.js';

/** A range of a string's value, in UTF-16 units. */
export type TextRange = readonly [start: number, end: number];

/**
 * The location of characters in a string. It is the whole expression when the string is not a plain literal: a constant, a
 * template, or a string with escapes.
 */
export function placeInText({ at, literal }: StaticText, range: TextRange): SourceSpan {
  return literal && isSamePlace(at, literal) ? placeInLiteral(literal, range) : at;
}

/** The location of the literal that a constant has as its value. */
export function writtenElsewhere(
  { at, literal }: StaticText,
  range: TextRange,
): readonly Related[] {
  if (!literal || isSamePlace(at, literal)) return [];
  return [{ message: 'It is written here.', at: placeInLiteral(literal, range) }];
}

/** Replaces characters of a string in the source; undefined when the source does not contain them literally. */
export function replaceInText(
  { literal }: StaticText,
  range: TextRange,
  change: Change,
): Fix | undefined {
  return literal && replaceSource(placeInLiteral(literal, range), change);
}

/** Replaces a range of source text. */
export function replaceSource({ file, start, end }: SourceSpan, { title, text }: Change): Fix {
  return { title, edits: [{ file, start, end, text }] };
}

/** The title of a fix and the text that it writes. */
export type Change = { readonly title: string; readonly text: string };

type Related = NonNullable<Diagnostic['related']>[number];

/** Whether two locations are the same. */
export function isSamePlace(left: SourceSpan, right: SourceSpan): boolean {
  return left.file === right.file && left.start === right.start && left.end === right.end;
}

/** The position after the opening quote. A quoted literal is on one line. */
function placeInLiteral(literal: SourceSpan, [start, end]: TextRange): SourceSpan {
  const first = literal.start + 1;
  const column = literal.column + 1;
  return {
    ...literal,
    start: first + start,
    end: first + end,
    column: column + start,
    endColumn: column + end,
  };
}

/** Removes an item of a list together with a comma; undefined when list and items are not written in one place. */
export function removeItem(list: StaticList, index: number): Fix | undefined {
  const item = list.items[index];
  const before = list.items[index - 1];
  const after = list.items[index + 1];
  if (!item || ![item, before, after].every((part) => !part || isInside(part.at, list.at))) {
    return undefined;
  }
  const start = before ? before.at.end : item.at.start;
  const end = before || !after ? item.at.end : after.at.start;
  if (start > item.at.start || end < item.at.end) return undefined;
  const title = item.kind === 'string' ? `Remove '${item.value}'` : 'Remove the item';
  return { title, edits: [{ file: item.at.file, start, end, text: '' }] };
}

function isInside(inner: SourceSpan, outer: SourceSpan): boolean {
  return inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;
}
