// Finds where characters of a path are written: in the path of the route, or in a prefix (docs/decisions/blueprints.md).
import type { Diagnostic, SourceSpan } from '../../diagnostics/diagnostic.js';
import { placeInText, writtenElsewhere, type TextRange } from '../../values/literal-place.js';
import type { StaticText } from '../../values/static-value.js';

type Piece = {
  readonly text: StaticText;
  readonly range: TextRange;
  /** The path up to the end of this piece. */
  readonly path: string;
  readonly isPrefix: boolean;
};

/** The piece that contains a range of the path. A slash between two pieces is in neither. */
function pieceAt(path: StaticText, [start, end]: TextRange): Piece {
  let offset = 0;
  for (const text of path.pieces ?? []) {
    const next = offset + (text.value === '/' ? 0 : text.value.length);
    if (start < next)
      return {
        text,
        range: [start - offset, end - offset],
        path: path.value.slice(0, next),
        isPrefix: text !== path.pieces?.at(-1),
      };
    offset = next;
  }
  return { text: path, range: [start, end], path: path.value, isPrefix: false };
}

type WrittenPlace = {
  readonly at: SourceSpan;
  readonly related: NonNullable<Diagnostic['related']>;
};

/** The place of a range of the path. When it is in a prefix, the route is a related place. */
export function placeInPath(path: StaticText, range: TextRange): WrittenPlace {
  const piece = pieceAt(path, range);
  return {
    at: placeInText(piece.text, piece.range),
    related: [
      ...writtenElsewhere(piece.text, piece.range),
      ...(piece.isPrefix ? [{ message: 'This route stands behind it.', at: path.at }] : []),
    ],
  };
}

/** The path up to the piece that contains a range, so that a mistake in a prefix is reported once for all of its routes. */
export function pathUntil(path: StaticText, range: TextRange): string {
  return pieceAt(path, range).path;
}
