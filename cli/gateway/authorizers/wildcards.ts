// Wildcards of policies: `*` is any text, also none, and `?` is one character. No regular expression is made of a pattern:
// one with many stars backtracks for longer than anybody waits, and a policy may come from a request.

/** Whether the whole text fits. After a mismatch only the last star takes more, so no text is tried in two ways. */
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
