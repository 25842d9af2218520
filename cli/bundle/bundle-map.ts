// Finishes the source map of index.mjs. It embeds the text of the project's own files and not that of packages, because
// the function reads the map itself when it logs an error.

type SourceMapJson = {
  sources: readonly string[];
  sourcesContent?: readonly (string | null)[];
  mappings: string;
};

export type FinishMapOptions = {
  /** The number of lines in front of the bundled code. */
  readonly addedLines: number;
  /** The text of a source file of the project; undefined for any other file. */
  readonly textOf: (source: string) => string | undefined;
};

/** Finishes a map that esbuild made without texts. */
export function finishMap(json: string, { addedLines, textOf }: FinishMapOptions): string {
  const map = JSON.parse(json) as SourceMapJson; // because esbuild wrote it
  const sourcesContent = map.sources.map((source) => textOf(source) ?? null);
  const mappings = ';'.repeat(addedLines) + map.mappings;
  return JSON.stringify({ ...map, sourcesContent, mappings });
}
