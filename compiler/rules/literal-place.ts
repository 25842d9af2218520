// Places inside a text as it is written in the source, and changes of it.
import type { Fix, SourceSpan } from '../diagnostics/diagnostic.js';
import type { StaticValue } from '../facts/facts.js';

type Text = Extract<StaticValue, { readonly kind: 'string' }>;

/** A stretch of a text's value, in UTF-16 units. */
export type TextRange = readonly [start: number, end: number];

/**
 * The place of characters of a text. The whole literal when it is written in another way than its value reads: with
 * escapes, or put together from parts.
 */
export function placeInText(text: Text, [start, end]: TextRange): SourceSpan {
  if (!isPlainLiteral(text)) return text.at;
  const { at } = text;
  const shift = 1;
  return {
    ...at,
    start: at.start + shift + start,
    end: at.start + shift + end,
    column: at.column + shift + start,
    endLine: at.line,
    endColumn: at.column + shift + end,
  };
}

/** Replaces characters of a text; undefined when they are not written as they read. */
export function replaceInText(
  text: Text,
  range: TextRange,
  change: Omit<TextChange, 'range'>,
): Fix | undefined {
  if (!isPlainLiteral(text)) return undefined;
  const { file, start, end } = placeInText(text, range);
  return { title: change.title, edits: [{ file, start, end, text: change.text }] };
}

type TextChange = { readonly title: string; readonly text: string; readonly range: TextRange };

/** Replaces a stretch of source text. */
export function replaceSource(at: SourceSpan, change: Omit<TextChange, 'range'>): Fix {
  return {
    title: change.title,
    edits: [{ file: at.file, start: at.start, end: at.end, text: change.text }],
  };
}

/** Whether the source between the quotes is the value, so that offsets in one are offsets in the other. */
export function isPlainLiteral({ value, at }: Text): boolean {
  return at.end - at.start === value.length + 2 && at.line === at.endLine;
}

/** Takes an item out of a list, with the comma beside it; undefined when list and items are not written together. */
export function removeItem(
  list: Extract<StaticValue, { readonly kind: 'list' }>,
  index: number,
): Fix | undefined {
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
