// Messages of others inside our sentences.

/** API Gateway says the same of each of hundreds of routes, which nobody reads. */
const LONGEST = 500;

/** A message of AWS or Node as the end of a sentence of ours. */
export function asClause(message: string): string {
  const text = message.replace(/[.\s]+$/, '');
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf('. ', LONGEST);
  const kept = text.slice(0, end > 0 ? end : LONGEST);
  return `${kept} ... (${text.length - kept.length} more characters of the same message)`;
}
