// Edits of one text, made together: their places are those of the text before any of them.
import type { Fix } from '../../../compiler/diagnostics/diagnostic.js';

/** One change of a text, as a fix holds it. */
export type TextEdit = Fix['edits'][number];

/** The text after edits that do not touch each other, in any order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end),
      text,
    );
}

/** True when the edits may not be made together: they overlap, or meet so that their order would matter. */
export function doEditsTouch(left: TextEdit, right: TextEdit): boolean {
  return left.file === right.file && left.start <= right.end && right.start <= left.end;
}
