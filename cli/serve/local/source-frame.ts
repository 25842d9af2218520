// The lines of a source file around a place, for a page.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { posixPath } from '../../project/disk.js';

export type SourceFrame = {
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
};

type Place = { readonly file: string; readonly line: number; readonly column: number };

/** Lines shown before and behind. */
const AROUND = 3;
const LONGEST_LINE = 300;

/** The lines around a place in a file of the project; undefined when the file cannot be read. */
export function frameAt(root: string, { file, line, column }: Place): SourceFrame | undefined {
  const path = resolve(root, file);
  try {
    const all = readFileSync(path, 'utf8').split(/\r?\n/);
    const first = Math.max(1, line - AROUND);
    const lines = all
      .slice(first - 1, line + AROUND)
      .map((text, index) => ({ number: first + index, text: text.slice(0, LONGEST_LINE) }));
    return { file: posixPath(relative(root, path)), line, column, lines };
  } catch {
    return undefined;
  }
}

/** The lines around the first frame of a stack that is in a file of the project. */
export function frameOf(root: string, stack: string): SourceFrame | undefined {
  for (const [, url = '', line, column] of stack.matchAll(
    /^\s+at .*?([^\s()]+):(\d+):(\d+)\)?$/gm,
  )) {
    const file = url.replace(/^file:\/\//, '');
    if (!file.startsWith(`${root}/`) || file.includes('/node_modules/')) continue;
    return frameAt(root, { file, line: Number(line), column: Number(column) });
  }
  return undefined;
}
