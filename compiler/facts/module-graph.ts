// The modules of an application, in evaluation order: all modules that the entry imports, directly or indirectly.
import { posix } from 'node:path';
import { valueFor } from '../groups.js';
import type { ModuleRecord, ModuleRequest } from './module-record.js';
import type { Resolution, ResolveSpecifier } from '../modules/resolve-specifier.js';
import type { ProjectSettings } from '../modules/source-files.js';
import { NAMESPACE } from './scan-imports.js';

export type LoadedModule = {
  readonly path: string;
  /** The path relative to the project directory. */
  readonly file: string;
  readonly record: ModuleRecord;
  readonly resolve: (specifier: string) => Resolution;
};

export type Located<Node> = { readonly module: LoadedModule; readonly node: Node };

export type ImportSite = { readonly importer: LoadedModule; readonly request: ModuleRequest };

export type ModuleGraph = {
  readonly modules: ReadonlyMap<string, LoadedModule>;
  /** Modules that run when the application is loaded, in evaluation order. */
  readonly loaded: readonly LoadedModule[];
  /** Modules that are reached only by an `import()` or `require()` that may run later. */
  readonly later: readonly LoadedModule[];
  /** Imports that TypeScript removes because they are used only for types. */
  readonly dropped: readonly (ImportSite & { readonly target: LoadedModule })[];
  readonly missing: readonly ImportSite[];
  readonly unreadable: readonly string[];
};

export type GraphOptions = {
  readonly root: string;
  readonly entry: string;
  readonly settings: ProjectSettings;
  readonly resolve: ResolveSpecifier;
  readonly read: (path: string, file: string) => ModuleRecord | undefined;
};

export function buildModuleGraph(options: GraphOptions): ModuleGraph {
  const { root, entry, settings, resolve, read } = options;
  const modules = new Map<string, LoadedModule>();
  const missing: ImportSite[] = [];
  const unreadable: string[] = [];
  const typeImports: (ImportSite & { readonly path: string })[] = [];
  const waiting: string[] = [];
  const seen = new Set<string>();
  const load = (path: string): LoadedModule | undefined => {
    const file = relativePath(root, path);
    const record = read(path, file);
    return record && { path, file, record, resolve: rememberResolutions(resolve, path) };
  };
  /** Returns the module with its imports; empty if it has been seen before or cannot be read. */
  const enter = (path: string): OpenModule[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    const importer = load(path);
    if (!importer) {
      unreadable.push(relativePath(root, path));
      return [];
    }
    modules.set(path, importer);
    return [{ importer, requests: importer.record.requests.values() }];
  };
  /** Returns the path of the module that an import evaluates before the module that contains the import. */
  const follow = (site: ImportSite): string | undefined => {
    const { importer, request } = site;
    if (request.when === 'types') return undefined;
    const target = importer.resolve(request.specifier);
    if (target.kind === 'missing') missing.push(site);
    if (target.kind !== 'module') return undefined;
    const isDropped =
      request.names !== undefined &&
      !isKeptWhole(importer, settings) &&
      !request.names.some((name) => keepsImport(importer, name, settings));
    if (isDropped) typeImports.push({ ...site, path: target.path });
    else if (request.when === 'later') waiting.push(target.path);
    else return target.path;
    return undefined;
  };
  /** Uses a list instead of recursion, because a chain of imports may be longer than the stack allows. */
  const reach = (path: string): readonly LoadedModule[] => {
    const order: LoadedModule[] = [];
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
    return order;
  };
  const loaded = reach(entry);
  const later: LoadedModule[] = [];
  // A module that is loaded later may import other modules. If one of those is also loaded immediately, it stays in `loaded`.
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
    later.push(...reach(path));
  const dropped = typeImports.flatMap(({ path, ...site }) => {
    const target = modules.has(path) ? undefined : load(path);
    return target ? [{ ...site, target }] : [];
  });
  return { modules, loaded, later, dropped, missing, unreadable };
}

type OpenModule = {
  readonly importer: LoadedModule;
  readonly requests: Iterator<ModuleRequest, undefined>;
};

/** Caches each resolved import, because it is needed again for every name that the import declares. */
function rememberResolutions(resolve: ResolveSpecifier, importer: string): LoadedModule['resolve'] {
  const known = new Map<string, Resolution>();
  return (specifier) => valueFor(known, specifier, () => resolve(specifier, importer));
}

/** Tells whether an imported name remains at run time. TypeScript removes names that are used only in types. */
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

/** With `emitDecoratorMetadata`, TypeScript emits types in decorated signatures as values; a second mention may be one. */
function isMentionedTwice({ source }: ModuleRecord, name: string): boolean {
  const first = source.text.indexOf(name);
  return source.text.includes(name, first + name.length);
}

export function relativePath(root: string, path: string): string {
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : posix.relative(root, path);
}

// Follows a name across imports and re-exports. The caller defines what a module exports under a name and what an import refers
// to, because both differ between values and types.

export type Imported = { readonly specifier: string; readonly name: string };

export type Namespace = { readonly kind: 'namespace'; readonly module: LoadedModule };

type FoundExport<Answer> = { readonly kind: 'found'; readonly found: Answer };

export type ExportStep<Answer> =
  | FoundExport<Answer>
  | ({ readonly kind: 'import'; readonly module: LoadedModule } & Imported)
  | { readonly kind: 'export'; readonly module: LoadedModule; readonly name: string };

export type Exports<Answer> = {
  /** Returns the possible sources of an export, the most certain one first; undefined if the module does not name it. */
  readonly named: (module: LoadedModule, name: string) => readonly ExportStep<Answer>[] | undefined;
  /** Specifiers of `export * from`. */
  readonly stars: (module: LoadedModule) => readonly string[];
  /** Returns the module that an import refers to, or what the imported name refers to if there is no module to follow. */
  readonly target: (
    importer: LoadedModule,
    imported: Imported,
  ) => { readonly kind: 'module'; readonly module: LoadedModule } | FoundExport<Answer> | undefined;
};

/** Uses a list instead of recursion, because a chain of re-exports may be longer than the stack allows. */
export function followExports<Answer>(
  { named, stars, target }: Exports<Answer>,
  first: ExportStep<Answer>,
): Answer | Namespace | undefined {
  // Modules may re-export each other in a cycle.
  const seen = new Set<string>();
  const open: (ExportStep<Answer> & { readonly isStar?: true })[] = [first];
  let guess: Answer | undefined;
  for (let step = open.pop(); step; step = open.pop()) {
    if (step.kind === 'found') return step.found;
    const { module, name } = step;
    if (step.kind === 'import') {
      const found = target(module, step);
      // With `export *`, a package may export any name, so it is used only if no module of the project exports the name.
      if (found?.kind === 'found' && step.isStar) guess ??= found.found;
      else if (found?.kind === 'found') return found.found;
      else if (found && name === NAMESPACE) return { kind: 'namespace', module: found.module };
      else if (found) open.push({ kind: 'export', module: found.module, name });
      continue;
    }
    const key = `${name} ${module.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = named(module, name);
    if (own) open.push(...own.toReversed());
    else if (name !== 'default') {
      for (const specifier of stars(module).toReversed())
        open.push({ kind: 'import', module, specifier, name, isStar: true });
    }
  }
  return guess;
}
