// Interfaces that get members from another file: `declare module './city.js' { interface City { … } }`.
import type { LoadedModule } from '../facts/module-graph.js';
import { declaredNames } from './declared-names.js';
import { findExportedType, type LoadForTypes } from './find-type.js';

const AUGMENTED = new WeakMap<LoadedModule, Map<string, string>>();

/** The file that adds members to an interface of a module. */
export function augmentingFile(module: LoadedModule, name: string): string | undefined {
  return AUGMENTED.get(module)?.get(name);
}

/** Whether a text may add to other modules than its own. */
export function mayAugment(text: string): boolean {
  return /\bdeclare\s+module\b/.test(text);
}

/**
 * Notes which types of other modules a module adds to or declares anew. The type may be declared in a module that the named one
 * re-exports.
 */
export function markAugmented(load: LoadForTypes, module: LoadedModule): void {
  if (!mayAugment(module.record.source.text)) return;
  for (const { specifier, names } of declaredNames(module.record).augmented) {
    const target = load(module, specifier);
    if (target.kind !== 'module') continue;
    for (const name of names) {
      const found = findExportedType(load, target.module, name);
      if (found?.kind !== 'interface' && found?.kind !== 'alias') continue;
      const known = AUGMENTED.get(found.module) ?? new Map<string, string>();
      const nodes = found.kind === 'alias' ? [found.node] : found.nodes;
      for (const node of nodes) known.set(node.id.value, module.file);
      AUGMENTED.set(found.module, known);
    }
  }
}
