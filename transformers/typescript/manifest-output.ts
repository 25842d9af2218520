// Writes the manifest of a `tsc` build, and finds by the manifest before it which emitted files are out of date.
import { posix } from 'node:path';
import { listOf, mappingAt, mappingOf, parseJson } from '../../compiler/json-values.js';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';
import type { AppPlace } from './app-place.js';
import type { Inspection } from './inspection.js';
import type { TypeScriptProgram } from './typescript-program.js';

const NAME = 'manifest.json';

/**
 * The path of the manifest: in `outDir`, or where `framework build` writes it when there is no `outDir`, when the
 * project has a `manifest.json` of its own there, or when there are several applications.
 */
export function manifestPath(program: TypeScriptProgram, { root, isNested }: AppPlace): string {
  const { outDir } = program.getCompilerOptions();
  const sources = program.getCommonSourceDirectory?.() ?? root;
  const isTaken = program.getSourceFile(posix.join(sources, NAME)) !== undefined;
  return outDir === undefined || isTaken || isNested
    ? posix.join(root, '.framework/build', NAME)
    : posix.join(outDir, NAME);
}

/** The text of the manifest; undefined when the application has errors. */
export function manifestText({ compilation }: Inspection): string | undefined {
  return compilation?.manifest && serializeManifest(compilation.manifest);
}

/**
 * The modules whose bound views differ from the manifest on disk. TypeScript emits a file again when its text or a used
 * type changes, but bound views also hold values, for example of a JSON file.
 */
export function staleModules(
  { place, compilation }: Inspection,
  old: string | undefined,
): readonly string[] {
  if (!compilation?.manifest) return [];
  const before = entriesByFile(parseJson(old ?? ''));
  const after = entriesByFile(compilation.manifest);
  return compilation.modules
    .filter(({ file, bindings }) => bindings.length > 0 && before.get(file) !== after.get(file))
    .map(({ file }) => posix.join(place.root, file));
}

/** The entries of a manifest of any version, by source file; none of a file that is incomplete or not ours. */
function entriesByFile(manifest: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of ['routes', 'functions']) {
    for (const entry of listOf(mappingOf(manifest)[key])) {
      const file = mappingAt(entry, 'at')['file'];
      if (typeof file !== 'string') continue;
      found.set(file, `${found.get(file) ?? ''}${JSON.stringify(entry)}\n`);
    }
  }
  return found;
}
