// Finds the constant or enum that a name means, through imports and re-exports, also in modules that are imported only for
// types.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Binding } from '../facts/module-record.js';
import type { Identifier } from '../syntax/tree.js';
import type { LoadForTypes } from './find-type.js';

export type FoundValue = {
  readonly module: LoadedModule;
  readonly binding: Exclude<Binding, { readonly kind: 'import' }>;
};

export function findValue(
  load: LoadForTypes,
  module: LoadedModule,
  name: Identifier,
): FoundValue | undefined {
  const binding = module.record.names.find(name);
  return binding && follow({ load, seen: new Set() }, module, binding);
}

/** The value that a module imports. */
export function findImportedValue(
  load: LoadForTypes,
  module: LoadedModule,
  { specifier, name }: { readonly specifier: string; readonly name: string },
): FoundValue | undefined {
  const target = load(module, specifier);
  return target.kind === 'module'
    ? exported({ load, seen: new Set() }, target.module, name)
    : undefined;
}

type Search = { readonly load: LoadForTypes; readonly seen: Set<string> };

function follow(search: Search, module: LoadedModule, binding: Binding): FoundValue | undefined {
  if (binding.kind !== 'import') return { module, binding };
  const target = search.load(module, binding.specifier);
  return target.kind === 'module' ? exported(search, target.module, binding.name) : undefined;
}

function exported(search: Search, module: LoadedModule, name: string): FoundValue | undefined {
  const key = `${name} ${module.path}`;
  if (search.seen.has(key)) return undefined;
  search.seen.add(key);
  const { exports, names, starExports } = module.record;
  const found = exports.get(name);
  if (found?.kind === 'local') {
    const binding = names.find(found.name);
    return binding && follow(search, module, binding);
  }
  const from = (specifier: string, other: string): FoundValue | undefined => {
    const target = search.load(module, specifier);
    return target.kind === 'module' ? exported(search, target.module, other) : undefined;
  };
  if (found?.kind === 'from') return from(found.specifier, found.name);
  if (found) return undefined;
  for (const specifier of starExports) {
    const value = from(specifier, name);
    if (value) return value;
  }
  return undefined;
}
