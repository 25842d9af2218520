// Renders diagnostics as one JSON document. `version` is increased if programs for the old format would misread it.
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';

/** Members that `check --fix` adds: the fixed diagnostics, and the files that could not be changed. */
type DocumentFixes = {
  readonly fixed: readonly Diagnostic[];
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
};

/** Returns the document with a line ending. Lines and columns start at 1; offsets count UTF-16 units. */
export function renderJson(diagnostics: readonly Diagnostic[], fixes?: DocumentFixes): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const { fixed, refused } = fixes ?? {};
  return indentedJson({ version: 1, errors, warnings, diagnostics, fixed, refused });
}

/** Returns true if the command line requests JSON, even if it is otherwise invalid. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

// Renders diagnostics as GitHub Actions workflow commands, which GitHub shows next to the affected lines in a pull request.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message

/** Renders one command for each diagnostic. `showPath` returns the path of a file relative to the root of the repository. */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  showPath: (file: string) => string,
): string {
  return diagnostics.map((diagnostic) => `${annotationOf(diagnostic, showPath)}\n`).join('');
}

function annotationOf(diagnostic: Diagnostic, showPath: (file: string) => string): string {
  const { severity, code, message, hint, at } = diagnostic;
  const properties: Record<string, string | number> = {
    ...(at && spanMembers(at, showPath)),
    title: code,
  };
  const list = Object.entries(properties).map(
    ([key, value]) =>
      `${key}=${escapeText(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${severity} ${list.join(',')}::${escapeText(text)}`;
}

function spanMembers(
  at: SourceSpan,
  showPath: (file: string) => string,
): Record<string, string | number> {
  const location = { file: showPath(at.file), line: at.line, endLine: at.endLine };
  // GitHub rejects columns in a span that covers several lines.
  if (at.line !== at.endLine) return location;
  return { ...location, col: at.column, endColumn: at.endColumn };
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
