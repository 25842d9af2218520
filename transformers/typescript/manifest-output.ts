// The manifest that a build of `tsc` writes, and which emitted files the one before it tells to be out of date.
import { posix } from 'node:path';
import { serializeManifest } from '../../compiler/manifest/serialize.js';
import type { AppPlace } from './app-place.js';
import type { Inspection } from './inspection.js';
import type { TypeScriptProgram } from './typescript-program.js';

const NAME = 'manifest.json';

/**
 * Where the manifest is written: in `outDir`. Without one, or when the project has a `manifest.json` of its own that goes
 * there, or is one of several applications, it is written where `framework build` writes it.
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
 * Paths of the modules whose views are others than when the manifest on disk was written. TypeScript emits a file again
 * when its own text changes or a type that it uses; bound views also hold values, for example of a JSON file.
 */
export function staleModules(
  { place, compilation }: Inspection,
  old: string | undefined,
): readonly string[] {
  if (!compilation?.manifest) return [];
  const before = entriesByFile(parse(old));
  const after = entriesByFile(compilation.manifest);
  return compilation.modules
    .filter(({ file, bindings }) => bindings.length > 0 && before.get(file) !== after.get(file))
    .map(({ file }) => posix.join(place.root, file));
}

/** What a manifest, which may be of any version, says of each source file. */
function entriesByFile(manifest: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of ['routes', 'functions']) {
    for (const entry of listOf(propertyOf(manifest, key))) {
      const file = propertyOf(propertyOf(entry, 'at'), 'file');
      if (typeof file !== 'string') continue;
      found.set(file, `${found.get(file) ?? ''}${JSON.stringify(entry)}\n`);
    }
  }
  return found;
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // Half a file, or somebody else's: nothing is known of what was emitted.
    return undefined;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
