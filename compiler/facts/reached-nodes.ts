// Finds the code that a function may run, by following the names in it. A reference to a function counts as a call. A member
// counts if its object is referenced and code reads a member with that name from something that can be this object. The result
// includes code that never runs, but omits no code that is reachable by name.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { addTo } from '../groups.js';
import { functionOf, keyName, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  ClassMember,
  ClassNode,
  Expression,
  MemberExpression,
  ObjectPattern,
  Pattern,
  Span,
  TreeNode,
} from '../syntax/tree.js';
import { definitionOf } from './definition.js';
import type { Definition, Entity, Program } from './program.js';
import { traceExpression } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Owner, Receiver, Receivers } from './receivers.js';
import { isTreeNode } from './scan.js';

export type ReferenceStep = {
  readonly name: string;
  readonly at: SourceSpan;
  readonly before: ReferenceStep | undefined;
};

/** The module that contains the code, and the last name on the way to it. */
export type Scope = { readonly module: LoadedModule; readonly via?: ReferenceStep | undefined };

export type ScopedNode = Scope & { readonly node: object };

/** Called before an expression is followed. If it returns true, the expression is not followed. */
export type Watch = (scope: Scope, node: Expression) => boolean;

export type Names = { readonly program: Program; readonly receivers: Receivers };

/** Calls `watch` for each expression that can be reached from the roots. */
export function reach(names: Names, roots: readonly ScopedNode[], watch: Watch): void {
  const walk: Walk = {
    ...names,
    watch,
    open: [...roots],
    seen: new Set(roots.map(({ node }) => node)),
    taken: new Map(),
    members: new Map(),
  };
  // New parts are appended to the list, so the first path that is found to a piece of code is the shortest.
  for (const part of walk.open) visitChildren(walk, part);
}

type Walk = Names & {
  readonly watch: Watch;
  readonly open: ScopedNode[];
  readonly seen: Set<object>;
  /** The names of members that reached code reads, with the objects from which it reads them; undefined stands for any name. */
  readonly taken: Map<string | undefined, Map<Receiver, ReferenceStep>>;
  /** Members of referenced values that have not yet been reached. */
  readonly members: Map<string, Member[]>;
};

type Member = { readonly owner: Owner; readonly module: LoadedModule; readonly node: object };

function add(walk: Walk, part: ScopedNode): void {
  if (walk.seen.has(part.node)) return;
  walk.seen.add(part.node);
  walk.open.push(part);
}

function stepTo(name: string, { module, via }: Scope, at: Span): ReferenceStep {
  return { name, at: module.record.source.spanOf(at), before: via };
}

/** A member that code reads from an object. Without a name, it may be any member. */
type ReadMember = { readonly name: string | undefined; readonly receiver: Receiver };

function take(walk: Walk, { name, receiver }: ReadMember, step: ReferenceStep): void {
  if (receiver === 'foreign' || (name === undefined && receiver === 'any')) return;
  const taken = walk.taken.get(name) ?? new Map<Receiver, ReferenceStep>();
  if (taken.has(receiver)) return;
  walk.taken.set(name, taken.set(receiver, step));
  const members =
    name === undefined ? [...walk.members.values()].flat() : (walk.members.get(name) ?? []);
  for (const { owner, ...part } of members)
    if (walk.receivers.canBe(receiver, owner)) add(walk, { ...part, via: step });
}

function hold(walk: Walk, name: string | undefined, member: Member & Pick<Scope, 'via'>): void {
  const { owner, ...part } = member;
  if (name === undefined) {
    add(walk, part);
    return;
  }
  for (const key of [name, undefined])
    for (const [receiver, via] of walk.taken.get(key) ?? [])
      if (walk.receivers.canBe(receiver, owner)) {
        add(walk, { ...part, via });
        return;
      }
  addTo(walk.members, name, member);
}

function visitChildren(walk: Walk, { node, ...scope }: ScopedNode): void {
  for (const child of Object.values(node)) visitValue(walk, scope, child);
}

function visitValue(walk: Walk, scope: Scope, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) visitValue(walk, scope, item);
  else if (isTreeNode(value)) visit(walk, scope, value);
  else if (typeof value === 'object' && value !== null)
    visitChildren(walk, { ...scope, node: value });
}

function visit(walk: Walk, scope: Scope, node: TreeNode): void {
  // The options of a decorator do not belong to the member's code.
  if (isTypeOnly(node.type) || node.type === 'Decorator') return;
  if (walk.watch(scope, node as Expression)) return; // because it only handles expressions, by their type
  switch (node.type) {
    case 'Identifier': {
      const definition = definitionOf(walk.program, scope.module, node);
      const via = stepTo(node.value, scope, node.span);
      refer(walk, definition, via);
      return;
    }
    case 'MemberExpression':
      visitMember(walk, scope, node);
      return;
    case 'SuperPropExpression': {
      const { property } = node;
      const name = property.type === 'Identifier' ? property.value : undefined;
      const via = stepTo(name ?? 'super', scope, node.span);
      take(walk, { name, receiver: walk.receivers.ofSuper(node) }, via);
      if (property.type === 'Computed') visit(walk, scope, property.expression);
      return;
    }
    case 'ClassExpression':
      holdMembers(walk, scope, node);
      return;
    case 'AssignmentExpression':
      visitTarget(walk, scope, { target: node.left, value: node.right });
      return;
    default:
      visitOther(walk, scope, node);
  }
}

