// The names of rules and schedules. The first of a function has the name of the function.
import { createHash } from 'node:crypto';
import { NAME_LENGTH } from '../../../config/limits.js';

/**
 * The names of a function's sources: `shop-dev-report`, `shop-dev-report-2`. The second is not used when a function named
 * `report-2` exists.
 */
export function nameSources(functionNames: readonly string[]): readonly string[] {
  const taken = new Set(functionNames);
  const seen = new Set<string>();
  return functionNames.map((functionName) => {
    if (!seen.has(functionName)) {
      seen.add(functionName);
      return functionName;
    }
    let number = 2;
    while (taken.has(numbered(functionName, number))) number += 1;
    const name = numbered(functionName, number);
    taken.add(name);
    return name;
  });
}

/** The name with a number. A name that would be too long is cut and gets a digest. */
function numbered(functionName: string, number: number): string {
  const name = `${functionName}-${number}`;
  if (name.length <= NAME_LENGTH) return name;
  const digest = createHash('sha256').update(functionName).digest('hex').slice(0, 8);
  const end = `-${digest}-${number}`;
  return `${functionName.slice(0, NAME_LENGTH - end.length)}${end}`;
}

/** 12 hexadecimal digits. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
