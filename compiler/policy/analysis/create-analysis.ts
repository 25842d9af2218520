// The state that an analysis begins with.
import type { LoadedModule } from '../../facts/module-graph.js';
import { createProgram } from '../../facts/program.js';
import type { Analysis } from './analysis.js';
import { applyCall } from './calls/apply-call.js';
import { evaluateExpression } from './expressions/evaluate.js';
import { createQueue } from './values/value-graph.js';
import { noteNamespace } from './sdk/namespaces.js';
import type { Reader, ReaderOptions } from './modules/module-reader.js';
import { moduleNode } from './expressions/names.js';
import { runStatements } from './expressions/statements.js';
import { sizeOf } from './modules/unread-modules.js';

export type AnalysisOptions = ReaderOptions & {
  readonly readText: (path: string) => string | undefined;
  /** The environment variables of each function. */
  readonly environments: readonly Readonly<Record<string, string>>[];
  /** Reads a module that is imported for its types only. */
  readonly loadTypes: (module: LoadedModule, specifier: string) => LoadedModule | undefined;
};

export function createAnalysis(
  { graph, environments, readText, loadTypes }: AnalysisOptions,
  { whole, programs, views, listed }: Reader,
  unread: ReadonlySet<string>,
): Analysis {
  const read = (module: LoadedModule): LoadedModule =>
    unread.has(module.path) ? module : whole(module);
  const known = new Map([...graph.modules].map(([path, module]) => [path, read(module)]));
  const modules = [...known.values()].filter(({ path }) => !unread.has(path));
  const types = new Map<string, LoadedModule | undefined>();
  return {
    interpreter: {
      evaluateExpression,
      runStatements,
      applyCall,
      loadModule: moduleNode,
      noteNamespace,
    },
    program: createProgram({ graph: { ...graph, modules: known }, environment: {}, readText }),
    modules,
    programs,
    environments,
    queue: createQueue(sizeOf(modules)),
    bindings: new Map(),
    definitions: new Map(),
    functions: new Map(),
    taken: new Set(),
    classes: new Map(),
    namespaces: new Map(),
    expressions: new Map(),
    commons: new Map(),
    constants: new Map(),
    globals: new Map(),
    interned: new Map(),
    named: new Map(),
    opened: new Set(),
    indirect: new Map(),
    uses: [],
    memberCalls: new Map(),
    memberReads: [],
    annotated: [],
    clients: new Set(),
    deferred: [],
    foreignCalls: [],
    unresolved: [],
    unread,
    crossing: { hasEscaped: false, isAsked: false, functions: new Set() },
    mayChangeInputs: false,
    views,
    viewNames: new Map(),
    listed,
    layers: undefined,
    layerNames: new Map(),
    calls: new Map(),
    callPlaces: new Map(),
    loadTypes: (module, specifier) => {
      const target = module.resolve(specifier);
      if (target.kind !== 'module') return undefined;
      if (!types.has(target.path)) {
        const loaded = loadTypes(module, specifier);
        types.set(target.path, loaded && whole(loaded));
      }
      return types.get(target.path);
    },
  };
}