function visitOther(walk: Walk, scope: Scope, node: TreeNode): void {
  switch (node.type) {
    case 'ClassDeclaration':
      holdMembers(walk, scope, node);
      return;
    case 'KeyValueProperty':
      visitValue(walk, scope, node.value); // the key of a property is not a reference
      return;
    case 'VariableDeclarator':
      visitTarget(walk, scope, { target: node.id, value: node.init });
      return;
    case 'ObjectPattern':
      visitPattern(walk, scope, { pattern: node, receiver: 'any' });
      return;
    default:
      visitChildren(walk, { ...scope, node });
  }
}

type Assigned = {
  readonly target: Expression | Pattern;
  readonly value: Expression | null | undefined;
};

/** Visits an assignment: `{ name } = x` reads a member, just as `x.name` does. */
function visitTarget(walk: Walk, scope: Scope, { target, value }: Assigned): void {
  if (value) visit(walk, scope, value);
  if (target.type !== 'ObjectPattern') visit(walk, scope, target);
  else {
    const receiver = value ? walk.receivers.of(scope.module, value) : 'any';
    visitPattern(walk, scope, { pattern: target, receiver });
  }
}

type PatternRead = { readonly pattern: ObjectPattern; readonly receiver: Receiver };

function visitPattern(walk: Walk, scope: Scope, { pattern, receiver }: PatternRead): void {
  for (const property of pattern.properties) {
    const name = property.type === 'RestElement' ? undefined : keyName(property.key);
    take(walk, { name, receiver }, stepTo(name ?? '...', scope, pattern.span));
  }
  visitChildren(walk, { ...scope, node: pattern });
}

/** Tells whether a node is only a type. Types do not run, but a value inside a type assertion does. */
function isTypeOnly(kind: string): boolean {
  return (
    kind.startsWith('Ts') &&
    !/^Ts(?:As|NonNull|Satisfies)Expression$|^Ts(?:ConstAssertion|TypeAssertion|Instantiation|ParameterProperty)$/.test(
      kind,
    )
  );
}

function visitMember(walk: Walk, scope: Scope, node: MemberExpression): void {
  const { property } = node;
  const { module } = scope;
  const isPrivate = property.type === 'PrivateName';
  const name = isPrivate ? module.record.source.textOf(property.span) : propertyName(node);
  const via = stepTo(name ?? module.record.source.textOf(node.span), scope, node.span);
  visit(walk, scope, node.object);
  take(walk, { name, receiver: walk.receivers.of(module, node.object) }, via);
  if (property.type === 'Computed') visit(walk, scope, property.expression);
  referTo(walk, traceExpression(walk.program, module, node), via);
}

function refer(walk: Walk, definition: Definition, via: ReferenceStep): void {
  if (definition.kind !== 'binding') return;
  const { binding, module } = definition;
  if (binding.kind === 'function') add(walk, { module, node: binding.node, via });
  if (binding.kind === 'class') holdMembers(walk, { module, via }, binding.node);
  if (binding.kind === 'value' && binding.init) {
    const { init, steps } = binding;
    referToValue(walk, { module, via }, init);
    steps.forEach(({ key }, index) => {
      const receiver = index > 0 ? 'any' : walk.receivers.of(module, init);
      take(walk, { name: String(key), receiver }, via);
    });
  }
}

function referTo(walk: Walk, entity: Entity, via: ReferenceStep): void {
  if (entity.kind === 'function') add(walk, { ...entity, via });
  else if (entity.kind === 'class') holdMembers(walk, { module: entity.module, via }, entity.node);
  else if (entity.kind === 'expression')
    referToValue(walk, { module: entity.module, via }, entity.node);
}

/** Properties of an object literal are reached one by one, when code reads them; any other value as a whole. */
function referToValue(walk: Walk, scope: Scope, value: Expression): void {
  const node = unwrap(value);
  if (walk.seen.has(node) || walk.watch(scope, node)) return;
  if (node.type !== 'ObjectExpression') {
    if (node.type === 'Identifier') visit(walk, scope, node);
    else add(walk, { ...scope, node });
    return;
  }
  walk.seen.add(node);
  for (const property of node.properties) {
    const name = 'key' in property ? keyName(property.key) : undefined;
    hold(walk, name, { ...scope, owner: node, node: property });
    // A shorthand property is a reference to a variable.
    if (property.type === 'Identifier') visit(walk, scope, property);
  }
}

function holdMembers(walk: Walk, scope: Scope, node: ClassNode): void {
  if (walk.seen.has(node)) return;
  walk.seen.add(node);
  if (node.superClass) visit(walk, scope, node.superClass);
  for (const member of node.body) {
    hold(walk, memberName(scope.module, member), { ...scope, owner: node, node: member });
  }
}

/** Returns undefined for members whose code runs when the class or an instance is created. */
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
