// Loads the modules that types come from. Most are not in the module graph, because nothing imports them at run time.
import { valueFor } from '../groups.js';
import type { LoadedModule, ModuleGraph } from '../facts/module-graph.js';
import type { SourceFiles } from '../modules/source-files.js';
import {
  type ImportedModule,
  type LoadForTypes,
  findExportedNamespace,
  findExportedType,
  namespacesOf,
} from './find-type.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import { isKnownPackage } from './schema-types.js';
import { posix } from 'node:path';
import { isBuiltin } from 'node:module';
import { mappingOf, parseJson } from '../json-values.js';
import { lookUpTarget } from '../modules/package-scope.js';
import { declaredNames } from './declared-names.js';

// Finds the declaration file of a package: the file that `types` in its package.json names, or the package `@types/…`.

const CONDITIONS: ReadonlySet<string> = new Set(['types', 'import', 'node', 'default']);

function findDeclarations(
  files: SourceFiles,
  specifier: string,
  directory: string,
): string | undefined {
  if (isBuiltin(specifier)) return undefined;
  // The resolver returns absolute paths for files inside a package.
  if (specifier.startsWith('/')) return declarationsAt(files, specifier);
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const subpath = `.${specifier.slice(name.length)}`;
  for (let folder = directory; ; folder = posix.dirname(folder)) {
    // The types of `pkg` may be in `@types/pkg`, and those of `@scope/pkg` in `@types/scope__pkg`.
    for (const candidate of [name, `@types/${name.replace(/^@([^/]+)\//, '$1__')}`]) {
      const root = posix.join(folder, 'node_modules', candidate);
      const text = files.readText(`${root}/package.json`);
      const importedModule =
        text === undefined ? undefined : inPackage(files, { root, text, subpath });
      if (importedModule !== undefined) return importedModule;
    }
    if (folder === posix.dirname(folder)) return undefined;
  }
}

type Package = { readonly root: string; readonly text: string; readonly subpath: string };

function inPackage(files: SourceFiles, { root, text, subpath }: Package): string | undefined {
  const content = mappingOf(parseJson(text));
  // `typesVersions` selects declarations by TypeScript version, which the compiler does not know.
  if (content['typesVersions'] !== undefined) return undefined;
  const exported = content['exports'];
  if (exported !== undefined) {
    const target = lookUpTarget(exported, subpath, CONDITIONS);
    return target === undefined ? undefined : declarationsAt(files, posix.join(root, target));
  }
  if (subpath !== '.') return declarationsAt(files, posix.join(root, subpath));
  const main = [content['types'], content['typings'], content['main'], 'index.d.ts'].find(
    (entry) => typeof entry === 'string',
  );
  return typeof main === 'string' ? declarationsAt(files, posix.join(root, main)) : undefined;
}

/** Returns the declaration file for a path. The path may refer to a JavaScript file or a folder. */
function declarationsAt({ isFile }: SourceFiles, path: string): string | undefined {
  if (/\.d\.[cm]?ts$/.test(path)) return isFile(path) ? path : undefined;
  const [, stem = path, kind = ''] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  const inside = posix.join(path, 'index.d.ts');
  return [`${stem}.d.${kind}ts`, `${stem}.d.ts`, `${path}.d.ts`, inside].find(isFile);
}

export type TypeModulesOptions = {
  readonly root: string;
  readonly graph: Pick<ModuleGraph, 'modules'>;
  readonly files: SourceFiles;
  readonly load: (path: string) => LoadedModule | undefined;
};

