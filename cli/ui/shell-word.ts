// Text that the user can paste into a shell.

/** As one word: in single quotes when it is not a plain one. */
export function quoteForShell(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
