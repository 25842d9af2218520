// The order in which diagnostics are shown: by file, place and code, so that the same source gives the same report
// whatever order its rules ran in.
import { compareTexts } from '../text-order.js';
import type { Diagnostic } from './diagnostic.js';

/** Sorted by file, start, code and message; those without a place first; of equal ones the first stays. */
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
