// Runs statements: evaluates their declarations and the expressions in them. The order in which they run is ignored.
import type {
  Expression,
  ModuleItem,
  Statement,
  TsEnumDeclaration,
  UsingDeclaration,
} from '../../../syntax/tree.js';
import { aliasedValue, type Namespace, namespaceIn } from '../../../syntax/namespaces.js';
import { evaluate, evaluateAndHandOver } from '../analysis.js';
import { constant, unknown, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Frame,
  type Node,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  type ObjectToken,
} from '../model.js';
import { enumValues, isFixed } from '../../../facts/evaluate-definition.js';
import { EXPORT_EQUALS } from '../../../facts/scan-imports.js';
import { wordSet } from '../../../groups.js';
import { assign } from './assignments.js';
import { classToken } from './classes.js';
import { functionToken } from './functions.js';
import { staticToken } from './names.js';
import {
  createObject,
  fieldOf,
  handOver,
  readItems,
  bindingNode,
  commonExports,
  variableNode,
} from '../values/object.js';
import { writeMember } from '../members/member.js';
import { textToken } from '../values/text.js';

type Item = Statement | ModuleItem;
type ItemOf<T extends Item['type']> = Extract<Item, { readonly type: T }>;
type Run<T extends Item['type']> = (analysis: Analysis, frame: Frame, node: ItemOf<T>) => void;
type Runs = { readonly [T in Item['type']]?: Run<T> };

export function runStatements(analysis: Analysis, frame: Frame, statements: readonly Item[]): void {
  for (const statement of statements) run(analysis, frame, statement);
}

function run(analysis: Analysis, frame: Frame, node: Item | UsingDeclaration): void {
  if (node.type === 'UsingDeclaration') {
    for (const { id, init } of node.decls) {
      if (init) assign(analysis, frame, { target: id, value: evaluate(analysis, frame, init) });
    }
    return;
  }
  const known = RUNS[node.type] as Run<Item['type']> | undefined; // because the key selects the node's own kind
  if (known) known(analysis, frame, node);
  else if (!node.type.startsWith('Ts')) visitParts(analysis, frame, node);
}

/** Visits a node of an unknown kind. All values in it may be called and changed. */
export function visitUnknown(analysis: Analysis, frame: Frame, node: object): Node {
  visitParts(analysis, frame, node);
  return unknown(analysis);
}

function visitParts(analysis: Analysis, frame: Frame, node: object): void {
  for (const value of Object.values(node)) visitPart(analysis, frame, value);
}

function visitPart(analysis: Analysis, frame: Frame, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) visitPart(analysis, frame, item);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const kind = 'type' in value && typeof value.type === 'string' ? value.type : '';
  if (kind.startsWith('Ts') && !WRAPPERS.has(kind)) return;
  if (kind in RUNS || kind.endsWith('Statement') || kind === 'UsingDeclaration')
    run(analysis, frame, value as Item); // because its `type` was checked
  else if (/(?:Expression|Literal)$/.test(kind) || kind === 'Identifier' || WRAPPERS.has(kind)) {
    evaluateAndHandOver(analysis, frame, value as Expression); // because its `type` was checked
  } else visitParts(analysis, frame, value);
}

/** Expressions that exist only in TypeScript. */
const WRAPPERS = wordSet(
  'TsAsExpression TsConstAssertion TsInstantiation TsNonNullExpression TsSatisfiesExpression TsTypeAssertion',
);

