// The code that a function may run, by the names in it. A reference to a function counts as a call. A member counts when
// its object is referred to and its name occurs. This includes code that never runs, and leaves out none that names lead
// to.
import { functionOf, keyName, propertyName, unwrap } from '../syntax/expressions.js';
import type { ClassMember, ClassNode, Expression, MemberExpression } from '../syntax/tree.js';
import { definitionOf, type Definition } from './definition.js';
import { traceExpression, type Entity } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { isTreeNode } from './scan.js';

/** A piece of a module. */
export type Part = { readonly module: LoadedModule; readonly node: object };

/** Called before an expression is followed. When it returns true, the expression is not followed. */
export type Watch = (module: LoadedModule, node: Expression) => boolean;

type Node = { readonly type: string };

/** Calls `watch` for each expression that is reached from the given parts. */
export function reach(program: Program, roots: readonly Part[], watch: Watch): void {
  const walk: Walk = {
    program,
    watch,
    open: [...roots],
    seen: new Set(roots.map(({ node }) => node)),
    mentioned: new Set(),
    members: new Map(),
  };
  for (let part = walk.open.pop(); part; part = walk.open.pop()) visitChildren(walk, part);
}

type Walk = {
  readonly program: Program;
  readonly watch: Watch;
  readonly open: Part[];
  readonly seen: Set<object>;
  /** The names of members that occur in reached code. */
  readonly mentioned: Set<string>;
  /** Members of referenced values whose names have not occurred yet. */
  readonly members: Map<string, Part[]>;
};

function add(walk: Walk, part: Part): void {
  if (walk.seen.has(part.node)) return;
  walk.seen.add(part.node);
  walk.open.push(part);
}

function mention(walk: Walk, name: string): void {
  walk.mentioned.add(name);
  for (const part of walk.members.get(name) ?? []) add(walk, part);
  walk.members.delete(name);
}

function hold(walk: Walk, name: string | undefined, part: Part): void {
  if (name === undefined || walk.mentioned.has(name)) add(walk, part);
  else walk.members.set(name, [...(walk.members.get(name) ?? []), part]);
}

function visitChildren(walk: Walk, { module, node }: Part): void {
  for (const child of Object.values(node)) visitValue(walk, module, child);
}

function visitValue(walk: Walk, module: LoadedModule, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) visitValue(walk, module, item);
  else if (isTreeNode(value)) visit(walk, module, value);
  else if (typeof value === 'object' && value !== null)
    visitChildren(walk, { module, node: value });
}

function visit(walk: Walk, module: LoadedModule, node: Node): void {
  // The options of a decorator do not belong to the code of the member.
  if (isTypeOnly(node.type) || node.type === 'Decorator') return;
  const expression = node as Expression; // because only expressions are looked at by their kind below
  if (walk.watch(module, expression)) return;
  switch (expression.type) {
    case 'Identifier':
      refer(walk, definitionOf(walk.program, module, expression));
      return;
    case 'MemberExpression':
      visitMember(walk, module, expression);
      return;
    case 'ClassExpression':
      holdMembers(walk, module, expression);
      return;
    default:
      if (node.type === 'ClassDeclaration')
        holdMembers(walk, module, node as never); // because it is a class too
      else if (node.type === 'KeyValueProperty')
        visitValue(walk, module, (node as never)['value']); // because its key is no reference
      else visitChildren(walk, { module, node });
  }
}

/** Types do not run; a value inside a type assertion does. */
function isTypeOnly(kind: string): boolean {
  return (
    kind.startsWith('Ts') &&
    !/^Ts(?:As|NonNull|Satisfies)Expression$|^Ts(?:ConstAssertion|TypeAssertion|Instantiation|ParameterProperty)$/.test(
      kind,
    )
  );
}

function visitMember(walk: Walk, module: LoadedModule, node: MemberExpression): void {
  const { property } = node;
  const isPrivate = property.type === 'PrivateName';
  const name = isPrivate ? module.record.source.textOf(property.span) : propertyName(node);
  if (name !== undefined) mention(walk, name);
  visit(walk, module, node.object);
  if (property.type === 'Computed') visit(walk, module, property.expression);
  referTo(walk, traceExpression(walk.program, module, node));
}

function refer(walk: Walk, definition: Definition): void {
  switch (definition.kind) {
    case 'function':
      add(walk, definition);
      return;
    case 'class':
      holdMembers(walk, definition.module, definition.node);
      return;
    case 'expression':
      referToValue(walk, definition.module, definition.node);
      return;
    case 'binding': {
      const { binding, module } = definition;
      if (binding.kind === 'function') add(walk, { module, node: binding.node });
      if (binding.kind === 'class') holdMembers(walk, module, binding.node);
      if (binding.kind === 'value' && binding.init) referToValue(walk, module, binding.init);
      return;
    }
    default:
  }
}

/** Follows a reference to a member of a module or a namespace. */
function referTo(walk: Walk, entity: Entity): void {
  if (entity.kind === 'function') add(walk, entity);
  else if (entity.kind === 'class') holdMembers(walk, entity.module, entity.node);
  else if (entity.kind === 'expression') referToValue(walk, entity.module, entity.node);
}

/**
 * Follows a reference to a value. The functions of an object literal are its members; in any other value, all its code
 * counts.
 */
function referToValue(walk: Walk, module: LoadedModule, value: Expression): void {
  const node = unwrap(value);
  if (walk.seen.has(node) || walk.watch(module, node)) return;
  if (node.type !== 'ObjectExpression') {
    if (node.type === 'Identifier') visit(walk, module, node);
    else add(walk, { module, node });
    return;
  }
  walk.seen.add(node);
  for (const property of node.properties) {
    const name = 'key' in property ? keyName(property.key) : undefined;
    hold(walk, name, { module, node: property });
    // A shorthand property refers to a variable.
    if (property.type === 'Identifier') visit(walk, module, property);
  }
}

function holdMembers(walk: Walk, module: LoadedModule, node: ClassNode): void {
  if (walk.seen.has(node)) return;
  walk.seen.add(node);
  if (node.superClass) visit(walk, module, node.superClass);
  for (const member of node.body) {
    hold(walk, memberName(module, member), { module, node: member });
  }
}

/** The name of a class member; undefined for one that runs for each instance, such as a property. */
function memberName(module: LoadedModule, member: ClassMember): string | undefined {
  switch (member.type) {
    case 'PrivateMethod':
      return module.record.source.textOf(member.key.span);
    case 'PrivateProperty':
      return member.value && functionOf(member.value)
        ? module.record.source.textOf(member.key.span)
        : undefined;
    case 'ClassMethod':
      return keyName(member.key);
    case 'ClassProperty':
      return member.value && functionOf(member.value) ? keyName(member.key) : undefined;
    default:
      return undefined;
  }
}
