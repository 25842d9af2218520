// Follows a name to its definition, across imports and re-exports, and finds the variables that code changes.
import {
  followExports,
  type Exports,
  type Imported,
  type ExportStep,
  type LoadedModule,
} from './module-graph.js';
import { addTo, oncePer, valueFor } from '../groups.js';
import { calleeOf, propertyName, rootOf, unwrap } from '../syntax/expressions.js';
import type { Expression, Identifier } from '../syntax/tree.js';
import type { Binding } from './module-record.js';
import type { Definition, Program } from './program.js';
import { EXPORT_EQUALS, NAMESPACE } from './scan-imports.js';

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
  return valueFor(program.definitions, binding, () => importDefinition(program, module, binding));
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

/** Returns functions that look up the exported values of a module. `known` contains definitions found before. */
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

export function bindingStep(
  module: LoadedModule,
  { name, binding }: NamedBinding,
): ExportStep<Definition> {
  return binding.kind === 'import'
    ? { ...binding, module }
    : { kind: 'found', found: { kind: 'binding', module, name, binding } };
}

/** A name, in any module, through which code can change a binding. */
type Alias = NamedBinding & {
  readonly module: LoadedModule;
  /** The name is the binding itself, a namespace import with the binding as a property, or a variable with the same object. */
  readonly kind: 'same' | 'namespace' | 'variable';
};

/** Tells whether code assigns to a variable after its declaration, or changes the object that it holds. */
export function isChanged(
  program: Program,
  module: LoadedModule,
  { name, binding }: NamedBinding,
): boolean {
  const known = program.changed.get(binding);
  if (known !== undefined) return known;
  const own: readonly Alias[] = name === 'default' ? [] : [{ module, name, binding, kind: 'same' }];
  const aliases = [...own, ...aliasesOf(program, binding)];
  const changed = aliases.some((alias) => isWritten(program, alias, binding));
  program.changed.set(binding, changed);
  return changed;
}

function isWritten(program: Program, alias: Alias, binding: Binding): boolean {
  const { module, name, kind } = alias;
  module.record.readBodiesWith(name);
  return module.record.uses.some((use) => {
    if (use.kind !== 'write') return false;
    const { target } = use;
    const root = rootOf(target);
    if (root?.value !== name || module.record.names.find(root) !== alias.binding) return false;
    if (isPerRequest(binding, memberNames(target)[kind === 'namespace' ? 1 : 0])) return false;
    if (kind === 'variable') return use.call !== undefined || unwrap(target) !== root;
    return kind === 'same' || memberBinding(program, alias, target) === binding;
  });
}

/** The `value` of a provider exists once per request, so code that changes it does not change the provider. */
function isPerRequest(binding: Binding, member: string | undefined): boolean {
  if (member !== 'value' || binding.kind !== 'value' || !binding.init) return false;
  const made = unwrap(binding.init);
  if (made.type !== 'CallExpression') return false;
  const callee = calleeOf(made);
  // The call may also be `Object.freeze({ value: ... })`.
  return callee?.type !== 'MemberExpression' || propertyName(callee) !== 'freeze';
}

/** Returns the names of the members in `x.a.b`. */
function memberNames(target: Expression): readonly (string | undefined)[] {
  const names: (string | undefined)[] = [];
  let inner = unwrap(target);
  for (; inner.type === 'MemberExpression'; inner = unwrap(inner.object))
    names.unshift(propertyName(inner));
  return names;
}

/** Returns the binding that `ns.x` refers to in `ns.x.push(...)`. */
function memberBinding(program: Program, alias: Alias, target: Expression): Binding | undefined {
  let inner = unwrap(target);
  while (inner.type === 'MemberExpression') {
    const object = unwrap(inner.object);
    if (object.type === 'Identifier') break;
    inner = object;
  }
  const member = inner.type === 'MemberExpression' ? propertyName(inner) : undefined;
  const { binding } = alias;
  if (member === undefined || binding.kind !== 'import') return undefined;
  const namespace = bindingDefinition(program, alias.module, alias);
  if (namespace.kind !== 'namespace') return undefined;
  const definition = exportDefinition(program, namespace.module, member);
  return definition.kind === 'binding' ? definition.binding : undefined;
}

function aliasesOf(program: Program, binding: Binding): readonly Alias[] {
  const index = indexAliases(program);
  return [...(index.get(binding) ?? []), ...(index.get(NAMESPACE) ?? [])];
}

/** Returns the aliases of each binding, and all namespace imports. */
const indexAliases = oncePer((program: Program) => {
  const index = new Map<Binding | typeof NAMESPACE, Alias[]>();
  for (const module of program.graph.modules.values()) {
    for (const [name, binding] of module.record.names.all()) {
      if (binding.kind === 'import') {
        const definition = bindingDefinition(program, module, { name, binding });
        const alias = { module, name, binding };
        if (definition.kind === 'binding')
          addTo(index, definition.binding, { ...alias, kind: 'same' });
        if (definition.kind === 'namespace')
          addTo(index, NAMESPACE, { ...alias, kind: 'namespace' });
      } else if (binding.kind === 'value' && binding.init && binding.steps.length === 0) {
        // `let b = a; b.push(...)` changes the list in `a`; `b = c` does not.
        const init = unwrap(binding.init);
        if (init.type !== 'Identifier') continue;
        const source = definitionOf(program, module, init);
        if (source.kind === 'binding')
          addTo(index, source.binding, { module, name, binding, kind: 'variable' });
      }
    }
  }
  return index;
});
