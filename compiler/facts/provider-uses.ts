// Whether some code may read the value of a provider that the compiler cannot follow: other code names what holds the
// provider, or reads a `value` of an unknown object. The answer may be yes when nothing reads it, but never the other way
// round.
import { propertyName } from '../syntax/expressions.js';
import type { Expression, MemberExpression, ModuleItem } from '../syntax/tree.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { providerAt } from './provider-at.js';
import { nameOf, visitNodes, type NodeRecord, type Around } from '../syntax/tree-walk.js';

type Bodies = ReadonlyMap<LoadedModule, readonly ModuleItem[]>;

/** Whether some code reads `value` of an object that may be any provider. */
export function hasOpenReads(program: Program, bodies: Bodies): boolean {
  let isFound = false;
  for (const [module, body] of bodies)
    visitNodes(body, (node) => {
      isFound ||= isOpenRead(program, module, node);
    });
  return isFound;
}

function isOpenRead(program: Program, module: LoadedModule, node: NodeRecord): boolean {
  if (node.type === 'KeyValuePatternProperty' || node.type === 'AssignmentPatternProperty')
    return nameOf(node['key']) === 'value';
  if (node.type !== 'MemberExpression') return false;
  const member = node as unknown as MemberExpression; // because of its type
  return propertyName(member) === 'value' && !providerAt(program, module, asRead(member.object));
}

function asRead(object: Expression | { readonly type: 'Super' }): Expression {
  return object as Expression; // because `super` leads to no provider, which is what is asked
}

/** Whether the name that holds the provider is used outside its declaration and lists of middleware. */
export function isMentioned(bodies: Bodies, around: Around): boolean {
  const holder = holderOf(around);
  if (!holder) return true;
  const names = aliasesOf(bodies, holder.name);
  let isFound = false;
  for (const body of bodies.values())
    visitNodes(body, (node, outer) => {
      const name = nameOf(node);
      if (isFound || name === undefined || !names.has(name)) return;
      isFound = !outer.includes(holder.node) && !isListed(outer) && !isImport(outer);
    });
  return isFound;
}

/** The declaration at the top of the module that contains the node; undefined when it has no name. */
function holderOf(
  around: Around,
): { readonly node: NodeRecord; readonly name: string } | undefined {
  if (around[0]?.type.startsWith('ExportDefault') === true) return undefined;
  const node = around.find(({ type }) =>
    /^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration)$/.test(type),
  );
  const name = nameOf(node?.['id'] ?? node?.['identifier']);
  return node && name !== undefined ? { node, name } : undefined;
}

/** The name, and the names that imports and exports give to it. */
function aliasesOf(bodies: Bodies, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (let size = 0; size < names.size;) {
    size = names.size;
    for (const body of bodies.values())
      visitNodes(body, (node) => {
        const given = [node['imported'] ?? node['orig'], node['local'] ?? node['exported']];
        const [from, to] = given.map(nameOf);
        if (from !== undefined && to !== undefined && names.has(from)) names.add(to);
      });
  }
  return names;
}

function isImport(outer: Around): boolean {
  return outer.some(
    ({ type }) => type === 'ImportDeclaration' || type === 'ExportNamedDeclaration',
  );
}

/** Whether it is in a list `middleware: [...]`, which reads no value. */
function isListed(outer: Around): boolean {
  const list = outer.findLastIndex(
    ({ type, key }) => type === 'KeyValueProperty' && nameOf(key) === 'middleware',
  );
  return list >= 0 && !outer.slice(list).some(({ type }) => type.includes('Function'));
}
