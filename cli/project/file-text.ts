// Files and folders that may not be there: what cannot be read counts as absent.
import { readdirSync, readFileSync } from 'node:fs';

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The names in a folder; none for one that cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
