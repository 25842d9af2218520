// Tells whether a value that cannot be followed may be an application or blueprint: an item of a list, a value of a map, a field
// of an instance, a result of a function. Values of packages, and instances of their classes, are not.
import { calleeOf, keyName, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  ArrayExpression,
  CallExpression,
  ClassMember,
  Expression,
  Identifier,
  NewExpression,
} from '../syntax/tree.js';
import { definitionOf } from './definition.js';
import { classChain, globalMember, globalName, traceExpression } from './entity.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { Entity, Program } from './program.js';

export function mayBeApp(program: Program, module: LoadedModule, expression: Expression): boolean {
  const search: Search = { program, seen: new Set(), steps: { value: 0 }, wanted: 'app' };
  return mayBe(search, { module, node: expression });
}

type Search = {
  readonly program: Program;
  /** Detects cycles: `const a = b[0]; const b = a[0];`. */
  readonly seen: Set<Expression>;
  /** Counts the expressions that were looked at. */
  readonly steps: { value: number };
  /** `holder`: the value may also contain an application, because one of its members is read. */
  readonly wanted: 'app' | 'holder';
};

/** The maximum number of expressions to look at. Each one uses part of the stack, and members may refer to each other. */
const MOST = 500;

function isTooLong({ steps }: Search): boolean {
  steps.value += 1;
  return steps.value > MOST;
}

function mayBe(search: Search, { module, node: expression }: Located<Expression>): boolean {
  const { program, seen, wanted } = search;
  const node = unwrap(expression);
  if (seen.has(node)) return false;
  if (isTooLong(search)) return true;
  seen.add(node);
  const entity = traceExpression(program, module, node);
  switch (entity.kind) {
    case 'app':
    case 'open':
      return true;
    case 'expression':
      return mayYieldApp(search, entity) || (wanted === 'holder' && isHolder(search, entity));
    case 'none':
      return isUnfollowed(search, { module, node });
    default:
      return false;
  }
}

function mayYieldApp(search: Search, { module, node }: Located<Expression>): boolean {
  if (node.type === 'CallExpression') return mayReturnApp(search, { module, node });
  return operandsOf(node).some((operand) => mayBe(search, { module, node: operand }));
}

/** Returns the expressions of which one is the value: both branches of `c ? a : b`, both sides of `a ?? b`. */
function operandsOf(node: Expression): readonly Expression[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    case 'BinaryExpression':
      return /^(?:&&|\|\||\?\?)$/.test(node.operator) ? [node.left, node.right] : [];
    case 'SequenceExpression':
      return node.expressions.slice(-1);
    default:
      return [];
  }
}

function mayReturnApp(search: Search, { module, node }: Located<CallExpression>): boolean {
  const callee = calleeOf(node);
  if (!callee) return false;
  const called = traceExpression(search.program, module, callee);
  if (called.kind === 'function' || called.kind === 'open') return true;
  if (/^(?:Array|Object|Promise|Reflect)\./.test(globalMember(module, callee) ?? '')) return true;
  const member = unwrap(callee);
  if (called.kind !== 'none' || member.type !== 'MemberExpression') return false;
  return mayHoldApp(search, module, { object: member.object, name: propertyName(member) });
}

/** An instance of a class of the project, or of a built-in class, may have fields that contain an application. */
function isHolder({ program }: Search, { module, node }: Located<Expression>): boolean {
  if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') return true;
  if (node.type !== 'NewExpression') return false;
  return classOf(program, { module, node })?.kind !== 'package';
}

/** Returns the last class that a class extends; undefined for a built-in class. */
function classOf(program: Program, { module, node }: Located<NewExpression>): Entity | undefined {
  if (globalName(module, node.callee) !== undefined) return undefined;
  return classChain(program, traceExpression(program, module, node.callee)).at(-1);
}

/** Handles expressions that refer to nothing that is known. */
function isUnfollowed(search: Search, { module, node }: Located<Expression>): boolean {
  switch (node.type) {
    case 'Identifier':
      return isUnfollowedName(search, { module, node });
    case 'AwaitExpression':
      return mayBe(search, { module, node: node.argument });
    case 'OptionalChainingExpression':
      return isUnfollowed(search, { module, node: node.base });
    case 'MemberExpression':
      return mayHoldApp(search, module, { object: node.object, name: propertyName(node) });
    default:
      return false;
  }
}

function isUnfollowedName(search: Search, { module, node }: Located<Identifier>): boolean {
  const definition = definitionOf(search.program, module, node);
  if (definition.kind === 'unresolved') return !isFromPackage(module, node);
  if (definition.kind !== 'binding' || definition.binding.kind !== 'value') return false;
  const { init, steps } = definition.binding;
  if (!init) return true;
  const [first] = steps;
  return first
    ? mayHoldApp(search, definition.module, { object: init, name: String(first.key) })
    : mayBe(search, { module: definition.module, node: init });
}

function isFromPackage(module: LoadedModule, name: Identifier): boolean {
  const binding = module.record.names.find(name);
  return binding?.kind === 'import' && module.resolve(binding.specifier).kind !== 'module';
}

type Read = { readonly object: Expression; readonly name: string | undefined };

/** Tells whether a member of an object that is not known exactly may be an application. */
function mayHoldApp(search: Search, module: LoadedModule, { object, name }: Read): boolean {
  if (isTooLong(search)) return true;
  const entity = traceExpression(search.program, module, object);
  switch (entity.kind) {
    case 'class':
      return entity.node.body.some(
        (member) => 'isStatic' in member && member.isStatic && nameOf(member) === name,
      );
    case 'expression':
      return mayHaveMember(search, entity, name);
    case 'none':
      return isUnfollowed({ ...search, wanted: 'holder' }, { module, node: unwrap(object) });
    default:
      return false;
  }
}

function mayHaveMember(
  search: Search,
  { module, node }: Located<Expression>,
  name: string | undefined,
): boolean {
  switch (node.type) {
    case 'ObjectExpression':
      return true; // because code may have added the property
    case 'ArrayExpression':
      return mayHaveItem(search, { module, node });
    case 'NewExpression':
      return mayHaveField(search, { module, node }, name);
    case 'CallExpression':
      return mayReturnApp({ ...search, wanted: 'holder' }, { module, node });
    default:
      return operandsOf(node).some((object) => mayHoldApp(search, module, { object, name }));
  }
}

function mayHaveItem(search: Search, { module, node }: Located<ArrayExpression>): boolean {
  const items = node.elements.flatMap((item) => (item ? [item] : []));
  return (
    items.length === 0 ||
    items.some((item) => item.spread != null || mayBe(search, { module, node: item.expression }))
  );
}

function mayHaveField(
  search: Search,
  { module, node }: Located<NewExpression>,
  name: string | undefined,
): boolean {
  if (globalName(module, node.callee) !== undefined) return true;
  const { program } = search;
  const chain = classChain(program, traceExpression(program, module, node.callee));
  for (const entity of chain) {
    if (entity.kind !== 'class') return entity.kind !== 'package';
    const field = entity.node.body.find((member) => nameOf(member) === name);
    if (!field) continue;
    const value = field.type === 'ClassProperty' ? field.value : undefined;
    return value ? mayBe(search, { module: entity.module, node: value }) : true;
  }
  return true;
}

function nameOf(member: ClassMember): string | undefined {
  if (!('key' in member) || member.key.type === 'PrivateName') return undefined;
  return keyName(member.key);
}
