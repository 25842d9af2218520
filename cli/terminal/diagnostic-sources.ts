// What is needed to show a diagnostic: the text of its file, and the path as the user would type it.

/** `file` is relative to the project directory, as in spans. */
export type DiagnosticSources = {
  /** The text of a file. When it is undefined, the diagnostic is shown without its source. */
  readonly readText: (file: string) => string | undefined;
  /** The file as the user would type it; by default relative to the project directory. */
  readonly showPath?: (file: string) => string;
};
