// Interfaces that get members from another file: `declare module './city.js' { interface City { … } }`.
import type { LoadedModule } from '../facts/module-graph.js';
import { declaredNames } from './declared-names.js';
import { findExportedNamespace, findExportedType, type LoadForTypes } from './find-type.js';
import { namespacesOf } from './namespaces.js';

const AUGMENTED = new WeakMap<LoadedModule, Map<string, string>>();

/** The file that adds members to an interface of a module, or that adds to a namespace around it. */
export function augmentingFile(module: LoadedModule, name: string): string | undefined {
  const own = AUGMENTED.get(module)?.get(name);
  if (own !== undefined) return own;
  for (const around of namespacesOf(module)) {
    const file = AUGMENTED.get(around.module)?.get(around.name);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Whether a text may add to modules other than its own. */
export function mayAugment(text: string): boolean {
  return /\bdeclare\s+module\b/.test(text);
}

/**
 * Records which types of other modules a module extends or declares. The type may be declared in a module that the named one
 * re-exports.
 */
export function markAugmented(load: LoadForTypes, module: LoadedModule): void {
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
  const known = AUGMENTED.get(module) ?? new Map<string, string>();
  known.set(name, file);
  AUGMENTED.set(module, known);
}
