// Finds what an expression refers to, through names, aliases and properties: an application, one of its members, a module, a
// package or a class. The values of options are computed in `evaluate.ts`.
import type { LoadedModule, Located } from './module-graph.js';
import { valueFor } from '../groups.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import { calleeOf, keyName, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  CallExpression,
  ClassNode,
  Expression,
  NewExpression,
  ObjectExpression,
} from '../syntax/tree.js';
import { definitionOf, exportDefinition, importDefinition } from './definition.js';
import type { PatternStep } from './module-record.js';
import type { Definition, Entity, Program } from './program.js';
import { NAMESPACE } from './scan-imports.js';

const NONE: Entity = { kind: 'none' };

/** The maximum number of expressions to follow in a row. Each one uses part of the stack. */
const MOST_STEPS = 500;

export function traceExpression(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): Entity {
  const { steps } = program;
  if (steps.value >= MOST_STEPS) return { kind: 'open' };
  steps.value++;
  try {
    return traceUnwrapped(program, module, expression);
  } finally {
    steps.value--;
  }
}

function traceUnwrapped(program: Program, module: LoadedModule, expression: Expression): Entity {
  const node = unwrap(expression);
  if (node.type === 'Identifier') {
    return traceDefinition(program, definitionOf(program, module, node));
  }
  if (program.entities.has(node)) return program.entities.get(node) ?? NONE;
  program.entities.set(node, undefined);
  const entity = traceNode(program, module, node);
  program.entities.set(node, entity);
  return entity;
}

function traceNode(program: Program, module: LoadedModule, node: Expression): Entity {
  switch (node.type) {
    case 'MemberExpression':
      return traceMember(
        program,
        traceExpression(program, module, node.object),
        propertyName(node),
      );
    case 'OptionalChainingExpression':
      return node.base.type === 'MemberExpression' ? traceNode(program, module, node.base) : NONE;
    case 'NewExpression':
      return traceNew(program, module, node);
    case 'AssignmentExpression':
      return node.operator === '=' ? traceExpression(program, module, node.right) : NONE;
    case 'AwaitExpression':
      return node.argument.type === 'CallExpression'
        ? traceCall(program, module, node.argument)
        : NONE;
    case 'CallExpression':
      return node.callee.type === 'Import'
        ? { kind: 'expression', module, node }
        : traceCall(program, module, node);
    case 'ClassExpression':
      return { kind: 'class', module, node };
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { kind: 'function', module, node };
    case 'ThisExpression':
      return { kind: 'open' };
    default:
      return { kind: 'expression', module, node };
  }
}

export function traceDefinition(program: Program, definition: Definition): Entity {
  switch (definition.kind) {
    case 'binding':
      return traceBinding(program, definition);
    case 'unresolved':
      return NONE;
    default:
      return definition;
  }
}

function traceBinding(
  program: Program,
  { module, binding }: Definition & { readonly kind: 'binding' },
): Entity {
  switch (binding.kind) {
    case 'value': {
      const { init, steps } = binding;
      if (!init) return { kind: 'open' };
      const { boundEntities } = program;
      if (boundEntities.has(binding)) return boundEntities.get(binding) ?? NONE;
      boundEntities.set(binding, undefined);
      const entity = traceSteps(program, traceExpression(program, module, init), steps);
      boundEntities.set(binding, entity);
      return entity;
    }
    case 'function':
    case 'class':
      return { kind: binding.kind, module, node: binding.node } as Entity; // because the binding's kind and node belong together
    case 'enum':
      return { kind: 'enum', module, nodes: binding.nodes };
    case 'namespace':
      return { kind: 'members', module, members: binding.members };
    case 'parameter':
    case 'variable':
      return { kind: 'open' };
  }
}

export function traceSteps(program: Program, from: Entity, steps: readonly PatternStep[]): Entity {
  return steps.reduce((entity, { key }) => traceMember(program, entity, String(key)), from);
}

function traceMember(program: Program, entity: Entity, name: string | undefined): Entity {
  if (name === undefined) return NONE;
  switch (entity.kind) {
    case 'app':
      return { kind: 'member', site: entity.site, name };
    case 'member':
      return entity.name === 'api' ? { ...entity, name: `api.${name}` } : NONE;
    case 'namespace':
      return traceDefinition(program, exportDefinition(program, entity.module, name));
    case 'package':
      return entity.name === NAMESPACE || entity.name === 'default' ? { ...entity, name } : NONE;
    case 'class': {
      const value = staticProperty(entity.node, name);
      return value ? traceExpression(program, entity.module, value) : NONE;
    }
    case 'members': {
      const member = entity.members.get(name);
      return member ? traceDefinition(program, definitionOf(program, entity.module, member)) : NONE;
    }
    case 'expression':
      return entity.node.type === 'ObjectExpression'
        ? traceProperty(program, { ...entity, node: entity.node }, name)
        : traceOpen(program, entity);
    case 'open':
      return entity;
    default:
      return NONE;
  }
}

