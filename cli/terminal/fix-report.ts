// Renders the result of `framework check --fix`: a line for each fix, and for each file that was not changed.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { printable } from '../../runtime/contract/printable.js';

/** `Fixed app.ts:9:22 FW2103 Remove the slash`; empty for no fixes. */
export function renderFixed(
  fixed: readonly Diagnostic[],
  showPath: (file: string) => string,
): string {
  return fixed
    .map(({ code, at, fix }) => {
      const place = at ? `${printable(showPath(at.file))}:${at.line}:${at.column} ` : '';
      return `Fixed ${place}${code} ${printable(fix?.title ?? '')}\n`;
    })
    .join('');
}

/** `Left ../views.ts alone: it is outside of the project directory.` */
export function renderRefused(
  refused: readonly { readonly file: string; readonly reason: string }[],
  showPath: (file: string) => string,
): string {
  return refused
    .map(({ file, reason }) => `Left ${printable(showPath(file))} alone: ${reason}.\n`)
    .join('');
}
