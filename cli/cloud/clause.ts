// Puts messages of AWS and Node.js into our own sentences.

/** A longer message is cut: API Gateway repeats the same text for each of hundreds of routes. */
const LONGEST = 500;

/** A message of AWS or Node.js as the end of a sentence: cut, and without its full stop. */
export function asClause(message: string): string {
  const text = message.replace(/[.\s]+$/, '');
  if (text.length <= LONGEST) return text;
  const end = text.lastIndexOf('. ', LONGEST);
  const kept = text.slice(0, end > 0 ? end : LONGEST);
  return `${kept} ... (${text.length - kept.length} more characters of the same message)`;
}
