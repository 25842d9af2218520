// Reads types from a project whose files are passed as texts.
import { scanModule } from '../facts/scan-module.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { createResolver } from '../modules/resolve-specifier.js';
import type { TsType } from '../syntax/tree.js';
import { createTypeReader, type ReadType, type TypeReader, type TypeUse } from './read-type.js';
import { createTypeModules } from './type-modules.js';
import type { TypeDefinitions } from '../declarations/declared-type.js';

export type Project = {
  readonly reader: TypeReader;
  /** Reads the type alias with this name in `app.ts`. */
  readonly read: (alias: string, use?: TypeUse) => ReadType;
  readonly definitions: TypeDefinitions;
};

/** Creates a project with these files; the first file is the module whose aliases are read. */
export function projectOf(
  texts: Readonly<Record<string, string>>,
  mapSpecifier?: (specifier: string) => readonly string[],
): Project {
  const files = {
    readText: (path: string) => texts[path.slice('/p/'.length)],
    isFile: (path: string) => path.slice('/p/'.length) in texts,
    listFiles: () => Object.keys(texts).map((file) => `/p/${file}`),
  };
  const resolve = createResolver(files, mapSpecifier);
  const load = (path: string): LoadedModule | undefined => {
    const text = files.readText(path);
    if (text === undefined) return undefined;
    const file = path.slice('/p/'.length);
    const record = scanModule(text, file);
    return { path, file, record, resolve: (specifier) => resolve(specifier, path) };
  };
  const modules = new Map<string, LoadedModule>();
  const reader = createTypeReader({
    load: createTypeModules({ root: '/p', graph: { modules }, files, load }),
  });
  const [entry = ''] = Object.keys(texts);
  const module = load(`/p/${entry}`);
  if (!module) throw new Error('no first file');
  if (module.record.problems.length > 0) throw new Error(JSON.stringify(module.record.problems));
  modules.set(module.path, module);
  const aliases = new Map<string, TsType>();
  for (const item of module.record.typeItems) {
    const node = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (node.type === 'TsTypeAliasDeclaration') aliases.set(node.id.value, node.typeAnnotation);
  }
  return {
    reader,
    definitions: reader.definitions,
    read: (alias, use = 'input') => {
      const node = aliases.get(alias);
      if (!node) throw new Error(`no alias ${alias}`);
      return reader.read({ module, node }, use);
    },
  };
}

/** Reads the type of an expression in a module that is the only file of its project. */
export function typeOf(source: string, use: TypeUse = 'input'): ReadType & Project {
  const project = projectOf({ 'app.ts': source });
  return { ...project, ...project.read('T', use) };
}
