// How to visit each kind of node. If a kind has no entry, the node's children are visited. Types are not visited.
import { keyName, membersOf, propertyName, unwrap } from '../syntax/expressions.js';
import { aliasedValue, type Namespace, namespaceIn } from '../syntax/namespaces.js';
import type { ClassMember, Decorator, Identifier, TreeNode } from '../syntax/tree.js';
import type { NodeOf } from '../syntax/tree-walk.js';
import { isDeclaringMember } from './receivers.js';
import type { ClassSite, Holder } from './module-record.js';
import {
  declares,
  scanAwaitedImport,
  scanCall,
  scanDeclaringCall,
  scanStandardDecorators,
} from './scan-calls.js';
import { declaredNames } from './scan-imports.js';
import { declarePattern, noteTargets, scanFunction } from './scan-patterns.js';
import {
  CONDITION,
  DEFERRED,
  noteReference,
  type Scan,
  visitChildren,
  visitLater,
} from './scan.js';
import { noteMember } from './facts-draft.js';

type Visit<T extends TreeNode['type']> = (
  scan: Scan,
  node: NodeOf<T>,
  holder: Holder | undefined,
) => void;
type Visits = { readonly [T in TreeNode['type']]?: Visit<T> };

export function visitNode(scan: Scan, node: TreeNode, holder: Holder | undefined): void {
  const visit = VISITS[node.type] as Visit<TreeNode['type']> | undefined; // because the key selects the node's own kind
  if (visit) visit(scan, node, holder);
  else if (!isType(node.type)) visitChildren(scan, node);
}

function isType(kind: string): boolean {
  return kind.startsWith('Ts') && !VALUES_OF_TYPESCRIPT.has(kind);
}

const VALUES_OF_TYPESCRIPT: ReadonlySet<string> = new Set([
  'TsExportAssignment',
  'TsModuleBlock',
  'TsParameterProperty',
]);

const DECLARATIONS: Visits = {
  VariableDeclaration: (scan, node) => {
    for (const { id, init } of node.declarations) {
      const holder = id.type === 'Identifier' ? { name: id.value, at: id.span } : undefined;
      if (init) scan.visit(init, holder);
      declarePattern(scan, id, node.declare ? { kind: 'variable' } : { kind: 'value', init });
    }
  },
  UsingDeclaration: (scan, node) => {
    for (const { id, init } of node.decls) {
      if (init) scan.visit(init);
      declarePattern(scan, id, { kind: 'variable' });
    }
  },
  FunctionDeclaration: (scan, node) => {
    if (node.declare) return;
    const at = node.identifier.span;
    scan.names.declare(node.identifier, { kind: 'function', node, at });
    scanFunction(scan, node.params, node.body);
  },
  FunctionExpression: (scan, node) => {
    const name = node.identifier;
    if (name) scan.names.declare(name, { kind: 'function', node, at: name.span });
    scanFunction(scan, node.params, node.body);
  },
  ArrowFunctionExpression: (scan, node) => scanFunction(scan, node.params, node.body),
  FunctionBody: (scan, node) => {
    if (node.isSkipped) scan.skipped.push({ span: node.span, moment: scan.moment });
    else for (const statement of node.stmts) scan.visit(statement);
  },
  Parameter: (scan, node) => {
    for (const decorator of node.decorators ?? []) scan.visit(decorator);
    declarePattern(scan, node.pat, { kind: 'parameter' });
  },
  TsParameterProperty: (scan, node) => {
    for (const decorator of node.decorators ?? []) scan.visit(decorator);
    declarePattern(scan, node.param, { kind: 'parameter' }); // because swc types it as a pattern
  },
  ClassDeclaration: (scan, node) => {
    if (node.declare) return;
    const name = node.identifier;
    scan.names.declare(name, { kind: 'class', node, at: name.span });
    scanClass(scan, { node, isDeclaration: true, name: name.value });
  },
  ClassExpression: (scan, node, holder) => {
    const name = node.identifier;
    if (name) scan.names.declare(name, { kind: 'class', node, at: name.span });
    const exported = scan.exports.get('default');
    const isDeclaration = exported?.kind === 'local' && exported.name === name;
    scanClass(scan, { node, isDeclaration, name: name ? name.value : holder?.name });
  },
  TsEnumDeclaration: (scan, node) => {
    if (node.declare) return;
    scan.names.declare(node.id, { kind: 'enum', nodes: [node], at: node.id.span });
    for (const { init } of node.members) if (init) scan.visit(init);
  },
  TsModuleDeclaration: (scan, node) => {
    const namespace = namespaceIn(node);
    if (namespace) scanNamespace(scan, namespace);
  },
  TsImportEqualsDeclaration: (scan, node) => {
    const init = aliasedValue(node);
    if (!init) return;
    scan.visit(init);
    scan.names.declare(node.id, { kind: 'value', init, steps: [], at: node.id.span });
  },
};

