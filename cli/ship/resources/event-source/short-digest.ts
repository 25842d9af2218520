// A short digest of a text, for names and ids whose length AWS limits, and for texts that a record keeps because AWS does
// not list them.
import { createHash } from 'node:crypto';

/** 12 hexadecimal digits. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
