// Prints or writes a file that is generated from the source, or compares it with the existing file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import { readText, refuseLinks } from '../../project/disk.js';
import { absentFile, staleFile } from './describe-catalogue.js';

export type GeneratedFile = {
  /** The path as the user typed it, relative to the working directory. */
  readonly file: string;
  readonly workingDirectory: string;
  readonly text: string;
};

/** Writes the file. Returns false if it was already up to date. */
export function writeGenerated({ file, workingDirectory, text }: GeneratedFile): boolean {
  const path = resolve(workingDirectory, file);
  if (readText(path) === text) return false;
  refuseLinks(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return true;
}

export type CheckedFile = GeneratedFile & {
  /** The command that writes the file. */
  readonly command: string;
  /** Returns true if two texts are equivalent. */
  readonly isSame: (left: string, right: string) => boolean;
};

/** Compares a generated file with the expected text. Returns undefined if it is up to date. */
export function checkGenerated(checked: CheckedFile): Diagnostic | undefined {
  const { file, workingDirectory, text, command, isSame } = checked;
  const known = readText(resolve(workingDirectory, file));
  if (known === undefined) return diagnose(absentFile, { file, command });
  if (isSame(known, text)) return undefined;
  return diagnose(staleFile, { file, command });
}

/** Git may have converted the line endings. */
export function isSameText(left: string, right: string): boolean {
  return left.replaceAll('\r\n', '\n') === right.replaceAll('\r\n', '\n');
}

/** A formatter may have changed the whitespace. */
export function isSameJson(left: string, right: string): boolean {
  try {
    return JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));
  } catch {
    return false;
  }
}
