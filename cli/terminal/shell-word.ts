// Quotes text that the user pastes into a shell.

/** Returns the text as one word, in single quotes unless it is plain. */
export function quoteForShell(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
