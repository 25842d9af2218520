// Finds out whether a name keeps its value. A list that a module pushes to, or an object with an assigned property, is not
// constant.
import { addTo } from '../groups.js';
import type { LoadedModule } from './module-graph.js';
import { propertyName, rootOf, unwrap } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import { bindingDefinition, definitionOf, exportDefinition } from './definition.js';
import type { Binding } from './module-record.js';
import type { Program } from './program.js';
import { NAMESPACE } from './scan-imports.js';

/** A name in some module through which code can change a binding. */
type Alias = {
  readonly module: LoadedModule;
  readonly name: string;
  readonly binding: Binding;
  /**
   * How the name refers to the binding: it is the binding itself, a namespace import with it as a property, or a variable
   * with the same object.
   */
  readonly kind: 'same' | 'namespace' | 'variable';
};

/** True when code assigns to a variable, or changes the object in it, after the declaration. */
export function isChanged(
  program: Program,
  module: LoadedModule,
  { name, binding }: { readonly name: string; readonly binding: Binding },
): boolean {
  const known = program.changed.get(binding);
  if (known !== undefined) return known;
  const own: Alias = { module, name, binding, kind: 'same' };
  const aliases = [own, ...aliasesOf(program, binding)];
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
    if (kind === 'variable') return use.call !== undefined || unwrap(target) !== root;
    return kind === 'same' || memberBinding(program, alias, target) === binding;
  });
}

/** The binding that `ns.x` means in `ns.x.push(...)`. */
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

/** All imports of each binding, and all namespace imports. They are collected once for a program. */
const INDEX = new WeakMap<Program, ReadonlyMap<Binding | typeof NAMESPACE, readonly Alias[]>>();

function aliasesOf(program: Program, binding: Binding): readonly Alias[] {
  let index = INDEX.get(program);
  if (!index) INDEX.set(program, (index = indexAliases(program)));
  return [...(index.get(binding) ?? []), ...(index.get(NAMESPACE) ?? [])];
}

function indexAliases(program: Program): Map<Binding | typeof NAMESPACE, Alias[]> {
  const index = new Map<Binding | typeof NAMESPACE, Alias[]>();
  const add = (key: Binding | typeof NAMESPACE, alias: Alias): void => {
    addTo(index, key, alias);
  };
  for (const module of program.graph.modules.values()) {
    for (const [name, binding] of module.record.names.all()) {
      if (binding.kind === 'import') {
        const definition = bindingDefinition(program, module, { name, binding });
        const alias = { module, name, binding };
        if (definition.kind === 'binding') add(definition.binding, { ...alias, kind: 'same' });
        if (definition.kind === 'namespace') add(NAMESPACE, { ...alias, kind: 'namespace' });
      } else if (binding.kind === 'value' && binding.init && binding.steps.length === 0) {
        // `let b = a; b.push(...)` changes the list in `a`; `b = c` does not.
        const init = unwrap(binding.init);
        if (init.type !== 'Identifier') continue;
        const source = definitionOf(program, module, init);
        if (source.kind === 'binding')
          add(source.binding, { module, name, binding, kind: 'variable' });
      }
    }
  }
  return index;
}
