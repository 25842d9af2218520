// Modules whose interfaces get members elsewhere: `declare module './city.js' { interface City { … } }`.
import type { LoadedModule, ModuleGraph } from '../facts/module-graph.js';
import { declaredNames } from './declared-names.js';

const AUGMENTED = new WeakMap<LoadedModule, string>();

/** The file that adds members to interfaces of a module. */
export function augmentingFile(module: LoadedModule): string | undefined {
  return AUGMENTED.get(module);
}

/** Who adds to which module, by its path. Only modules of the application are looked at. */
export function findAugmented({
  modules,
}: Pick<ModuleGraph, 'modules'>): ReadonlyMap<string, string> {
  const augmented = new Map<string, string>();
  for (const module of modules.values()) {
    if (!module.record.source.text.includes('declare module')) continue;
    for (const specifier of declaredNames(module.record).augmented) {
      const target = specifier === undefined ? undefined : module.resolve(specifier);
      if (target && 'path' in target) augmented.set(target.path, module.file);
    }
  }
  for (const [path, file] of augmented) {
    const module = modules.get(path);
    if (module) AUGMENTED.set(module, file);
  }
  return augmented;
}

export function markAugmented(module: LoadedModule, file: string): void {
  AUGMENTED.set(module, file);
}
