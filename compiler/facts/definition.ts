// Follows a name to its definition, across imports and re-exports.
import type { LoadedModule } from './module-graph.js';
import type { ClassNode, Expression, FunctionNode, Identifier } from '../syntax/tree.js';
import type { Binding } from './module-record.js';
import type { Program } from './program.js';
import { EXPORT_EQUALS, NAMESPACE } from './scan-imports.js';

/** The definition of a name. */
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
      /** True when it is found behind `export *` of a package, which may or may not export that name. */
      readonly isGuess?: true;
      /** True when the package is not installed. */
      readonly isMissing?: true;
    }
  | { readonly kind: 'unresolved' };

const UNRESOLVED: Definition = { kind: 'unresolved' };

/** The definition of a variable of a module. */
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

/** The definition of a name that a module imports. */
export function importDefinition(
  program: Program,
  module: LoadedModule,
  imported: Imported,
): Definition {
  return follow(program, importStep(program, module, imported));
}

/** The definition of a name that a module exports. */
export function exportDefinition(program: Program, module: LoadedModule, name: string): Definition {
  return follow(program, { kind: 'export', module, name });
}

/** The definition of a name, or the export of another module to follow. */
type Step =
  Definition | { readonly kind: 'export'; readonly module: LoadedModule; readonly name: string };

/** Follows re-exports with a list instead of recursion, because a chain of them may be longer than the stack allows. */
function follow(program: Program, first: Step): Definition {
  // Modules may re-export each other in a circle.
  const seen = new Set<string>();
  const open = [first];
  let guess: Definition = UNRESOLVED;
  for (let step = open.pop(); step; step = open.pop()) {
    if (step.kind === 'export') {
      const key = `${step.name} ${step.module.path}`;
      if (!seen.has(key)) open.push(...exportSteps(program, step.module, step.name).toReversed());
      seen.add(key);
    } else if (step.kind === 'package' && step.isGuess === true) {
      // A package may export any name. It is the answer only when no module of the project exports it.
      if (guess.kind === 'unresolved') guess = step;
    } else if (step.kind !== 'unresolved') {
      return step;
    }
  }
  return guess;
}

function importStep(program: Program, module: LoadedModule, { specifier, name }: Imported): Step {
  const target = module.resolve(specifier);
  switch (target.kind) {
    case 'package':
      return {
        kind: 'package',
        specifier: target.specifier,
        name,
        ...(target.isMissing && { isMissing: true }),
      };
    case 'json':
      return { kind: 'json', path: target.path, name };
    case 'asset':
    case 'missing':
      return UNRESOLVED;
    case 'module': {
      const exporter = program.graph.modules.get(target.path);
      if (!exporter) return UNRESOLVED;
      if (name === NAMESPACE) return { kind: 'namespace', module: exporter };
      return { kind: 'export', module: exporter, name };
    }
  }
}

/** The places that an export may come from, the most certain first. */
function exportSteps(program: Program, module: LoadedModule, name: string): readonly Step[] {
  const { record } = module;
  const exported = record.exports.get(name);
  switch (exported?.kind) {
    case 'local': {
      const binding = record.names.find(exported.name);
      if (!binding) return [];
      if (binding.kind === 'import') {
        return [program.definitions.get(binding) ?? importStep(program, module, binding)];
      }
      return [{ kind: 'binding', module, name: exported.name.value, binding }];
    }
    case 'from':
      return [importStep(program, module, exported)];
    case 'expression':
    case 'class':
    case 'function':
      return [{ ...exported, module }];
    case undefined:
  }
  const whole = record.exports.get(EXPORT_EQUALS);
  if (whole?.kind === 'expression' && name === 'default') return [{ ...whole, module }];
  if (name === 'default') return [];
  return record.starExports.map((specifier) => starStep(program, module, { specifier, name }));
}

function starStep(program: Program, module: LoadedModule, imported: Imported): Step {
  const step = importStep(program, module, imported);
  return step.kind === 'package' ? { ...step, isGuess: true } : step;
}