const RUNS: Runs = {
  VariableDeclaration: (analysis, frame, { declare, declarations }) => {
    if (declare) return;
    for (const { id, init } of declarations) {
      // A variable without an initial value is undefined until it is assigned.
      const value = init ? evaluate(analysis, frame, init) : undefinedNode(analysis);
      assign(analysis, frame, { target: id, value });
    }
  },
  FunctionDeclaration: (analysis, frame, node) => {
    if (node.declare || !node.body) return;
    const variable = variableNode(analysis, frame.module, node.identifier);
    const token = functionToken(analysis, frame, { node });
    if (variable) add(analysis.queue, variable, token);
  },
  ClassDeclaration: (analysis, frame, node) => {
    if (node.declare) return;
    const variable = variableNode(analysis, frame.module, node.identifier);
    const token = classToken(analysis, frame, node);
    if (variable) add(analysis.queue, variable, token);
  },
  TsEnumDeclaration: runEnum,
  TsModuleDeclaration: (analysis, frame, node) => {
    const namespace = namespaceIn(node);
    if (namespace) runNamespace(analysis, frame, namespace);
  },
  TsImportEqualsDeclaration: (analysis, frame, node) => {
    const aliased = aliasedValue(node);
    if (aliased)
      assign(analysis, frame, { target: node.id, value: evaluate(analysis, frame, aliased) });
  },
  ExpressionStatement: (analysis, frame, { expression }) => {
    evaluate(analysis, frame, expression);
  },
  ReturnStatement: (analysis, frame, { argument }) => {
    if (!frame.inside) return;
    const value = argument ? evaluate(analysis, frame, argument) : undefinedNode(analysis);
    connect(analysis.queue, value, frame.inside.returns);
  },
  ThrowStatement: (analysis, frame, { argument }) => {
    handOver(analysis, evaluate(analysis, frame, argument), 'escapes');
  },
  BlockStatement: (analysis, frame, { stmts }) => runStatements(analysis, frame, stmts),
  IfStatement: (analysis, frame, node) => {
    // Uses a loop, because chains of `else if` may be long.
    for (let next: Statement | undefined = node; next;) {
      if (next.type !== 'IfStatement') {
        run(analysis, frame, next);
        return;
      }
      evaluate(analysis, frame, next.test);
      run(analysis, frame, next.consequent);
      next = next.alternate;
    }
  },
  SwitchStatement: (analysis, frame, { discriminant, cases }) => {
    evaluate(analysis, frame, discriminant);
    for (const { test, consequent } of cases) {
      if (test) evaluate(analysis, frame, test);
      runStatements(analysis, frame, consequent);
    }
  },
  WhileStatement: (analysis, frame, { test, body }) => {
    evaluate(analysis, frame, test);
    run(analysis, frame, body);
  },
  DoWhileStatement: (analysis, frame, { test, body }) => {
    evaluate(analysis, frame, test);
    run(analysis, frame, body);
  },
  ForStatement: (analysis, frame, { init, test, update, body }) => {
    if (init?.type === 'VariableDeclaration') run(analysis, frame, init);
    else if (init) evaluate(analysis, frame, init);
    if (test) evaluate(analysis, frame, test);
    if (update) evaluate(analysis, frame, update);
    run(analysis, frame, body);
  },
  ForInStatement: (analysis, frame, { left, right, body }) => {
    evaluate(analysis, frame, right);
    forEach(analysis, frame, [left, constant(analysis, OPAQUE)]);
    run(analysis, frame, body);
  },
  ForOfStatement: (analysis, frame, { left, right, body }) => {
    const items = createNode();
    listen(evaluate(analysis, frame, right), (token) => {
      // An object may have its own iterator.
      const isOwn = token.kind === 'object' && OBJECTS.has(token.form);
      if (isOwn) add(analysis.queue, items, UNKNOWN);
      else readItems(analysis, constant(analysis, token), items);
    });
    forEach(analysis, frame, [left, items]);
    run(analysis, frame, body);
  },
  TryStatement: (analysis, frame, { block, handler, finalizer }) => {
    run(analysis, frame, block);
    if (handler?.param)
      assign(analysis, frame, { target: handler.param, value: unknown(analysis) });
    if (handler) run(analysis, frame, handler.body);
    if (finalizer) run(analysis, frame, finalizer);
  },
  WithStatement: (analysis, frame, { object, body }) => {
    const within = [...(frame.within ?? []), evaluate(analysis, frame, object)];
    run(analysis, { ...frame, within }, body);
  },
  LabeledStatement: (analysis, frame, { body }) => run(analysis, frame, body),
  ExportDeclaration: (analysis, frame, { declaration }) => run(analysis, frame, declaration),
  ExportDefaultDeclaration: (analysis, frame, { decl }) => {
    if (decl.type === 'TsInterfaceDeclaration') return;
    const isClass = decl.type === 'ClassExpression';
    if (!isClass && !decl.body) return;
    const token = isClass
      ? classToken(analysis, frame, decl)
      : functionToken(analysis, frame, { node: decl });
    const variable = decl.identifier && variableNode(analysis, frame.module, decl.identifier);
    if (variable) add(analysis.queue, variable, token);
    else exportUnnamed(analysis, frame, ['default', constant(analysis, token)]);
  },
  ExportDefaultExpression: (analysis, frame, { expression }) => {
    // If a name is exported again, its value is used by the modules that import it.
    if (expression.type !== 'Identifier')
      exportUnnamed(analysis, frame, ['default', evaluate(analysis, frame, expression)]);
  },
  TsExportAssignment: (analysis, frame, { expression }) => {
    const value = evaluate(analysis, frame, expression);
    connect(analysis.queue, value, commonExports(analysis, frame.module));
    exportUnnamed(analysis, frame, [EXPORT_EQUALS, value]);
  },
  ImportDeclaration: () => undefined,
  ExportNamedDeclaration: () => undefined,
  ExportAllDeclaration: () => undefined,
  EmptyStatement: () => undefined,
  BreakStatement: () => undefined,
  ContinueStatement: () => undefined,
  DebuggerStatement: () => undefined,
};

