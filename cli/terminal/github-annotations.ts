// Diagnostics as workflow commands of GitHub Actions, which shows them at their lines in a pull request.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';

/** Renders one command for each diagnostic. `showPath` names a file relative to the root of the repository. */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  showPath: (file: string) => string,
): string {
  return diagnostics.map((diagnostic) => `${annotationOf(diagnostic, showPath)}\n`).join('');
}

function annotationOf(diagnostic: Diagnostic, showPath: (file: string) => string): string {
  const { severity, code, message, hint, at } = diagnostic;
  const properties: Record<string, string | number> = {
    ...(at && placeOf(at, showPath)),
    title: code,
  };
  const list = Object.entries(properties).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${severity} ${list.join(',')}::${escapeText(text)}`;
}

function placeOf(
  at: SourceSpan,
  showPath: (file: string) => string,
): Record<string, string | number> {
  const place = { file: showPath(at.file), line: at.line, endLine: at.endLine };
  // GitHub refuses columns for a span of several lines.
  if (at.line !== at.endLine) return place;
  return { ...place, col: at.column, endColumn: at.endColumn };
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
