// Matches the wildcards of policies: `*` is any text, also an empty one, and `?` is one character. It does not build a regular
// expression, because a pattern with many stars would backtrack for a very long time, and the pattern may come from a request.

/**
 * Whether the pattern matches the whole text. After a mismatch, only the last star takes one more character. So the time is
 * at most the product of both lengths.
 */
export function matchesWildcards(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < text.length;) {
    const wanted = pattern[at];
    if (wanted === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (wanted === '?' || wanted === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      resume += 1;
      at = star + 1;
      index = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
