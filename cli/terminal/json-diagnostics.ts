// Diagnostics as one JSON document for machines. `version` grows when a reader of the old form would misread it.
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';

/** The document of `framework check --json`. Spans count from 1; offsets are UTF-16 units. */
export type DiagnosticsDocument = {
  readonly version: 1;
  readonly errors: number;
  readonly warnings: number;
  readonly diagnostics: readonly Diagnostic[];
} & Partial<DocumentFixes>;

/** Members that `--fix` adds: the fixed diagnostics, and the files that fixes would change and that were not changed. */
type DocumentFixes = {
  readonly fixed: readonly Diagnostic[];
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
};

/** The document as text, with a line end. */
export function renderJson(diagnostics: readonly Diagnostic[], fixes?: DocumentFixes): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const document: DiagnosticsDocument = {
    version: 1,
    errors,
    warnings: diagnostics.length - errors,
    diagnostics,
    ...(fixes && { fixed: fixes.fixed, refused: fixes.refused }),
  };
  return indentedJson(document);
}

/** True when the command line requests JSON, even if it is invalid otherwise. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}