function scanNamespace(scan: Scan, { id, inner, items }: Namespace): void {
  const members = new Map<string, Identifier>();
  if (inner) members.set(inner.name, inner.id);
  for (const item of items) {
    const isAlias = item.type === 'TsImportEqualsDeclaration' && item.isExport;
    if (isAlias) members.set(item.id.value, item.id);
    if (item.type !== 'ExportDeclaration') continue;
    for (const name of declaredNames(item.declaration)) members.set(name.value, name);
  }
  scan.names.declare(id, { kind: 'namespace', members, at: id.span });
  if (inner) scanNamespace(scan, inner);
  for (const item of items) scan.visit(item);
}

const EXPRESSIONS: Visits = {
  StringLiteral: () => undefined,
  NumericLiteral: () => undefined,
  BooleanLiteral: () => undefined,
  NullLiteral: () => undefined,
  ObjectExpression: (scan, node) => {
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') scan.visit(property.arguments);
      else scan.visit(property as TreeNode); // because swc's accessors differ from their types
    }
  },
  ArrayExpression: (scan, node) => {
    for (const element of node.elements) if (element) scan.visit(element.expression);
  },
  TemplateLiteral: (scan, node) => {
    for (const expression of node.expressions) scan.visit(expression);
  },
  Identifier: (scan, node) => noteReference(scan, node),
  MemberExpression: (scan, node) => {
    scan.visit(node.object);
    if (node.property.type === 'Computed') scan.visit(node.property.expression);
    if (!isDeclaringMember(propertyName(node))) return;
    const common = { kind: 'stray', use: 'not-called', steps: [], ...scan.moment } as const;
    scan.uses.push({ ...common, object: node.object, at: node.span });
  },
  CallExpression: scanCall,
  NewExpression: (scan, node, holder) => {
    scan.uses.push({ kind: 'new', node, holder, ...scan.moment });
    visitChildren(scan, node);
  },
  AwaitExpression: (scan, node, holder) => {
    const call = node.argument;
    const isImport = call.type === 'CallExpression' && call.callee.type === 'Import';
    if (isImport) scanAwaitedImport(scan, call);
    else scan.visit(call, holder);
  },
  AssignmentExpression: (scan, node) => {
    const { left, right, operator } = node;
    const operation = operator === '=' ? 'assign' : 'other';
    noteTargets(scan, left, { operation, value: right, at: node.span });
    scan.visit(right, holderOf(left));
  },
  UpdateExpression: (scan, node) =>
    noteTargets(scan, node.argument, { operation: 'other', value: undefined, at: node.span }),
  UnaryExpression: (scan, node) => {
    if (node.operator !== 'delete') scan.visit(node.argument);
    else noteTargets(scan, node.argument, { operation: 'other', value: undefined, at: node.span });
  },
  BinaryExpression: scanChain,
  ConditionalExpression: (scan, node) => {
    scan.visit(node.test);
    visitLater(scan, CONDITION, [node.consequent, node.alternate]);
  },
  KeyValueProperty: (scan, node) => {
    if (node.key.type === 'Computed') scan.visit(node.key.expression);
    const name = keyName(node.key);
    scan.visit(node.value, name === undefined ? undefined : { name, at: node.key.span });
  },
  MethodProperty: (scan, node) => {
    if (node.key.type === 'Computed') scan.visit(node.key.expression);
    scanFunction(scan, node.params, node.body);
  },
  GetterProperty: (scan, node) => scanFunction(scan, node.function.params, node.function.body),
  SetterProperty: (scan, node) => scanFunction(scan, node.function.params, node.function.body),
  // Parentheses and type assertions do not change the variable that the value is assigned to.
  ParenthesisExpression: (scan, node, holder) => scan.visit(node.expression, holder),
  TsAsExpression: (scan, node, holder) => scan.visit(node.expression, holder),
  TsConstAssertion: (scan, node, holder) => scan.visit(node.expression, holder),
  TsNonNullExpression: (scan, node, holder) => scan.visit(node.expression, holder),
  TsSatisfiesExpression: (scan, node, holder) => scan.visit(node.expression, holder),
  TsTypeAssertion: (scan, node, holder) => scan.visit(node.expression, holder),
  TsInstantiation: (scan, node, holder) => scan.visit(node.expression, holder),
};

const STATEMENTS: Visits = {
  ImportDeclaration: () => undefined,
  ExportNamedDeclaration: (scan, node) => {
    if (node.source || node.typeOnly) return;
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) continue;
      if (specifier.orig.type === 'Identifier') scan.visit(specifier.orig);
    }
  },
  IfStatement: scanBranches,
  SwitchStatement: (scan, node) => {
    scan.visit(node.discriminant);
    visitLater(
      scan,
      CONDITION,
      node.cases.flatMap(({ test, consequent }) => [test, ...consequent]),
    );
  },
  WhileStatement: (scan, node) => visitLater(scan, CONDITION, [node.test, node.body]),
  DoWhileStatement: (scan, node) => visitLater(scan, CONDITION, [node.body, node.test]),
  ForStatement: (scan, node) => {
    if (node.init) scan.visit(node.init);
    visitLater(scan, CONDITION, [node.test, node.update, node.body]);
  },
  ForInStatement: scanForEach,
  ForOfStatement: scanForEach,
  TryStatement: (scan, node) => {
    scan.visit(node.block);
    const { handler } = node;
    if (handler?.param) declarePattern(scan, handler.param, { kind: 'variable' });
    visitLater(scan, CONDITION, [handler?.body]);
    if (node.finalizer) scan.visit(node.finalizer);
  },
  ExportDefaultDeclaration: (scan, node) => scan.visit(node.decl), // because a default export can be a type, which is not visited
};

