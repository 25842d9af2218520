// A problem as a value (docs/decisions/diagnostics.md): what rules return, the terminal prints, `tsc` and the editor show.

/** A stretch of a source file. Offsets and columns count UTF-16 units; lines and columns start at 1. */
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
  /** Absent when the problem has no place in a file. */
  readonly at?: SourceSpan;
  readonly related?: readonly { readonly message: string; readonly at: SourceSpan }[];
  /** What to type next. */
  readonly hint?: string;
  readonly fix?: Fix;
};
