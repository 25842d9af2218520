// Prints diagnostics as text that can be reviewed: the expected `diagnostics.txt` in a fixture.
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';

type ReadText = (file: string) => string | undefined;

/** Prints one paragraph for each diagnostic, with the line it refers to. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], readText: ReadText): string {
  return diagnostics.map((diagnostic) => reportOne(diagnostic, readText)).join('\n');
}

function reportOne(diagnostic: Diagnostic, readText: ReadText): string {
  const { code, severity, message, at, related = [], hint, fix } = diagnostic;
  const lines = [
    `${placeOf(at)} ${severity} ${code}: ${message}`,
    ...(at ? frameOf(at, readText(at.file)) : []),
    ...related.map((item) => `  ${placeOf(item.at)}: ${item.message}`),
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...(fix ? [`  fix: ${fix.title}: ${describeEdits(fix, readText)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function placeOf(at: SourceSpan | undefined): string {
  return at ? `${at.file}:${at.line}:${at.column}` : '(project)';
}

/** Returns the line, and below it carets that mark the location, up to the end of the line. */
function frameOf(at: SourceSpan, text = ''): string[] {
  const line = text.split(/\r?\n/)[at.line - 1] ?? '';
  const end = at.endLine === at.line ? at.endColumn : line.length + 1;
  const carets = '^'.repeat(Math.max(1, end - at.column));
  return [`  | ${line}`, `  | ${' '.repeat(at.column - 1)}${carets}`];
}

function describeEdits({ edits }: NonNullable<Diagnostic['fix']>, readText: ReadText): string {
  return edits
    .map(({ file, start, end, text }) => {
      const old = readText(file)?.slice(start, end) ?? '';
      return `${JSON.stringify(old)} -> ${JSON.stringify(text)}`;
    })
    .join(', ');
}
