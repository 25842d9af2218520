// Renders diagnostics for a pipe: one line each, which editors and scripts can read, and the hint below it.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { DiagnosticSources } from './diagnostic-sources.js';
import { printable } from './printable.js';
import { summarize } from './summary.js';

/** `app.ts:5:14: error FW2103: message`, with related places and the hint below. Empty for no diagnostics. */
export function renderPlain(
  diagnostics: readonly Diagnostic[],
  sources: DiagnosticSources,
): string {
  if (diagnostics.length === 0) return '';
  const blocks = diagnostics.map((diagnostic) => renderOne(diagnostic, sources));
  return `${blocks.join('\n')}\n${summarize(diagnostics)}\n`;
}

function renderOne(diagnostic: Diagnostic, sources: DiagnosticSources): string {
  const { code, severity, message, at, related = [], hint } = diagnostic;
  const place = at ? `${showPlace(at, sources)}: ` : '';
  return [
    `${place}${severity} ${code}: ${printable(message)}`,
    ...related.map((note) => `  ${showPlace(note.at, sources)}: ${printable(note.message)}`),
    ...(hint === undefined ? [] : [`  hint: ${printable(hint)}`]),
  ].join('\n');
}

function showPlace(
  at: { readonly file: string; readonly line: number; readonly column: number },
  sources: DiagnosticSources,
): string {
  const path = sources.showPath?.(at.file) ?? at.file;
  return `${printable(path)}:${at.line}:${at.column}`;
}