const VISITS: Visits = { ...DECLARATIONS, ...EXPRESSIONS, ...STATEMENTS };

/** Visits `a + b + c` in a loop, because it nests to the left and may be thousands of levels deep. */
function scanChain(scan: Scan, node: NodeOf<'BinaryExpression'>): void {
  const chain = [node];
  let first = node.left;
  for (; first.type === 'BinaryExpression'; first = first.left) chain.push(first);
  scan.visit(first);
  for (const { operator, right } of chain.reverse()) {
    if (['&&', '||', '??'].includes(operator)) visitLater(scan, CONDITION, [right]);
    else scan.visit(right);
  }
}

/** Visits `else if` in a loop too: it nests to the right and may be just as deep. */
function scanBranches(scan: Scan, node: NodeOf<'IfStatement'>): void {
  scan.visit(node.test);
  let last = node;
  for (; last.alternate?.type === 'IfStatement'; last = last.alternate) {
    visitLater(scan, CONDITION, [last.consequent, last.alternate.test]);
  }
  visitLater(scan, CONDITION, [last.consequent, last.alternate]);
}

function scanForEach(scan: Scan, node: NodeOf<'ForInStatement' | 'ForOfStatement'>): void {
  scan.visit(node.right);
  const { left } = node;
  if (left.type === 'VariableDeclaration') {
    for (const { id } of left.declarations) declarePattern(scan, id, { kind: 'variable' });
  } else noteTargets(scan, left, { operation: 'other', value: undefined, at: node.span });
  visitLater(scan, CONDITION, [node.body]);
}

function holderOf(left: NodeOf<'AssignmentExpression'>['left']): Holder | undefined {
  if (left.type === 'Identifier') return { name: left.value, at: left.span };
  if (left.type !== 'MemberExpression') return undefined;
  const name = propertyName(left);
  return name === undefined ? undefined : { name, at: left.property.span };
}

// Scans classes: the decorators of their members, and when each part of a class runs.

function scanClass(scan: Scan, site: ClassSite): void {
  const { node } = site;
  for (const decorator of node.decorators ?? []) {
    scanDecorator(scan, decorator, { class: site, member: undefined });
  }
  if (node.superClass) scan.visit(node.superClass);
  for (const member of membersOf(node)) {
    for (const decorator of decoratorsOf(member)) {
      scanDecorator(scan, decorator, { class: site, member });
    }
    scanMember(scan, member, site);
  }
}

type Target = { readonly class: ClassSite; readonly member: ClassMember | undefined };

function scanDecorator(scan: Scan, decorator: Decorator, target: Target): void {
  const call = unwrap(decorator.expression);
  if (call.type === 'CallExpression' && declares(call)) {
    scan.uses.push({ kind: 'decorator', call, decorator, ...target, ...scan.moment });
    scanDeclaringCall(scan, call);
    return;
  }
  noteMember(scan, call, true);
  if (call.type !== 'CallExpression') scan.visit(decorator.expression);
  else scanDeclaringCall(scan, call);
}

function decoratorsOf(member: ClassMember): readonly Decorator[] {
  switch (member.type) {
    case 'ClassMethod':
    case 'PrivateMethod':
      return member.function.decorators ?? [];
    case 'ClassProperty':
    case 'PrivateProperty':
    case 'AutoAccessor':
      return member.decorators ?? [];
    default:
      return [];
  }
}

function scanMember(scan: Scan, member: ClassMember, site: ClassSite): void {
  switch (member.type) {
    case 'ClassMethod':
    case 'PrivateMethod':
      if (member.key.type === 'Computed') scan.visit(member.key.expression);
      scanFunction(scan, member.function.params, member.function.body);
      return;
    case 'Constructor':
      visitLater(scan, DEFERRED, [...member.params, member.body]);
      return;
    case 'ClassProperty':
    case 'PrivateProperty':
    case 'AutoAccessor':
      if (member.key.type === 'Computed') scan.visit(member.key.expression);
      if (!member.value) return;
      if (member.isStatic) scan.visit(member.value, memberHolder(member));
      else visitLater(scan, DEFERRED, [member.value]);
      return;
    case 'StaticBlock':
      scanStandardDecorators(scan, site, member.body);
      scan.visit(member.body);
      return;
    default:
  }
}

type Property = ClassMember & {
  readonly type: 'ClassProperty' | 'PrivateProperty' | 'AutoAccessor';
};

function memberHolder({ key }: Property): Holder | undefined {
  if (key.type === 'PrivateName') return undefined;
  const name = keyName(key);
  return name === undefined ? undefined : { name, at: key.span };
}
