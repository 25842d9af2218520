// Finds the place of an esbuild message in the user's text. It converts columns from bytes to UTF-16 units, and follows
// the source map of a text that was transformed before.
import { SourceMap } from 'node:module';
import { relative, resolve } from 'node:path';
import type { Location } from 'esbuild';
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import type { BoundSource } from '../../transformers/bind-views.js';
import { readText, posixPath } from '../project/disk.js';
import { spanOf } from '../project/source-place.js';

export type PlaceSources = {
  readonly root: string;
  /** The transformed texts that esbuild got in place of the files, by path. */
  readonly transformed: ReadonlyMap<string, BoundSource>;
};

/** The place of a message; undefined when it is in no file. */
export function messagePlace(
  location: Location | null,
  sources: PlaceSources,
): SourceSpan | undefined {
  if (!location || !['', 'file'].includes(location.namespace)) return undefined;
  const path = resolve(sources.root, location.file);
  const text = readText(path);
  if (text === undefined) return undefined;
  const line = location.line - 1;
  const column = utf16Column(location.lineText, location.column);
  const length = utf16Column(location.lineText, location.column + location.length) - column;
  const start = originalOffset(text, { line, column }, sources.transformed.get(path));
  const file = posixPath(relative(sources.root, path));
  return spanOf(file, text, { start, end: start + Math.max(length, 1) });
}

type Position = { readonly line: number; readonly column: number };

function originalOffset(text: string, position: Position, source: BoundSource | undefined): number {
  if (source?.map === undefined) return offsetAt(text, position);
  const map = new SourceMap(JSON.parse(source.map) as ConstructorParameters<typeof SourceMap>[0]); // because our tools wrote it
  const entry = map.findEntry(position.line, position.column);
  if (!('originalLine' in entry)) return 0;
  return offsetAt(text, { line: entry.originalLine, column: entry.originalColumn });
}

function offsetAt(text: string, { line, column }: Position): number {
  const before = text.split('\n').slice(0, line);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column;
}

function utf16Column(lineText: string, bytes: number): number {
  return Buffer.from(lineText).subarray(0, bytes).toString().length;
}
