// Remembers the package files that the last bundle of a project imported. The next process starts with them and therefore
// bundles once instead of twice. They are only a guess: the imports that are found while bundling decide.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isListOf, isMapping, isText, parseJson } from '../../../compiler/json-values.js';
import { readText, writeWhole } from '../../project/disk.js';

type PreviousImports = {
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** Absolute path of the resulting module. */
  readonly entry: string;
};

/** Returns undefined if there is no record, or if this version cannot read it. */
export function readPreviousImports(root: string): PreviousImports | undefined {
  const last = parseJson(readText(fileOf(root)) ?? '');
  return isPreviousImports(last) && existsSync(last.entry) ? last : undefined;
}

/** Ignores a failed write: without the record, the next process only takes a little longer. */
export function writePreviousImports(root: string, last: PreviousImports): void {
  const path = fileOf(root);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, JSON.stringify(last));
  } catch {
    // If the disk is full, a write that is required reports it.
  }
}

function fileOf(root: string): string {
  return join(root, '.framework/cache/dependencies/asked.json');
}

function isPreviousImports(value: unknown): value is PreviousImports {
  return isMapping(value) && isListOf(value['paths'], isText) && isText(value['entry']);
}
