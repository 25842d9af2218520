// What showing a diagnostic needs of the project: the text around its place, and how to name its file to the user.

/** `file` is a path relative to the project directory, as spans hold it. */
export type DiagnosticSources = {
  /** Undefined when the file cannot be read: the diagnostic is then shown without its source. */
  readonly readText: (file: string) => string | undefined;
  /** The file as the user would type it; by default relative to the project directory. */
  readonly showPath?: (file: string) => string;
};
