// From a name to where it gets its value, across imports and re-exports.
import type { LoadedModule } from './module-graph.js';
import type { ClassNode, Expression, FunctionNode, Identifier } from '../syntax/tree.js';
import type { Binding } from './module-record.js';
import type { Program } from './program.js';
import { EXPORT_EQUALS, NAMESPACE } from './scan-imports.js';

/** What a name leads to. */
export type Definition =
  | {
      readonly kind: 'binding';
      readonly module: LoadedModule;
      readonly name: string;
      readonly binding: Exclude<Binding, { readonly kind: 'import' }>;
    }
  | { readonly kind: 'expression'; readonly module: LoadedModule; readonly node: Expression }
  | { readonly kind: 'class'; readonly module: LoadedModule; readonly node: ClassNode }
  | { readonly kind: 'function'; readonly module: LoadedModule; readonly node: FunctionNode }
  /** All exports of a module. */
  | { readonly kind: 'namespace'; readonly module: LoadedModule }
  | { readonly kind: 'json'; readonly path: string; readonly name: string }
  | {
      readonly kind: 'package';
      readonly specifier: string;
      readonly name: string;
      /** `export *` of a package may export any name. */
      readonly isGuess?: true;
    }
  | { readonly kind: 'unresolved' };

const UNRESOLVED: Definition = { kind: 'unresolved' };

/** What a variable of a module leads to. */
export function definitionOf(
  program: Program,
  module: LoadedModule,
  identifier: Identifier,
): Definition {
  const binding = module.record.names.find(identifier);
  if (!binding) return UNRESOLVED;
  return bindingDefinition(program, module, { name: identifier.value, binding });
}

type Named = { readonly name: string; readonly binding: Binding };

export function bindingDefinition(
  program: Program,
  module: LoadedModule,
  { name, binding }: Named,
): Definition {
  if (binding.kind !== 'import') return { kind: 'binding', module, name, binding };
  let definition = program.definitions.get(binding);
  if (!definition) {
    definition = importDefinition(program, module, binding);
    program.definitions.set(binding, definition);
  }
  return definition;
}

type Imported = { readonly specifier: string; readonly name: string };

/** What a name imported by a module leads to. */
export function importDefinition(
  program: Program,
  module: LoadedModule,
  imported: Imported,
): Definition {
  return followImport(program, module, { ...imported, seen: new Set() });
}

/** What a module exports under a name. */
export function exportDefinition(program: Program, module: LoadedModule, name: string): Definition {
  return followExport(program, module, { name, seen: new Set() });
}

/** `seen` holds the exports that are being followed, because modules may re-export each other in a circle. */
type Search = { readonly name: string; readonly seen: Set<string> };

function followImport(
  program: Program,
  module: LoadedModule,
  { specifier, name, seen }: Search & { readonly specifier: string },
): Definition {
  const target = module.resolve(specifier);
  switch (target.kind) {
    case 'package':
      return { kind: 'package', specifier: target.specifier, name };
    case 'json':
      return { kind: 'json', path: target.path, name };
    case 'asset':
    case 'missing':
      return UNRESOLVED;
    case 'module': {
      const exporter = program.graph.modules.get(target.path);
      if (!exporter) return UNRESOLVED;
      if (name === NAMESPACE) return { kind: 'namespace', module: exporter };
      return followExport(program, exporter, { name, seen });
    }
  }
}

function followExport(program: Program, module: LoadedModule, search: Search): Definition {
  const { name, seen } = search;
  const key = `${name} ${module.path}`;
  if (seen.has(key)) return UNRESOLVED;
  seen.add(key);
  const { record } = module;
  const exported = record.exports.get(name);
  switch (exported?.kind) {
    case 'local': {
      const binding = record.names.find(exported.name);
      if (!binding) return UNRESOLVED;
      if (binding.kind === 'import') return followImport(program, module, { ...binding, seen });
      return { kind: 'binding', module, name: exported.name.value, binding };
    }
    case 'from':
      return followImport(program, module, { ...exported, seen });
    case 'expression':
    case 'class':
    case 'function':
      return { ...exported, module };
    case undefined:
  }
  const whole = record.exports.get(EXPORT_EQUALS);
  if (whole?.kind === 'expression' && name === 'default') return { ...whole, module };
  if (name === 'default') return UNRESOLVED;
  let guess: Definition = UNRESOLVED;
  for (const specifier of record.starExports) {
    const found = followStar(program, module, { specifier, name, seen });
    // A package may export any name, so it is believed only when no module of the project does.
    const isGuess = found.kind === 'package' && found.isGuess === true;
    if (found.kind !== 'unresolved' && !isGuess) return found;
    if (guess.kind === 'unresolved') guess = found;
  }
  return guess;
}

function followStar(
  program: Program,
  module: LoadedModule,
  search: Search & { readonly specifier: string },
): Definition {
  const target = module.resolve(search.specifier);
  if (target.kind !== 'package') return followImport(program, module, search);
  return { kind: 'package', specifier: target.specifier, name: search.name, isGuess: true };
}
