// Determines, without a bundler, whether any import might not resolve. In case of doubt, the result is true, and the bundler
// decides.
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  keepsImport,
  type ImportSite,
  type LoadedModule,
  type ModuleGraph,
} from '../../compiler/facts/module-graph.js';
import { EXPORT_EQUALS, NAMESPACE } from '../../compiler/facts/scan-imports.js';
import type { ProjectSettings } from '../../compiler/modules/source-files.js';
import type { ProjectFiles } from '../project/project-files.js';
import { lookAtPackages, type PackageLooks } from './packages/package-looks.js';
import { runtimeExports } from './runtime-source.js';
import { compiledSource, type Compilation } from '../../compiler/compile-app.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { Project } from '../project/open-project.js';
import { exportMissing, fileMissing, packageMissing, pathNotExported } from './bundle-catalogue.js';

export type DoubtOptions = {
  readonly graph: ModuleGraph;
  readonly settings: ProjectSettings;
  readonly files: ProjectFiles;
};

type ImportLookup = DoubtOptions & { readonly packages: PackageLooks };

export function hasDoubtfulImport(options: DoubtOptions): boolean {
  const search = { ...options, packages: lookAtPackages(options.files) };
  return [...options.graph.modules.values()].some(
    (importer) =>
      importer.record.requests.some((request) => isDoubtful(search, { importer, request })) ||
      hasDoubtfulJsx(search, importer) ||
      hasDoubtfulReexport(search, importer),
  );
}

function isDoubtful(search: ImportLookup, site: ImportSite): boolean {
  const { importer, request } = site;
  const { names } = request;
  if (request.when === 'types') return false;
  const isKept = (binding: NonNullable<typeof names>[number]): boolean =>
    keepsImport(importer, binding, search.settings);
  if (!hasTarget(search, site)) return names === undefined || names.some(isKept);
  return (names ?? []).some(
    (binding) => !mayImport(search, importer, { ...binding, seen: new Set() }) && isKept(binding),
  );
}

/** Returns true if JSX compiles to imports that might not resolve (typescriptlang.org/tsconfig/#jsxImportSource). */
function hasDoubtfulJsx({ settings, packages }: ImportLookup, importer: LoadedModule): boolean {
  if (settings.jsx?.jsx !== 'automatic' || !/\.[jt]sx$/.test(importer.file)) return false;
  const specifier = `${settings.jsx.jsxImportSource ?? 'react'}/jsx-runtime`;
  return !packages.hasFile({ specifier, folder: folderOf(importer) });
}

function hasTarget({ files, packages }: ImportLookup, { importer, request }: ImportSite): boolean {
  const target = importer.resolve(request.specifier);
  switch (target.kind) {
    case 'missing':
      return false;
    case 'asset':
      return files.isFile(target.path);
    case 'package':
      return packages.hasFile({ specifier: target.specifier, folder: folderOf(importer) });
    default:
      return true;
  }
}

/** Returns the real path, with links resolved, from which esbuild searches for packages. */
function folderOf({ path }: LoadedModule): string {
  return dirname(realpathSync(path));
}

/** Returns false for TypeScript, where the name may be a type: only a name that is used as a value needs the export. */
function hasDoubtfulReexport(search: ImportLookup, importer: LoadedModule): boolean {
  if (/\.[cm]?tsx?$/.test(importer.file)) return false;
  return [...importer.record.exports.values()].some(
    (exported) =>
      exported.kind === 'from' && !mayImport(search, importer, { ...exported, seen: new Set() }),
  );
}

/** `seen` contains the exports that are being followed, because modules may re-export each other. */
type Wanted = { readonly specifier: string; readonly name: string; readonly seen: Set<string> };

function mayImport(search: ImportLookup, importer: LoadedModule, wanted: Wanted): boolean {
  const { specifier, name, seen } = wanted;
  if (name === NAMESPACE) return true;
  const target = importer.resolve(specifier);
  switch (target.kind) {
    case 'package':
      if (target.specifier === 'framework') return runtimeExports().has(name);
      return search.packages.mayExport(
        { specifier: target.specifier, folder: folderOf(importer) },
        name,
      );
    case 'json':
      return (
        name === 'default' ||
        search.files.readText(target.path)?.includes(JSON.stringify(name)) === true
      );
    case 'asset':
      return name === 'default';
    case 'missing':
      return false;
    case 'module': {
      const module = search.graph.modules.get(target.path);
      return module !== undefined && mayExport(search, module, { name, seen });
    }
  }
}

function mayExport(
  search: ImportLookup,
  module: LoadedModule,
  { name, seen }: Omit<Wanted, 'specifier'>,
): boolean {
  const { record, path } = module;
  const key = `${name} ${path}`;
  if (seen.has(key)) return false;
  seen.add(key);
  const exported = record.exports.get(name);
  if (exported?.kind === 'from') return mayImport(search, module, { ...exported, seen });
  if (exported?.kind === 'local') {
    // A name without a binding is a type.
    const binding = record.names.find(exported.name);
    return binding?.kind === 'import'
      ? mayImport(search, module, { ...binding, seen })
      : binding !== undefined;
  }
  if (exported || isCommonJs(module)) return true;
  if (name === 'default') return /\bdefault\b/.test(record.source.text);
  return record.starExports.some((specifier) =>
    mayImport(search, module, { specifier, name, seen }),
  );
}

/** Returns true for a CommonJS module, which may export any name. */
function isCommonJs({ record, file }: LoadedModule): boolean {
  if (/\.c[jt]s$/.test(file) || record.exports.has(EXPORT_EQUALS)) return true;
  if (record.exports.size > 0 || record.starExports.length > 0) return false;
  return /\b(?:module|exports)\b/.test(record.source.text);
}

const MISSING: ReadonlySet<string> = new Set(
  [packageMissing, fileMissing, pathNotExported, exportMissing].map(({ code }) => code),
);

/** Returns the diagnostics that a build would report about imports, even if other errors prevent a build. */
export async function findMissingImports(
  project: Project,
  compilation: Compilation,
): Promise<readonly Diagnostic[]> {
  const { root, settings, files } = project;
  const graph = compiledSource(compilation)?.graph;
  if (!graph || !hasDoubtfulImport({ graph, settings, files })) return [];
  // Imported only here, because loading esbuild takes longer than most checks.
  const { createCodeBundler } = await import('./bundler.js');
  const target = { cpus: [] };
  const bundler = createCodeBundler({ root, settings, target, minify: false, outDirectory: root });
  try {
    const bundled = await bundler.bundle(compilation);
    if (bundled.kind === 'bundled') return [];
    return bundled.diagnostics.filter(({ code }) => MISSING.has(code));
  } finally {
    await bundler.dispose();
  }
}
