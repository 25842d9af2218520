// Renders diagnostics for a pipe: one line each, which editors and scripts can parse, followed by the hint.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { printable } from '../../runtime/contract/printable.js';
import { plural } from './printable.js';

/** Renders each diagnostic as `app.ts:5:14: error FW2103: message`, followed by its related locations and its hint. */
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
  const location = at ? `${showPlace(at, sources)}: ` : '';
  return [
    `${location}${severity} ${code}: ${printable(message)}`,
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

/** Access to the source files that diagnostics refer to. `file` is relative to the project directory, as in the diagnostics. */
export type DiagnosticSources = {
  /** Returns the text of a file. If undefined, the diagnostic is printed without the source. */
  readonly readText: (file: string) => string | undefined;
  /** Returns the path of a file as the user would type it; defaults to `file`. */
  readonly showPath?: (file: string) => string;
};

/** Returns the summary, such as `3 errors, 1 warning in 2 files`. A count of zero is omitted. */
export function summarize(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const files = new Set(diagnostics.flatMap(({ at }) => (at ? [at.file] : []))).size;
  const counts = [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ].join(', ');
  return files > 0 ? `${counts} in ${plural(files, 'file')}` : counts;
}
