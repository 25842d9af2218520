// The source map of index.mjs, finished: the text of the project's own files is in it, that of packages is not. Their
// lines and columns are enough for a stack, and a map is read by the function itself when it logs an error.

type SourceMapJson = {
  sources: readonly string[];
  sourcesContent?: readonly (string | null)[];
  mappings: string;
};

export type FinishMapOptions = {
  /** Lines that were put in front of the code. */
  readonly addedLines: number;
  /** The text of a source that is the project's own; undefined for any other. */
  readonly textOf: (source: string) => string | undefined;
};

/** Finishes the JSON of a map that esbuild made without texts. */
export function finishMap(json: string, { addedLines, textOf }: FinishMapOptions): string {
  const map = JSON.parse(json) as SourceMapJson; // because esbuild wrote it
  const sourcesContent = map.sources.map((source) => textOf(source) ?? null);
  const mappings = ';'.repeat(addedLines) + map.mappings;
  return JSON.stringify({ ...map, sourcesContent, mappings });
}
