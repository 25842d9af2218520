// The modules as an analysis reads them: with all that is in their functions.
import type { LoadedModule, ModuleGraph } from '../../../facts/module-graph.js';
import type { WholeModule } from '../../../facts/scan-module.js';
import { MIDDLEWARE } from '../../../kinds/middleware/middleware.js';
import { VIEW_MEMBERS } from '../../../kinds/registry.js';
import type { ModuleItem } from '../../../syntax/tree.js';
import type { Analysis } from '../analysis.js';
import type { ListedLayer } from '../calls/layers.js';

export type ReaderOptions = {
  readonly graph: ModuleGraph;
  /** The functions of each declaration, by its file and offset; undefined when they cannot be distinguished. */
  readonly views: () => ReadonlyMap<string, readonly string[]> | undefined;
  /** The items of middleware lists; distinguished when views are. */
  readonly listed?: () => readonly ListedLayer[];
  /** Reads all of a module that has been read in part. */
  readonly readWhole: (module: LoadedModule) => WholeModule;
};

/** Reads each module once, however often values are followed through it. */
export type Reader = {
  readonly whole: (module: LoadedModule) => LoadedModule;
  /** The statements of the modules that have been read, by path. */
  readonly programs: ReadonlyMap<string, readonly ModuleItem[]>;
  readonly views: Analysis['views'];
  readonly listed: Analysis['listed'];
};

/** Maps views to functions, when the functions are distinguished. */
export function createReader(
  { graph, readWhole, views, listed }: ReaderOptions,
  told: 'functions' | 'all' = 'functions',
): Reader {
  const programs = new Map<string, readonly ModuleItem[]>();
  const wholes = new Map<LoadedModule, LoadedModule>();
  const found = told === 'all' || isWorthTelling(graph) ? views() : undefined;
  return {
    programs,
    views: found,
    listed: found && listed?.(),
    whole: (module) => {
      let known = wholes.get(module);
      if (!known) {
        const { record, body } = readWhole(module);
        programs.set(module.path, body);
        wholes.set(module, (known = { ...module, record }));
      }
      return known;
    },
  };
}

const TOLD_APART = new RegExp(
  `\\b(?:${[...VIEW_MEMBERS.filter((member) => member !== 'route'), MIDDLEWARE].join('|')})\\b|async\\s*\\*|\\bsse\\b|stream|AsyncIterable|AsyncGenerator|Readable`,
);

/** Without functions besides the views, without streams and without middleware, there is nothing to distinguish. */
function isWorthTelling({ modules }: ModuleGraph): boolean {
  return [...modules.values()].some(({ record }) => TOLD_APART.test(record.source.text));
}
