// Loads the modules that types come from. Most are not part of the application, because nothing at run time asks for them.
import type { LoadedModule, ModuleGraph } from '../facts/module-graph.js';
import type { SourceFiles } from '../modules/source-files.js';
import type { LoadForTypes } from './imported-module.js';

export type TypeModulesOptions = {
  readonly graph: Pick<ModuleGraph, 'modules'>;
  readonly files: SourceFiles;
  /** Reads a module that the graph does not have. */
  readonly load: (path: string) => LoadedModule | undefined;
};

/** Each module is read once, when a type asks for it. */
export function createTypeModules({ graph, files, load }: TypeModulesOptions): LoadForTypes {
  const known = new Map<string, LoadedModule | undefined>();
  const moduleAt = (path: string): LoadedModule | undefined => {
    const loaded = graph.modules.get(path);
    if (loaded) return loaded;
    if (!known.has(path)) known.set(path, load(path));
    return known.get(path);
  };
  return (importer, specifier) => {
    const target = importer.resolve(specifier);
    const path =
      target.kind === 'module'
        ? target.path
        : target.kind === 'asset'
          ? declarationFile(target.path, files)
          : undefined;
    const module = path === undefined ? undefined : moduleAt(path);
    if (module) return { kind: 'module', module };
    return target.kind === 'package'
      ? { kind: 'package', specifier: target.specifier }
      : { kind: 'missing' };
  };
}

/** The declarations beside a path without source: `./a.js` is `./a.d.ts`. */
function declarationFile(path: string, { isFile }: SourceFiles): string | undefined {
  const [, stem = path, kind = ''] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  return [path, `${stem}.d.${kind}ts`].find((file) => /\.d\.[cm]?ts$/.test(file) && isFile(file));
}