/** Creates a loader. It reads each module once, when a type first needs it. */
export function createTypeModules(options: TypeModulesOptions): LoadForTypes {
  const { graph, files, load } = options;
  const known = new Map<string, LoadedModule | undefined>();
  let isMarked = false;
  const moduleAt = (path: string): LoadedModule | undefined => {
    const loaded = graph.modules.get(path);
    if (loaded) return loaded;
    if (!known.has(path)) {
      const module = load(path);
      known.set(path, module);
      if (module) markAugmented(loadForTypes, module);
    }
    return known.get(path);
  };
  const declared = (path: string | undefined): LoadedModule | undefined =>
    path === undefined ? undefined : moduleAt(path);
  const imported = new WeakMap<LoadedModule, Map<string, ImportedModule>>();
  const loadForTypes: LoadForTypes = (importer, specifier) => {
    if (!isMarked) {
      isMarked = true;
      for (const module of graph.modules.values()) markAugmented(loadForTypes, module);
      for (const path of unimported(options)) moduleAt(path);
    }
    const targets = valueFor(imported, importer, () => new Map<string, ImportedModule>());
    return valueFor(targets, specifier, () => find(importer, specifier));
  };
  const find: LoadForTypes = (importer, specifier) => {
    const target = importer.resolve(specifier);
    switch (target.kind) {
      case 'module':
        return importedModule(moduleAt(target.path));
      case 'asset':
        return importedModule(declared(declarationsAt(files, target.path)));
      case 'package': {
        const name = target.specifier;
        const isRead = name !== FRAMEWORK && !name.startsWith(`${FRAMEWORK}/`);
        const path =
          isRead && !isKnownPackage(name)
            ? findDeclarations(files, name, posix.dirname(importer.path))
            : undefined;
        const module = declared(path);
        return module ? { kind: 'module', module } : { kind: 'package', specifier: name };
      }
      case 'json':
      case 'missing':
        return { kind: 'missing' };
    }
  };
  return loadForTypes;
}

/** Returns the files that are not imported but may augment other modules. TypeScript also reads such files. */
function unimported({ root, graph, files }: TypeModulesOptions): readonly string[] {
  const all = files.listFiles?.(root) ?? [];
  return all.filter(
    (path) =>
      path.startsWith(`${root}/`) &&
      OF_THE_PROJECT.test(path.slice(root.length)) &&
      !graph.modules.has(path) &&
      mayAugment(files.readText(path) ?? ''),
  );
}

/** Matches source files outside packages, except tests. */
const OF_THE_PROJECT = /^(?!.*\/node_modules\/)(?!.*\.(?:test|spec)\.\w+$).*\.[cm]?tsx?$/;

function importedModule(module: LoadedModule | undefined): ImportedModule {
  return module ? { kind: 'module', module } : { kind: 'missing' };
}

const AUGMENTED = new WeakMap<LoadedModule, Map<string, string>>();

/** Returns the file that adds members to an interface of a module, or to a namespace around the interface. */
export function augmentingFile(module: LoadedModule, name: string): string | undefined {
  return [{ module, name }, ...namespacesOf(module)]
    .map((declared) => AUGMENTED.get(declared.module)?.get(declared.name))
    .find((file) => file !== undefined);
}

/** Tells whether a text may augment modules other than its own. */
function mayAugment(text: string): boolean {
  return /\bdeclare\s+module\b/.test(text);
}

/** Records the types of other modules that a module extends or declares, for the modules in which they are declared. */
function markAugmented(load: LoadForTypes, module: LoadedModule): void {
  if (!mayAugment(module.record.source.text)) return;
  for (const { specifier, names } of declaredNames(module.record).augmented) {
    const target = load(module, specifier);
    if (target.kind !== 'module') continue;
    for (const name of names) {
      const namespace = findExportedNamespace(load, target.module, name);
      const around = namespace && namespacesOf(namespace).at(-1);
      if (around) note(around.module, around.name, module.file);
      const found = findExportedType(load, target.module, name);
      if (found?.kind !== 'interface' && found?.kind !== 'alias') continue;
      const nodes = found.kind === 'alias' ? [found.node] : found.nodes;
      for (const node of nodes) note(found.module, node.id.value, module.file);
    }
  }
}

function note(module: LoadedModule, name: string, file: string): void {
  valueFor(AUGMENTED, module, () => new Map<string, string>()).set(name, file);
}
