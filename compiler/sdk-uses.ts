// Finds the AWS calls of an application. It is not part of the compiler, so that checks and builds need not load the
// names of all operations.
import { posix } from 'node:path';
import type { CompileOptions, Compiler } from './compile-app.js';
import type { AppFacts } from './declarations/app-facts.js';
import { addTo } from './groups.js';
import { listedLayers } from './policy/listed-layers.js';
import { viewKindOf } from './kinds/registry.js';
import { scanWholeModule } from './facts/scan-module.js';
import { findSdkUses, type SdkUseOptions } from './policy/analysis/find-sdk-uses.js';
import type { SdkUses } from './policy/sdk-use.js';

export type SdkUsesOptions = CompileOptions & {
  /** The environment variables of each function of the application. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  /** See {@link SdkUseOptions}. */
  readonly measure?: SdkUseOptions['measure'];
  /** See {@link SdkUseOptions}. */
  readonly limits?: SdkUseOptions['limits'];
};

/** The uses of the SDK in an application, of which the compiler may have read the modules already. */
export function readSdkUses(compiler: Compiler, options: SdkUsesOptions): SdkUses {
  const source = compiler.readSource(options);
  if (!source) return { uses: [], unresolved: [], reachedBy: {} };
  const { graph, readFacts, loadModule } = source;
  return findSdkUses({
    graph,
    environments: options.environments,
    readText: options.files.readText,
    views: () => functionsOf(readFacts()),
    listed: () => listedLayers(readFacts(), source.graph),
    readWhole: ({ record, file }) => scanWholeModule(record.source.text, file),
    loadTypes: loadModule,
    hasCommand: (name, operation) => hasCommand(options, name, operation),
    measure: options.measure,
    limits: options.limits,
  });
}

/** Looks for a command where the package is installed: in the project's folder or one around it. */
function hasCommand(
  { root, files }: CompileOptions,
  packageName: string,
  operation: string,
): boolean | undefined {
  for (let folder = root; ; folder = posix.dirname(folder)) {
    const installed = posix.join(folder, 'node_modules', packageName);
    if (files.isFile(posix.join(installed, 'package.json'))) {
      return files.isFile(posix.join(installed, 'dist-types/commands', `${operation}Command.d.ts`));
    }
    if (posix.dirname(folder) === folder) return undefined;
  }
}

/**
 * The functions of each view. A view of a blueprint with several places has several; undefined when one of them is unknown.
 */
function functionsOf({
  views,
  problems,
}: AppFacts): ReadonlyMap<string, readonly string[]> | undefined {
  const functions = new Map<string, string[]>();
  for (const view of views) {
    const { at } = view;
    const name = viewKindOf(view.kind)?.functionOf(view);
    if (name === undefined) return undefined;
    addTo(functions, `${at.file}:${String(at.start)}`, name);
  }
  return problems.length === 0 ? functions : undefined;
}
