// Changes how a program emits files: our transformer runs before TypeScript's own, and the manifest is written together with
// the files.
import type ts from 'typescript';
import type { Inspection } from './inspection.js';
import { failureDiagnostic, unwritableDiagnostic } from './typescript-diagnostics.js';
import type { TypeScript, TypeScriptProgram, AppPlace } from './app-place.js';
import { bindFile } from './view-binder.js';
import { posix } from 'node:path';
import { listOf, mappingAt, mappingOf, parseJson } from '../../compiler/json-values.js';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';

// Writes the manifest of a `tsc` build, and compares it with the previous one to find emitted files that are out of date.

const NAME = 'manifest.json';

/**
 * Returns the path of the manifest, which is in `outDir`. It is in `.framework/build`, as with `framework build`, if there is
 * no `outDir`, if the project has its own `manifest.json` there, or if the application is in a subfolder.
 */
function manifestPath(program: TypeScriptProgram, { root, isNested }: AppPlace): string {
  const { outDir } = program.getCompilerOptions();
  const sources = program.getCommonSourceDirectory?.() ?? root;
  const isTaken = program.getSourceFile(posix.join(sources, NAME)) !== undefined;
  return outDir === undefined || isTaken || isNested
    ? posix.join(root, '.framework/build', NAME)
    : posix.join(outDir, NAME);
}

/** Returns the text of the manifest; undefined if the application has errors. */
function manifestText({ compilation }: Inspection): string | undefined {
  return compilation?.manifest && serializeManifest(compilation.manifest);
}

/**
 * Returns the modules whose bound views differ from the manifest on disk. TypeScript emits a file again if its text or a type
 * that it uses changes, but bound views also contain values, for example from a JSON file.
 */
function staleModules(
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

/** Returns the entries in a manifest of any version, by source file; empty if the file is incomplete or not a manifest. */
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

export type EmitOptions = {
  readonly inspect: () => readonly Inspection[];
  readonly readFile: (path: string) => string | undefined;
};

/** A plain program emits all files in one call; a builder program makes a call for each outdated file. */
export function emitBound(
  ts: TypeScript,
  program: TypeScriptProgram,
  { inspect, readFile }: EmitOptions,
): void {
  const emit = program.emit.bind(program);
  const emitBuildInfo = program.emitBuildInfo?.bind(program);
  const emitted = new Set<string>();
  let builderTransformers: ts.CustomTransformers | undefined;

  const emitWithViews: ts.Program['emit'] = (...args) => {
    const [file, writeFile, , isOnlyDeclarations, transformers] = args;
    const inspections = emitsJavaScript(program) && !isOnlyDeclarations ? inspect() : [];
    if (inspections.length === 0) return emit(...args);
    const problems: ts.Diagnostic[] = [];
    const bound: Parameters<ts.Program['emit']> = [...args];
    bound[4] = withBinder(transformers, inspections, { ts, program, problems });
    const result = emit(...bound);
    if (!result.emitSkipped && file) {
      emitted.add(file.fileName);
      builderTransformers = transformers;
    } else if (!result.emitSkipped) {
      for (const inspection of inspections)
        writeManifest({ ts, program, inspection, problems }, writeFile);
    }
    return { ...result, diagnostics: [...result.diagnostics, ...problems] };
  };
  program.emit = emitWithViews;

  if (!emitBuildInfo) return;
  program.emitBuildInfo = (writeFile, ...rest) => {
    const inspections = emitted.size > 0 ? inspect() : [];
    const problems: ts.Diagnostic[] = [];
    for (const inspection of inspections) {
      const old = readFile(manifestPath(program, inspection.place));
      for (const path of staleModules(inspection, old)) {
        const file = emitted.has(path) ? undefined : program.getSourceFile(path);
        const write = onlyJavaScript(writeFile ?? program.writeFile);
        if (file) emitWithViews(file, write, undefined, false, builderTransformers);
      }
      if (old !== manifestText(inspection)) {
        writeManifest({ ts, program, inspection, problems }, writeFile);
      }
    }
    if (inspections.length > 0) emitted.clear();
    const result = emitBuildInfo(writeFile, ...rest);
    return { ...result, diagnostics: [...result.diagnostics, ...problems] };
  };
}

function emitsJavaScript(program: TypeScriptProgram): boolean {
  const { noEmit, emitDeclarationOnly } = program.getCompilerOptions();
  return noEmit !== true && emitDeclarationOnly !== true;
}

type Emission = {
  readonly ts: TypeScript;
  readonly program: TypeScriptProgram;
  /** Receives the diagnostics that emitting causes. */
  readonly problems: ts.Diagnostic[];
};

function withBinder(
  transformers: ts.CustomTransformers | undefined,
  inspections: readonly Inspection[],
  { ts, program, problems }: Emission,
): ts.CustomTransformers {
  const { experimentalDecorators, emitDecoratorMetadata } = program.getCompilerOptions();
  const isLegacy = experimentalDecorators === true;
  const keepsMetadata = isLegacy && emitDecoratorMetadata === true;
  const bindings = new Map(
    inspections
      .flatMap(({ compilation }) => compilation?.modules ?? [])
      .map((module) => [program.getSourceFile(module.path), module.bindings]),
  );
  const binder: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
    const own = bindings.get(file) ?? [];
    if (own.length === 0) return file;
    try {
      return bindFile(ts, file, { context, bindings: own, isLegacy, keepsMetadata });
    } catch (error) {
      // If binding fails, the file is emitted without bound views.
      problems.push(failureDiagnostic(ts, error, file));
      return file;
    }
  };
  return { ...transformers, before: [binder, ...(transformers?.before ?? [])] };
}

function writeManifest(
  { ts, program, inspection, problems }: Emission & { readonly inspection: Inspection },
  writeFile: ts.WriteFileCallback | undefined,
): void {
  const text = manifestText(inspection);
  if (text === undefined) return;
  const path = manifestPath(program, inspection.place);
  const onError = (message: string): void => {
    problems.push(unwritableDiagnostic(ts, path, message));
  };
  const write = writeFile ?? program.writeFile;
  write?.(path, text, false, onError, [inspection.place.entry]);
}

/** Returns a callback that writes only JavaScript, because the builder itself tracks the declaration files that it emits. */
function onlyJavaScript(
  writeFile: ts.WriteFileCallback | undefined,
): ts.WriteFileCallback | undefined {
  if (!writeFile) return undefined;
  return (path, ...rest) => {
    if (!/\.d\.[cm]?ts(?:\.map)?$/.test(path)) writeFile(path, ...rest);
  };
}
