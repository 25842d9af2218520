// A problem as a value (docs/decisions/diagnostics.md): rules return it, the terminal prints it, `tsc` and the editor show it.
import { compareTexts } from '../text-order.js';

/** A range of a source file. Offsets and columns count UTF-16 units; lines and columns start at 1. */
export type SourceSpan = {
  /** Path relative to the project directory, with forward slashes. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
};

/** A change of source text that would remove the problem. */
export type Fix = {
  readonly title: string;
  readonly edits: readonly {
    readonly file: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
};

export type Diagnostic = {
  /** `FW` and four digits; never reused (docs/decisions/diagnostics.md). */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One sentence that names things as the user wrote them. */
  readonly message: string;
  /** Absent when the problem has no location in a file. */
  readonly at?: SourceSpan;
  readonly related?: readonly { readonly message: string; readonly at: SourceSpan }[];
  /** What to type next. */
  readonly hint?: string;
  readonly fix?: Fix;
};

/** Sorted by file, start, code and message, those without a location first; of equal ones the first is kept. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics
    .toSorted(compareDiagnostics)
    .filter((item, index, all) => !isSameReport(item, all[index - 1]));
}

function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    compareTexts(left.at?.file ?? '', right.at?.file ?? '') ||
    (left.at?.start ?? -1) - (right.at?.start ?? -1) ||
    compareTexts(left.code, right.code) ||
    compareTexts(left.message, right.message)
  );
}

function isSameReport(item: Diagnostic, previous: Diagnostic | undefined): boolean {
  return previous !== undefined && compareDiagnostics(previous, item) === 0;
}
