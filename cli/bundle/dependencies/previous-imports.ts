// Remembers the package files that the last bundle of a project imported. The next process starts with them and therefore
// bundles once instead of twice. They are only a guess: the imports that are found while bundling decide.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';

type PreviousImports = {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Absolute path of the resulting module. */
  readonly entry: string;
};

/** Returns undefined if there is no record, or if this version cannot read it. */
export function readPreviousImports(root: string): PreviousImports | undefined {
  try {
    const last: unknown = JSON.parse(readFileSync(fileOf(root), 'utf8'));
    return isPreviousImports(last) && existsSync(last.entry) ? last : undefined;
  } catch {
    return undefined;
  }
}

/** Without the record, the next process only takes a little longer, so a failed write is not an error. */
export function writePreviousImports(root: string, last: PreviousImports): void {
  const path = fileOf(root);
  const draft = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, JSON.stringify(last));
    renameSync(draft, path);
  } catch {
    // If the disk is full, a write that is required reports it.
  }
}

function fileOf(root: string): string {
  return join(root, '.framework/cache/dependencies/asked.json');
}

function isPreviousImports(value: unknown): value is PreviousImports {
  if (typeof value !== 'object' || value === null) return false;
  if (!('paths' in value && 'entry' in value && Array.isArray(value.paths))) return false;
  return typeof value.entry === 'string' && value.paths.every((path) => typeof path === 'string');
}
