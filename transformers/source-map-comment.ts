// Adds a source map to its text as a comment, where the next tool looks for it.
import type { BoundSource } from './bind-views.js';

/** The text with its map, when it has one, as a comment at the end. */
export function withInlineMap({ code, map }: BoundSource): string {
  if (map === undefined) return code;
  const data = Buffer.from(map).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${data}\n`;
}
