// Runs statements: evaluates their declarations and the expressions in them. The order in which they run is ignored.
import type {
  Expression,
  ModuleItem,
  Statement,
  TsEnumDeclaration,
  UsingDeclaration,
} from '../../../syntax/tree.js';
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
  type Token,
} from '../model.js';
import { enumValues, isFixed } from '../../../facts/evaluate-definition.js';
import { EXPORT_EQUALS } from '../../../facts/scan-imports.js';
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
import { textToken } from '../values/text.js';

type Item = Statement | ModuleItem;
type ItemOf<T extends Item['type']> = Extract<Item, { readonly type: T }>;
type Run<T extends Item['type']> = (analysis: Analysis, place: Frame, node: ItemOf<T>) => void;
type Runs = { readonly [T in Item['type']]?: Run<T> };

export function runStatements(analysis: Analysis, place: Frame, statements: readonly Item[]): void {
  for (const statement of statements) run(analysis, place, statement);
}

function run(analysis: Analysis, place: Frame, node: Item | UsingDeclaration): void {
  if (node.type === 'UsingDeclaration') {
    runUsing(analysis, place, node);
    return;
  }
  const known = RUNS[node.type] as Run<Item['type']> | undefined; // because the key selects the node's own kind
  if (known) known(analysis, place, node);
  else if (!node.type.startsWith('Ts')) visitParts(analysis, place, node);
}

/** Visits a node of an unknown kind. All values in it may be called and changed. */
export function visitUnknown(analysis: Analysis, place: Frame, node: object): Node {
  visitParts(analysis, place, node);
  return unknown(analysis);
}

function visitParts(analysis: Analysis, place: Frame, node: object): void {
  for (const value of Object.values(node) as readonly unknown[]) visitPart(analysis, place, value); // because this walks nodes of every kind
}

function visitPart(analysis: Analysis, place: Frame, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) visitPart(analysis, place, item); // because Array.isArray returns `any[]`
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const kind = 'type' in value && typeof value.type === 'string' ? value.type : '';
  if (kind.startsWith('Ts') && !WRAPPERS.has(kind)) return;
  if (kind in RUNS || kind.endsWith('Statement') || kind === 'UsingDeclaration')
    run(analysis, place, value as Item); // because its `type` was checked
  else if (/(?:Expression|Literal)$/.test(kind) || kind === 'Identifier' || WRAPPERS.has(kind)) {
    evaluateAndHandOver(analysis, place, value as Expression); // because its `type` was checked
  } else visitParts(analysis, place, value);
}

/** Expressions that exist only in TypeScript. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'TsAsExpression',
  'TsConstAssertion',
  'TsInstantiation',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
  'TsTypeAssertion',
]);

/** Runs `using x = y`. */
function runUsing(analysis: Analysis, place: Frame, { decls }: UsingDeclaration): void {
  for (const { id, init } of decls) {
    if (init) assign(analysis, place, { target: id, value: evaluate(analysis, place, init) });
  }
}

