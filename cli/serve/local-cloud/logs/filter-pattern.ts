// Filter patterns of unstructured events: `error timeout` has both, `"not found"` is a phrase, `?a ?b` has one of them,
// `-debug` has it not. Letters count with their case. Patterns of JSON and of columns are left out.
// docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html

/** Undefined for a pattern that is none, or that this cloud leaves out. */
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
    // The service ignores the optional terms when there are others.
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
    // A word with other signs than these has to be in quotation marks.
    if (word !== undefined && !/^[\w.@:/+=#&*-]+$/.test(word)) return undefined;
    const text = phrase?.replaceAll(/\\(.)/g, '$1') ?? word ?? '';
    terms.push({ kind: sign === '?' ? 'any' : sign === '-' ? 'none' : 'all', text });
    rest = rest.slice(whole.length);
  }
  return terms;
}
