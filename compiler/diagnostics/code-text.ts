// Writes names and values in messages as code, between backticks.

/** A name or a piece of code for a message. Code with backticks of its own is not changed. */
export function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}

/** `` `GET`, `POST` and `PUT` ``. */
export function codeList(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const items = texts.map(code);
  const last = items.pop() ?? '';
  return items.length === 0 ? last : `${items.join(', ')} ${word} ${last}`;
}

/** The hint for a misspelt name: the suggestion, or all known names when there is none. */
export function didYouMean(suggestion: string | undefined, known: readonly string[]): string {
  return suggestion === undefined
    ? `Known: ${codeList(known)}.`
    : `Did you mean ${code(suggestion)}?`;
}