/** A function of the project may return anything, even an application; a function from a package never returns one. */
function traceOpen(program: Program, entity: Entity & { readonly kind: 'expression' }): Entity {
  const { module, node } = entity;
  const callee = node.type === 'CallExpression' ? calleeOf(node) : undefined;
  const called = callee && traceExpression(program, module, callee);
  return called?.kind === 'function' || called?.kind === 'open' ? { kind: 'open' } : NONE;
}

function traceProperty(
  program: Program,
  { module, node }: Located<ObjectExpression>,
  name: string,
): Entity {
  for (const property of node.properties.toReversed()) {
    if (property.type === 'SpreadElement') {
      const spread = traceExpression(program, module, property.arguments);
      const found = traceMember(program, spread, name);
      if (found.kind !== 'none') return found;
    } else if (property.type === 'Identifier') {
      if (property.value === name) return traceExpression(program, module, property);
    } else if (property.type === 'KeyValueProperty' && keyName(property.key) === name) {
      return traceExpression(program, module, property.value);
    }
  }
  return NONE;
}

export function staticProperty(node: ClassNode, name: string): Expression | undefined {
  for (const member of node.body) {
    if (member.type !== 'ClassProperty' || !member.isStatic) continue;
    if (keyName(member.key) === name) return member.value;
  }
  return undefined;
}

/** Handles `new Framework(...)` and `new Blueprint(...)`, including subclasses of Framework that change nothing. */
function traceNew(program: Program, module: LoadedModule, node: NewExpression): Entity {
  const made = classChain(program, traceExpression(program, module, node.callee)).at(-1);
  const isBlueprint = isOurs(made, 'Blueprint');
  if (!isBlueprint && !isOurs(made, 'Framework')) return { kind: 'expression', module, node };
  const site = valueFor(program.sites, node, () => ({ module, node, isBlueprint }));
  return { kind: 'app', site };
}

/** Returns a class and the classes that it extends, up to a cycle or anything that is not a class of the project. */
export function classChain(program: Program, first: Entity): readonly Entity[] {
  const chain = [first];
  const seen = new Set<ClassNode>();
  for (const entity of chain) {
    if (entity.kind !== 'class' || !entity.node.superClass || seen.has(entity.node)) break;
    seen.add(entity.node);
    chain.push(traceExpression(program, entity.module, entity.node.superClass));
  }
  return chain;
}

export function isOurs(entity: Entity | undefined, name: string): boolean {
  return entity?.kind === 'package' && entity.specifier === FRAMEWORK && entity.name === name;
}

/** Handles calls that return a known entity: `require('./x')`, `await import('./x')`, `Object.freeze(x)`. */
function traceCall(program: Program, module: LoadedModule, node: CallExpression): Entity {
  const [first] = node.arguments;
  const plain: Entity = { kind: 'expression', module, node };
  if (!first) return plain;
  if (isFreeze(module, node)) return traceExpression(program, module, first.expression);
  const callee = calleeOf(node);
  const isRequire = callee && globalName(module, callee) === 'require';
  if (first.expression.type !== 'StringLiteral') return plain;
  if (node.callee.type !== 'Import' && !isRequire) return plain;
  const imported = { specifier: first.expression.value, name: NAMESPACE };
  return traceDefinition(program, importDefinition(program, module, imported));
}

export function isFreeze(module: LoadedModule, call: CallExpression): boolean {
  const callee = calleeOf(call);
  return callee !== undefined && globalMember(module, callee) === 'Object.freeze';
}

/** Returns the name of a global variable; undefined if the module declares the name, and for any other expression. */
export function globalName({ record }: LoadedModule, expression: Expression): string | undefined {
  const node = unwrap(expression);
  return node.type === 'Identifier' && !record.names.find(node) ? node.value : undefined;
}

/** Returns the name of a global variable's member, such as `JSON.stringify`; undefined for any other expression. */
export function globalMember(module: LoadedModule, expression: Expression): string | undefined {
  const node = unwrap(expression);
  if (node.type !== 'MemberExpression') return undefined;
  const object = globalName(module, node.object);
  const name = object === undefined ? undefined : propertyName(node);
  return name === undefined ? undefined : `${object}.${name}`;
}