function exportUnnamed(
  analysis: Analysis,
  { module }: Frame,
  [name, value]: readonly [string, Node],
): void {
  const exported = module.record.exports.get(name);
  if (exported?.kind === 'unnamed')
    connect(analysis.queue, value, bindingNode(analysis, exported.binding));
}

const OBJECTS: ReadonlySet<ObjectToken['form']> = new Set(['literal', 'instance', 'class']);

type Left = ItemOf<'ForOfStatement'>['left'];

function forEach(analysis: Analysis, frame: Frame, [left, value]: readonly [Left, Node]): void {
  if (left.type !== 'VariableDeclaration') {
    if ('decls' in left) {
      const { decls } = left as unknown as UsingDeclaration; // because swc's types omit `using` declarations here
      for (const { id } of decls) assign(analysis, frame, { target: id, value });
    } else assign(analysis, frame, { target: left, value });
    return;
  }
  for (const { id } of left.declarations) assign(analysis, frame, { target: id, value });
}

function undefinedNode(analysis: Analysis): Node {
  return constant(analysis, UNDEFINED);
}

function runNamespace(analysis: Analysis, frame: Frame, { id, inner, items }: Namespace): void {
  if (inner) runNamespace(analysis, frame, inner);
  runStatements(analysis, frame, items);
  const variable = variableNode(analysis, frame.module, id);
  const binding = frame.module.record.names.find(id);
  if (!variable || binding?.kind !== 'namespace') return;
  const object = createObject('other');
  add(analysis.queue, variable, object);
  for (const [name, member] of binding.members) {
    const value = variableNode(analysis, frame.module, member);
    if (!value) continue;
    connect(analysis.queue, value, fieldOf(object, name));
    object.certain.add(name);
  }
}

function runEnum(analysis: Analysis, frame: Frame, node: TsEnumDeclaration): void {
  const { module } = frame;
  const binding = node.declare ? undefined : module.record.names.find(node.id);
  if (binding?.kind !== 'enum' || binding.nodes[0] !== node) return;
  const { queue, program } = analysis;
  const object = createObject('other');
  const self = constant(analysis, object);
  connect(queue, self, bindingNode(analysis, binding));
  const { nodes } = binding;
  const changing = new Map<string, Expression>();
  for (const { id, init } of nodes.flatMap(({ members }) => members))
    if (init && !isFixed(program, module, init)) changing.set(id.value, init);
  for (const [name, value] of enumValues(program, { module, nodes })) {
    object.certain.add(name);
    const init = changing.get(name);
    // A number may depend on the initializer of an earlier member.
    const isKnown = value.kind !== 'unknown' && (changing.size === 0 || value.kind !== 'number');
    // An initializer may use other members as variables.
    const member = init
      ? evaluate(analysis, { ...frame, within: [self] }, init)
      : constant(analysis, isKnown ? staticToken(analysis, value) : UNKNOWN);
    connect(queue, member, fieldOf(object, name));
    // The reverse mapping: a value that is not written as a string is also the name of a member.
    if (init || !isKnown || value.kind === 'number')
      writeMember(analysis, self, { key: member, value: constant(analysis, textToken([name])) });
    if (!init && isKnown && value.kind === 'number') object.certain.add(String(value.value));
  }
}
