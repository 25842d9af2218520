// Finds the AWS calls in an application. This is separate from the compiler, so that checks and builds need not load the names
// of all operations.
import { posix } from 'node:path';
import type { CompileOptions, Compiler } from './compile-app.js';
import type { AppFacts, ViewDeclaration } from './declarations/app-facts.js';
import { addTo } from './groups.js';
import { viewKindOf } from './kinds/registry.js';
import { scanWholeModule } from './facts/scan-module.js';
import { findSdkUses, type SdkUseOptions } from './policy/analysis/find-sdk-uses.js';
import type { SdkUses } from './policy/sdk-use.js';
import type { ModuleGraph } from './facts/module-graph.js';
import { commonMiddleware } from './kinds/app/app.js';
import { layerName, type Listed, middlewareOption } from './kinds/middleware/middleware.js';
import { entryOf } from './values/static-value.js';
import type { ListedLayer } from './policy/analysis/model.js';

export type SdkUsesOptions = CompileOptions &
  Pick<SdkUseOptions, 'environments' | 'resourceOwner' | 'measure' | 'limits'>;

/** Returns the SDK uses in an application. The compiler may have already read the application's modules. */
export function readSdkUses(compiler: Compiler, options: SdkUsesOptions): SdkUses {
  const source = compiler.readSource(options);
  if (!source) return { uses: [], unresolved: [], reachedBy: {} };
  const { graph, readFacts, loadModule } = source;
  return findSdkUses({
    graph,
    environments: options.environments,
    resourceOwner: options.resourceOwner,
    readText: options.files.readText,
    views: () => functionsOf(readFacts()),
    listed: () => listedLayers(readFacts(), graph),
    readWhole: ({ record, file }) => scanWholeModule(record.source.text, file),
    loadTypes: loadModule,
    hasCommand: (name, operation) => hasCommand(options, name, operation),
    measure: options.measure,
    limits: options.limits,
  });
}

/** Tells whether the package installed in `root` or a parent directory has a command; undefined if it is not installed. */
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

/** Returns the functions of each view: one for each registration of its blueprint; undefined if one of them is unknown. */
function functionsOf(facts: AppFacts): ReadonlyMap<string, readonly string[]> | undefined {
  const functions = new Map<string, string[]>();
  for (const view of facts.views) {
    const { at } = view;
    const name = viewKindOf(view.kind)?.functionOf(view);
    if (name === undefined) return undefined;
    addTo(functions, `${at.file}:${String(at.start)}`, name);
  }
  return facts.problems.length === 0 ? functions : undefined;
}

/** Returns the middleware in lists, once for each view that it surrounds, with the lambda function of that view. */
function listedLayers(facts: AppFacts, graph: ModuleGraph): readonly ListedLayer[] {
  const texts = new Map(
    [...graph.modules.values()].map(({ record }) => [record.source.file, record.source.text]),
  );
  return facts.views.flatMap((view) => {
    const name = viewKindOf(view.kind)?.functionOf(view);
    const functions = name === undefined ? [] : [name];
    const isRoute = view.kind === 'route';
    const around = { http: isRoute ? functions : [], event: isRoute ? [] : functions };
    return [...(commonMiddleware(facts, view.app) ?? []), ...ownMiddleware(view)].map(
      (listed): ListedLayer => {
        const { file, start } = listed.origin ?? listed.at;
        return { place: `${file}:${String(start)}`, name: layerName(listed, texts), around };
      },
    );
  });
}

function ownMiddleware({ options }: ViewDeclaration): readonly Listed[] {
  const value = entryOf(options, 'middleware')?.value;
  return (value && OPTION.decode(value).value) ?? [];
}

const OPTION = middlewareOption('both', '');
