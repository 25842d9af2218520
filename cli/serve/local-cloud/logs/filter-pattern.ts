// Filter patterns for unstructured events: `error timeout` requires both words, `"not found"` is a phrase, `?a ?b` requires one
// of them, and `-debug` excludes a word. Matching is case-sensitive. Patterns for JSON and columns are not supported.
// docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html

/** Returns undefined for an invalid or unsupported pattern. */
export function readFilterPattern(pattern: string): ((message: string) => boolean) | undefined {
  const text = pattern.trim();
  if (/^[{[%]/.test(text)) return undefined;
  const terms = readTerms(text);
  if (!terms) return undefined;
  const has = (kind: Term['kind']): readonly string[] =>
    terms.filter((term) => term.kind === kind).map((term) => term.text);
  const [all, any, none] = [has('all'), has('any'), has('none')];
  return (message) =>
    all.every((term) => message.includes(term)) &&
    // The service ignores optional terms if there are others.
    (any.length === 0 || all.length > 0 || any.some((term) => message.includes(term))) &&
    !none.some((term) => message.includes(term));
}

type Term = { readonly kind: 'all' | 'any' | 'none'; readonly text: string };

function readTerms(pattern: string): readonly Term[] | undefined {
  const terms: Term[] = [];
  let rest = pattern;
  while (rest !== '') {
    const match = /^([?-]?)(?:"((?:[^"\\]|\\.)*)"|([^\s"]+))(?:\s+|$)/.exec(rest);
    if (!match) return undefined;
    const [whole, sign = '', phrase, word] = match;
    // A word that contains other characters must be in quotation marks.
    if (word !== undefined && !/^[\w.@:/+=#&*-]+$/.test(word)) return undefined;
    const text = phrase?.replaceAll(/\\(.)/g, '$1') ?? word ?? '';
    terms.push({ kind: sign === '?' ? 'any' : sign === '-' ? 'none' : 'all', text });
    rest = rest.slice(whole.length);
  }
  return terms;
}
