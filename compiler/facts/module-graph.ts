// The modules of an application: those that the entry imports, directly or not, in the order of their evaluation.
import { posix } from 'node:path';
import type { ModuleRecord, ModuleRequest } from './module-record.js';
import type { Resolution, ResolveSpecifier } from '../modules/resolve-specifier.js';
import type { ProjectSettings } from '../modules/source-files.js';

/** A module with the modules that its imports mean. */
export type LoadedModule = {
  readonly path: string;
  /** The path relative to the project directory. */
  readonly file: string;
  readonly record: ModuleRecord;
  readonly resolve: (specifier: string) => Resolution;
};

/** An import and the module that contains it. */
export type ImportPlace = { readonly importer: LoadedModule; readonly request: ModuleRequest };

export type ModuleGraph = {
  readonly modules: ReadonlyMap<string, LoadedModule>;
  /** Modules that run when the application is loaded, in that order. */
  readonly loaded: readonly LoadedModule[];
  /** Modules behind an `import()` or `require()` that may run later. */
  readonly later: readonly LoadedModule[];
  /** Imports that TypeScript removes, because only types use them, of modules that nothing else imports. */
  readonly dropped: readonly (ImportPlace & { readonly target: LoadedModule })[];
  readonly missing: readonly ImportPlace[];
  readonly unreadable: readonly string[];
};

export type GraphOptions = {
  readonly root: string;
  readonly entry: string;
  readonly settings: ProjectSettings;
  readonly resolve: ResolveSpecifier;
  /** Reads a module; undefined when its file cannot be read. */
  readonly read: (path: string, file: string) => ModuleRecord | undefined;
};

export function buildModuleGraph(options: GraphOptions): ModuleGraph {
  const walk = createWalk(options);
  walk.reach(options.entry, walk.loaded);
  // A module that is loaded later may import modules itself. One that is also loaded at once stays in `loaded`.
  for (let place = walk.waiting.shift(); place; place = walk.waiting.shift()) {
    walk.reach(place, walk.later);
  }
  const dropped = walk.dropped.flatMap(({ path, ...place }) => {
    const target = walk.modules.has(path) ? undefined : walk.load(path);
    return target ? [{ ...place, target }] : [];
  });
  return { ...walk, dropped };
}

type Walk = {
  readonly modules: Map<string, LoadedModule>;
  readonly loaded: LoadedModule[];
  readonly later: LoadedModule[];
  readonly waiting: string[];
  readonly dropped: (ImportPlace & { readonly path: string })[];
  readonly missing: ImportPlace[];
  readonly unreadable: string[];
  readonly load: (path: string) => LoadedModule | undefined;
  readonly reach: (path: string, order: LoadedModule[]) => void;
};

/** A module with imports that are not followed yet. */
type OpenModule = {
  readonly importer: LoadedModule;
  readonly requests: Iterator<ModuleRequest, undefined>;
};

function createWalk({ root, settings, resolve, read }: GraphOptions): Walk {
  const seen = new Set<string>();
  const walk: Walk = {
    modules: new Map(),
    loaded: [],
    later: [],
    waiting: [],
    dropped: [],
    missing: [],
    unreadable: [],
    load: (path) => {
      const file = relativePath(root, path);
      const record = read(path, file);
      return record && { path, file, record, resolve: rememberResolutions(resolve, path) };
    },
    reach: (path, order) => {
      // Follows imports with a list instead of recursion, because a chain of them may be longer than the stack allows.
      const open = enter(path);
      for (let top = open.at(-1); top; top = open.at(-1)) {
        const request = top.requests.next();
        if (request.done === true) {
          order.push(top.importer);
          open.pop();
          continue;
        }
        const target = follow({ importer: top.importer, request: request.value });
        if (target !== undefined) open.push(...enter(target));
      }
    },
  };
  /** The module with its imports, when it is met for the first time; else nothing. */
  const enter = (path: string): OpenModule[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    const importer = walk.load(path);
    if (!importer) {
      walk.unreadable.push(relativePath(root, path));
      return [];
    }
    walk.modules.set(path, importer);
    return [{ importer, requests: importer.record.requests.values() }];
  };
  /** The module that an import evaluates before the importing one. */
  const follow = (place: ImportPlace): string | undefined => {
    const { importer, request } = place;
    if (request.when === 'types') return undefined;
    const target = importer.resolve(request.specifier);
    if (target.kind === 'missing') walk.missing.push(place);
    if (target.kind !== 'module') return undefined;
    const isDropped = request.names !== undefined && isOnlyForTypes(place, settings);
    if (isDropped) walk.dropped.push({ ...place, path: target.path });
    else if (request.when === 'later') walk.waiting.push(target.path);
    else return target.path;
    return undefined;
  };
  return walk;
}

/** Keeps each resolved import, because it is asked for again for every name that comes from it. */
function rememberResolutions(resolve: ResolveSpecifier, importer: string): LoadedModule['resolve'] {
  const known = new Map<string, Resolution>();
  return (specifier) => {
    let resolution = known.get(specifier);
    if (!resolution) known.set(specifier, (resolution = resolve(specifier, importer)));
    return resolution;
  };
}

/** TypeScript removes an import when no value uses any of its names. */
function isOnlyForTypes({ importer, request }: ImportPlace, settings: ProjectSettings): boolean {
  const { names = [] } = request;
  return (
    !isKeptWhole(importer, settings) && !names.some((name) => keepsImport(importer, name, settings))
  );
}

/** Whether an import remains at run time. TypeScript removes one that only types use. */
export function keepsImport(
  importer: LoadedModule,
  name: ImportedName,
  settings: ProjectSettings,
): boolean {
  const { record } = importer;
  return (
    isKeptWhole(importer, settings) ||
    record.usesImport(name) ||
    (settings.emitsMetadata && isMentionedTwice(record, name.local))
  );
}

type ImportedName = NonNullable<ModuleRequest['names']>[number];

function isKeptWhole({ file }: LoadedModule, { keepsUnusedImports }: ProjectSettings): boolean {
  return keepsUnusedImports === true || !/\.[cm]?tsx?$/.test(file);
}

/**
 * With `emitDecoratorMetadata`, TypeScript emits the types of decorated signatures as values. The name must occur outside
 * the import, too.
 */
function isMentionedTwice({ source }: ModuleRecord, name: string): boolean {
  const first = source.text.indexOf(name);
  return source.text.includes(name, first + name.length);
}

/** A path relative to the project directory, with forward slashes. */
export function relativePath(root: string, path: string): string {
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : posix.relative(root, path);
}
