// Messages of others inside our sentences.

/** A message of AWS or Node as the end of a sentence of ours. */
export function asClause(message: string): string {
  return message.replace(/[.\s]+$/, '');
}
