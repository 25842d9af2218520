// Whether a name keeps the value it was given: a list that is pushed to, or an object a property of which is written,
// is no constant, wherever in the project that happens.
import type { LoadedModule } from './module-graph.js';
import { propertyName, rootOf, unwrap } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import { bindingDefinition, exportDefinition } from './definition.js';
import type { Binding, Use } from './module-record.js';
import type { Program } from './program.js';
import { NAMESPACE } from './scan-imports.js';

/** A name of a binding in some module; `member` is the property in which a namespace import holds it. */
type Alias = {
  readonly module: LoadedModule;
  readonly name: string;
  readonly binding: Binding;
  readonly isNamespace: boolean;
};

/** Tells whether something writes to a variable, or into what it holds, after its declaration. */
export function isChanged(
  program: Program,
  module: LoadedModule,
  { name, binding }: { readonly name: string; readonly binding: Binding },
): boolean {
  const known = program.changed.get(binding);
  if (known !== undefined) return known;
  const own = { module, name, binding, isNamespace: false };
  const aliases = [own, ...aliasesOf(program, binding)];
  const changed = aliases.some((alias) => isWritten(program, alias, binding));
  program.changed.set(binding, changed);
  return changed;
}

function isWritten(program: Program, alias: Alias, binding: Binding): boolean {
  const { module, name, isNamespace } = alias;
  module.record.readBodiesWith(name);
  return module.record.uses.some((use) => {
    const target = writtenTarget(use);
    const root = target && rootOf(target);
    if (root?.value !== name || module.record.names.find(root) !== alias.binding) return false;
    return !isNamespace || memberBinding(program, alias, target) === binding;
  });
}

function writtenTarget(use: Use): Expression | undefined {
  return use.kind === 'write' ? use.target : undefined;
}

/** The binding that `ns.x` in `ns.x.push(...)` means. */
function memberBinding(
  program: Program,
  alias: Alias,
  target: Expression | undefined,
): Binding | undefined {
  let inner = target && unwrap(target);
  while (inner?.type === 'MemberExpression') {
    const object = unwrap(inner.object);
    if (object.type === 'Identifier') break;
    inner = object;
  }
  const member = inner?.type === 'MemberExpression' ? propertyName(inner) : undefined;
  const { binding } = alias;
  if (member === undefined || binding.kind !== 'import') return undefined;
  const namespace = bindingDefinition(program, alias.module, alias);
  if (namespace.kind !== 'namespace') return undefined;
  const definition = exportDefinition(program, namespace.module, member);
  return definition.kind === 'binding' ? definition.binding : undefined;
}

/** Every import of each binding, and every namespace import, found once for a program. */
const INDEX = new WeakMap<Program, ReadonlyMap<Binding | typeof NAMESPACE, readonly Alias[]>>();

function aliasesOf(program: Program, binding: Binding): readonly Alias[] {
  let index = INDEX.get(program);
  if (!index) INDEX.set(program, (index = indexAliases(program)));
  return [...(index.get(binding) ?? []), ...(index.get(NAMESPACE) ?? [])];
}

function indexAliases(program: Program): Map<Binding | typeof NAMESPACE, Alias[]> {
  const index = new Map<Binding | typeof NAMESPACE, Alias[]>();
  const add = (key: Binding | typeof NAMESPACE, alias: Alias): void => {
    const known = index.get(key);
    if (known) known.push(alias);
    else index.set(key, [alias]);
  };
  for (const module of program.graph.modules.values()) {
    for (const [name, binding] of module.record.names.all()) {
      if (binding.kind === 'import') {
        const definition = bindingDefinition(program, module, { name, binding });
        const alias = { module, name, binding, isNamespace: definition.kind === 'namespace' };
        if (definition.kind === 'binding') add(definition.binding, alias);
        if (definition.kind === 'namespace') add(NAMESPACE, alias);
      } else if (binding.kind === 'value' && binding.init && binding.steps.length === 0) {
        // `const b = a; b.push(...)` changes a.
        const init = unwrap(binding.init);
        const source = init.type === 'Identifier' ? module.record.names.find(init) : undefined;
        if (source) add(source, { module, name, binding, isNamespace: false });
      }
    }
  }
  return index;
}
