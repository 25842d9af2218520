// Writes the summary line of a list of diagnostics.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { plural } from './printable.js';

/** The summary, such as `3 errors, 1 warning in 2 files`. A count of zero is left out. */
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