const RUNS: Runs = {
  VariableDeclaration: (analysis, place, { declare, declarations, kind }) => {
    if (declare) return;
    for (const { id, init } of declarations) {
      // A variable without an initial value is undefined until it is assigned.
      const value = init ? evaluate(analysis, place, init) : undefined;
      const target = kind === 'const' && value ? value : (value ?? undefinedNode(analysis));
      assign(analysis, place, { target: id, value: target });
    }
  },
  FunctionDeclaration: (analysis, place, node) => {
    if (node.declare || !node.body) return;
    const variable = variableNode(analysis, place.module, node.identifier);
    const token = functionToken(analysis, place, { node });
    if (variable) add(analysis.queue, variable, token);
  },
  ClassDeclaration: (analysis, place, node) => {
    if (node.declare) return;
    const variable = variableNode(analysis, place.module, node.identifier);
    const token = classToken(analysis, place, node);
    if (variable) add(analysis.queue, variable, token);
  },
  TsEnumDeclaration: runEnum,
  TsModuleDeclaration: (analysis, place, node) => {
    if (node.declare || node.id.type !== 'Identifier' || node.body?.type !== 'TsModuleBlock')
      return;
    runStatements(analysis, place, node.body.body);
    const variable = variableNode(analysis, place.module, node.id);
    const binding = place.module.record.names.find(node.id);
    if (!variable || binding?.kind !== 'namespace') return;
    const object = createObject('other');
    add(analysis.queue, variable, object);
    for (const [name, member] of binding.members) {
      const value = variableNode(analysis, place.module, member);
      if (!value) continue;
      connect(analysis.queue, value, fieldOf(object, name));
      object.certain.add(name);
    }
  },
  ExpressionStatement: (analysis, place, { expression }) => {
    evaluate(analysis, place, expression);
  },
  ReturnStatement: (analysis, place, { argument }) => {
    if (!place.inside) return;
    const value = argument ? evaluate(analysis, place, argument) : undefinedNode(analysis);
    connect(analysis.queue, value, place.inside.returns);
  },
  ThrowStatement: (analysis, place, { argument }) => {
    handOver(analysis, evaluate(analysis, place, argument), 'escapes');
  },
  BlockStatement: (analysis, place, { stmts }) => runStatements(analysis, place, stmts),
  IfStatement: (analysis, place, node) => {
    // Uses a loop, because chains of `else if` may be long.
    for (let next: Statement | undefined = node; next;) {
      if (next.type !== 'IfStatement') {
        run(analysis, place, next);
        return;
      }
      evaluate(analysis, place, next.test);
      run(analysis, place, next.consequent);
      next = next.alternate;
    }
  },
  SwitchStatement: (analysis, place, { discriminant, cases }) => {
    evaluate(analysis, place, discriminant);
    for (const { test, consequent } of cases) {
      if (test) evaluate(analysis, place, test);
      runStatements(analysis, place, consequent);
    }
  },
  WhileStatement: (analysis, place, { test, body }) => {
    evaluate(analysis, place, test);
    run(analysis, place, body);
  },
  DoWhileStatement: (analysis, place, { test, body }) => {
    evaluate(analysis, place, test);
    run(analysis, place, body);
  },
  ForStatement: (analysis, place, { init, test, update, body }) => {
    if (init?.type === 'VariableDeclaration') run(analysis, place, init);
    else if (init) evaluate(analysis, place, init);
    if (test) evaluate(analysis, place, test);
    if (update) evaluate(analysis, place, update);
    run(analysis, place, body);
  },
  ForInStatement: (analysis, place, { left, right, body }) => {
    evaluate(analysis, place, right);
    forEach(analysis, place, [left, constant(analysis, OPAQUE)]);
    run(analysis, place, body);
  },
  ForOfStatement: (analysis, place, { left, right, body }) => {
    const items = createNode();
    listen(evaluate(analysis, place, right), (token) => {
      // An object may have its own iterator.
      const isOwn = token.kind === 'object' && OBJECTS.has(token.form);
      if (isOwn) add(analysis.queue, items, UNKNOWN);
      else readItems(analysis, constant(analysis, token), items);
    });
    forEach(analysis, place, [left, items]);
    run(analysis, place, body);
  },
  TryStatement: (analysis, place, { block, handler, finalizer }) => {
    run(analysis, place, block);
    if (handler?.param)
      assign(analysis, place, { target: handler.param, value: unknown(analysis) });
    if (handler) run(analysis, place, handler.body);
    if (finalizer) run(analysis, place, finalizer);
  },
  WithStatement: (analysis, place, { object, body }) => {
    const within = [...(place.within ?? []), evaluate(analysis, place, object)];
    run(analysis, { ...place, within }, body);
  },
  LabeledStatement: (analysis, place, { body }) => run(analysis, place, body),
  ExportDeclaration: (analysis, place, { declaration }) => run(analysis, place, declaration),
  ExportDefaultDeclaration: (analysis, place, { decl }) => {
    if (decl.type === 'TsInterfaceDeclaration') return;
    const isClass = decl.type === 'ClassExpression';
    if (!isClass && !decl.body) return;
    const token = isClass
      ? classToken(analysis, place, decl)
      : functionToken(analysis, place, { node: decl });
    const variable = decl.identifier && variableNode(analysis, place.module, decl.identifier);
    if (variable) add(analysis.queue, variable, token);
    else exportUnnamed(analysis, place, ['default', constant(analysis, token)]);
  },
  ExportDefaultExpression: (analysis, place, { expression }) => {
    // If a name is exported again, its value is used by the modules that import it.
    if (expression.type !== 'Identifier')
      exportUnnamed(analysis, place, ['default', evaluate(analysis, place, expression)]);
  },
  TsExportAssignment: (analysis, place, { expression }) => {
    const value = evaluate(analysis, place, expression);
    connect(analysis.queue, value, commonExports(analysis, place.module));
    exportUnnamed(analysis, place, [EXPORT_EQUALS, value]);
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

function forEach(analysis: Analysis, place: Frame, [left, value]: readonly [Left, Node]): void {
  if (left.type !== 'VariableDeclaration') {
    if ('decls' in left) {
      const { decls } = left as unknown as UsingDeclaration; // because swc's types omit `using` declarations here
      for (const { id } of decls) assign(analysis, place, { target: id, value });
    } else assign(analysis, place, { target: left, value });
    return;
  }
  for (const { id } of left.declarations) assign(analysis, place, { target: id, value });
}

function undefinedNode(analysis: Analysis): Node {
  return constant(analysis, UNDEFINED);
}

function runEnum(analysis: Analysis, { module }: Frame, node: TsEnumDeclaration): void {
  const binding = node.declare ? undefined : module.record.names.find(node.id);
  if (binding?.kind !== 'enum' || binding.nodes[0] !== node) return;
  const { queue, program } = analysis;
  const object = createObject('other');
  add(queue, bindingNode(analysis, binding), object);
  const write = (name: string, value: Token): void => {
    add(queue, fieldOf(object, name), value);
    object.certain.add(name);
  };
  const { nodes } = binding;
  const changing = new Set(
    nodes
      .flatMap(({ members }) => members)
      .flatMap(({ id, init }) => (init && !isFixed(program, module, init) ? [id.value] : [])),
  );
  for (const [name, value] of enumValues(program, { module, nodes })) {
    // A number may depend on the initializer of an earlier member.
    const isKnown = !changing.has(name) && (changing.size === 0 || value.kind !== 'number');
    if (!isKnown || value.kind === 'unknown') {
      write(name, OPAQUE);
      add(queue, object.any, UNKNOWN);
      continue;
    }
    write(name, staticToken(analysis, value));
    // A number is also a name: the reverse mapping gives the name of the member.
    if (value.kind === 'number') write(String(value.value), textToken([name]));
  }
}
