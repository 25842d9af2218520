// A text in few letters: for names and ids that AWS limits, and for what a record keeps of a text that no list tells.
import { createHash } from 'node:crypto';

/** 12 hexadecimal digits. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
