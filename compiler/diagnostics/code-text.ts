// How names and values stand in the sentences of the catalogue: between backticks, as they would be typed.

/** A name or a piece of code in a sentence; code that has backticks of its own stands as it is. */
export function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}

/** `` `GET`, `POST` and `PUT` ``. */
export function codeList(texts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const items = texts.map(code);
  const last = items.pop() ?? '';
  return items.length === 0 ? last : `${items.join(', ')} ${word} ${last}`;
}

/** The hint for a misspelt name: the suggestion when there is one, else everything that is known. */
export function didYouMean(suggestion: string | undefined, known: readonly string[]): string {
  return suggestion === undefined
    ? `Known: ${codeList(known)}.`
    : `Did you mean ${code(suggestion)}?`;
}
