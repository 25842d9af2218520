// Reports imports that find nothing, for `framework check`. esbuild is asked only when one may be missing.
import { compiledSource, type Compilation } from '../../compiler/compile-app.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { Project } from '../project/open-project.js';
import { exportMissing, fileMissing, packageMissing, pathNotExported } from './bundle-catalogue.js';
import { hasDoubtfulImport } from './doubtful-imports.js';

export type MissingOptions = {
  readonly project: Project;
  readonly compilation: Compilation;
};

const MISSING: ReadonlySet<string> = new Set(
  [packageMissing, fileMissing, pathNotExported, exportMissing].map(({ code }) => code),
);

/** The diagnostics of a build about imports, also for an application whose other errors keep it from being built. */
export async function findMissingImports({
  project,
  compilation,
}: MissingOptions): Promise<readonly Diagnostic[]> {
  const { root, settings, files } = project;
  const graph = compiledSource(compilation)?.graph;
  if (!graph || !hasDoubtfulImport({ graph, settings, files })) return [];
  // Loaded only here, because loading esbuild takes longer than most checks.
  const { createCodeBundler } = await import('./bundler.js');
  const bundler = createCodeBundler({
    root,
    settings,
    target: { cpus: [] },
    minify: false,
    outDirectory: root,
  });
  try {
    const bundled = await bundler.bundle(compilation);
    if (bundled.kind === 'bundled') return [];
    return bundled.diagnostics.filter(({ code }) => MISSING.has(code));
  } finally {
    await bundler.dispose();
  }
}
