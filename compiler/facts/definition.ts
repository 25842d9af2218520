// Follows a name to its definition, across imports and re-exports.
import {
  followExports,
  type Exports,
  type Imported,
  type ExportStep,
  type LoadedModule,
} from './module-graph.js';
import type { Identifier } from '../syntax/tree.js';
import type { Binding } from './module-record.js';
import type { Definition, Program } from './program.js';
import { EXPORT_EQUALS } from './scan-imports.js';

const UNRESOLVED: Definition = { kind: 'unresolved' };

export function definitionOf(
  program: Program,
  module: LoadedModule,
  identifier: Identifier,
): Definition {
  const binding = module.record.names.find(identifier);
  if (!binding) return UNRESOLVED;
  return bindingDefinition(program, module, { name: identifier.value, binding });
}

type NamedBinding = { readonly name: string; readonly binding: Binding };

export function bindingDefinition(
  program: Program,
  module: LoadedModule,
  { name, binding }: NamedBinding,
): Definition {
  if (binding.kind !== 'import') return { kind: 'binding', module, name, binding };
  let definition = program.definitions.get(binding);
  if (!definition) {
    definition = importDefinition(program, module, binding);
    program.definitions.set(binding, definition);
  }
  return definition;
}

export function importDefinition(
  program: Program,
  module: LoadedModule,
  imported: Imported,
): Definition {
  return follow(program, { ...imported, kind: 'import', module });
}

export function exportDefinition(program: Program, module: LoadedModule, name: string): Definition {
  return follow(program, { kind: 'export', module, name });
}

function follow(program: Program, first: ExportStep<Definition>): Definition {
  const target: Exports<Definition>['target'] = (module, imported) =>
    importTarget(program, module, imported);
  return followExports({ ...valueExports(program.definitions), target }, first) ?? UNRESOLVED;
}

function importTarget(
  program: Program,
  importer: LoadedModule,
  { specifier, name }: Imported,
): ReturnType<Exports<Definition>['target']> {
  const target = importer.resolve(specifier);
  switch (target.kind) {
    case 'package': {
      const { isMissing } = target;
      const found = { kind: 'package', specifier: target.specifier, name } as const;
      return { kind: 'found', found: isMissing ? { ...found, isMissing } : found };
    }
    case 'json':
      return { kind: 'found', found: { kind: 'json', path: target.path, name } };
    case 'asset':
    case 'missing':
      return undefined;
    case 'module': {
      const module = program.graph.modules.get(target.path);
      return module && { kind: 'module', module };
    }
  }
}

type ValueExports = Pick<Exports<Definition>, 'named' | 'stars'>;

/**
 * Returns functions that look up the exported values of a module. `known` contains the definitions that have already been
 * found.
 */
export function valueExports(known?: ReadonlyMap<Binding, Definition>): ValueExports {
  const named: ValueExports['named'] = (module, name) => {
    const { exports, names } = module.record;
    const exported = exports.get(name === 'default' && !exports.has(name) ? EXPORT_EQUALS : name);
    switch (exported?.kind) {
      case 'local': {
        const binding = names.find(exported.name);
        const found = binding && known?.get(binding);
        if (found) return found.kind === 'unresolved' ? [] : [{ kind: 'found', found }];
        return binding ? [bindingStep(module, { name: exported.name.value, binding })] : [];
      }
      case 'from':
        return [{ ...exported, kind: 'import', module }];
      case 'unnamed':
        return [bindingStep(module, { name: 'default', binding: exported.binding })];
      case undefined:
        return undefined;
    }
  };
  return { named, stars: ({ record }) => record.starExports };
}

/** Returns the next step on the way from a name in a module to its definition. */
export function bindingStep(
  module: LoadedModule,
  { name, binding }: NamedBinding,
): ExportStep<Definition> {
  return binding.kind === 'import'
    ? { ...binding, module }
    : { kind: 'found', found: { kind: 'binding', module, name, binding } };
}
