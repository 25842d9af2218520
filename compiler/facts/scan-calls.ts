// Scans calls that declare views, change values, or load other modules.
import {
  calledMember,
  calleeOf,
  functionOf,
  propertyName,
  rootOf,
  unwrap,
  keyName,
} from '../syntax/expressions.js';
import type {
  Argument,
  CallExpression,
  Expression,
  ArrayExpression,
  ClassMember,
  ClassNode,
  TreeNode,
} from '../syntax/tree.js';
import { valueFor } from '../groups.js';
import { isDeclaringMember, MUTATORS, OBJECT_MUTATORS } from './receivers.js';
import type { Holder, ClassSite } from './module-record.js';
import { declareParameters } from './scan-patterns.js';
import type { Scan } from './scan.js';
import { noteMember } from './facts-draft.js';

export function scanCall(scan: Scan, call: CallExpression, holder: Holder | undefined): void {
  scanRequest(scan, call);
  const callee = calleeOf(call);
  scanLegacyDecorators(scan, call);
  if (callee?.type === 'CallExpression' && declares(callee)) {
    scan.uses.push({ kind: 'apply', call: callee, outer: call, holder, ...scan.moment });
    scanDeclaringCall(scan, callee);
    // In `app.route('/a')(app.route('/b')(view))`, the inner call's function has the same name as the outer call's.
    for (const { expression } of call.arguments) scan.visit(expression, holder);
    return;
  }
  if (declares(call)) {
    if (scan.lowered.has(call)) {
      scanDeclaringCall(scan, call);
      return;
    }
    const object = calledMember(call)?.object;
    const common = { kind: 'stray', use: 'not-applied', steps: [], ...scan.moment } as const;
    if (object) scan.uses.push({ ...common, object, at: call.span });
    scanDeclaringCall(scan, call);
    return;
  }
  if (callee) {
    noteMember(scan, call, false);
    scanMemberCall(scan, call);
    scanCallee(scan, callee);
  }
  visitArguments(scan, call.arguments);
}

/** Visits the parts of `x.route(...)`, without recording `x.route` as a separate use. */
export function scanDeclaringCall(scan: Scan, call: CallExpression): void {
  const object = calledMember(call)?.object;
  if (object) scan.visit(object);
  visitArguments(scan, call.arguments);
}

export function declares(call: CallExpression): boolean {
  const member = calledMember(call);
  return member !== undefined && isDeclaringMember(propertyName(member));
}

function visitArguments(scan: Scan, list: readonly Argument[]): void {
  for (const { expression } of list) scan.visit(expression);
}

/** Scans the callee of a call. A function that is called in place, `(() => ...)()`, runs immediately. */
function scanCallee(scan: Scan, callee: Expression): void {
  const called = functionOf(callee);
  if (!called?.body) {
    scan.visit(callee);
    return;
  }
  declareParameters(scan, called.params);
  scan.visit(called.body);
}

function scanMemberCall(scan: Scan, call: CallExpression): void {
  const member = calledMember(call);
  const name = member && propertyName(member);
  const { moment } = scan;
  if (member && name === 'defineAuthorizer') {
    scan.uses.push({ kind: 'authorizer', call, ...moment });
  } else if (member && name === 'register') {
    scan.uses.push({ kind: 'register', call, ...moment });
  } else if (member && (name === 'push' || (name !== undefined && MUTATORS.has(name)))) {
    const operation = name === 'push' ? 'push' : 'other';
    const common = { kind: 'write', value: undefined, call, at: call.span, ...moment } as const;
    scan.uses.push({ ...common, target: member.object, operation });
  } else if (member && name !== undefined && OBJECT_MUTATORS.has(name)) {
    scanObjectMutator(scan, call);
  }
  for (const { expression } of call.arguments) {
    const list = unwrap(expression);
    if (list.type !== 'MemberExpression' || propertyName(list) !== 'binaryTypes') continue;
    const callee = calleeOf(call);
    if (callee) scan.uses.push({ kind: 'passed', list, callee, ...moment });
  }
}

/** Scans calls to `Object.assign(x, ...)` and similar functions. */
function scanObjectMutator(scan: Scan, call: CallExpression): void {
  const callee = calleeOf(call);
  const root = callee && rootOf(callee);
  const target = call.arguments[0]?.expression;
  if (!target || (root?.value !== 'Object' && root?.value !== 'Reflect')) return;
  const common = { kind: 'write', value: undefined, call, at: call.span } as const;
  scan.uses.push({ ...common, target, operation: 'other', ...scan.moment });
}

/** Scans `import('./x')` and `require('./x')`. */
function scanRequest(scan: Scan, call: CallExpression): void {
  const [first] = call.arguments;
  if (first?.expression.type !== 'StringLiteral') return;
  const source = first.expression;
  const { callee } = call;
  const isRequire = callee.type === 'Identifier' && callee.value === 'require';
  if (callee.type === 'Import') addRequest(scan, source, false);
  else if (isRequire && !scan.names.find(callee))
    addRequest(scan, source, !scan.moment.isConditional);
}

/** Scans a top-level `await import('./x')`: the module waits for the imported module, as with a static import. */
export function scanAwaitedImport(scan: Scan, call: CallExpression): void {
  const source = call.arguments[0]?.expression;
  if (source?.type === 'StringLiteral') addRequest(scan, source, !scan.moment.isConditional);
  visitArguments(scan, call.arguments);
}

function addRequest(
  scan: Scan,
  source: Expression & { readonly type: 'StringLiteral' },
  isLoading: boolean,
): void {
  scan.requests.push({
    specifier: source.value,
    at: source.span,
    when: isLoading ? 'load' : 'later',
    names: undefined,
  });
}

/** Scans `__decorate([admin.route('/')], Users.prototype, 'index', null)`. */
function scanLegacyDecorators(scan: Scan, call: CallExpression): void {
  if (helperOf(call) !== '__decorate') return;
  const [list, target, name] = call.arguments.map(({ expression }) => unwrap(expression));
  if (list?.type !== 'ArrayExpression' || name?.type !== 'StringLiteral' || !target) return;
  const isStatic = target.type === 'Identifier';
  const owner =
    target.type === 'MemberExpression' && propertyName(target) === 'prototype'
      ? unwrap(target.object)
      : target;
  const site = owner.type === 'Identifier' ? siteOf(scan, owner) : undefined;
  if (site)
    noteItems(scan, list, { class: site, member: memberOf(site.node, name.value, isStatic) });
}

/** One site per class, for all its lists of decorators. */
const SITES = new WeakMap<ClassNode, ClassSite>();

function siteOf(
  scan: Scan,
  owner: Expression & { readonly type: 'Identifier' },
): ClassSite | undefined {
  const binding = scan.names.find(owner);
  if (binding?.kind !== 'class') return undefined;
  const { node } = binding;
  return valueFor(SITES, node, () => ({ node, isDeclaration: true, name: owner.value }));
}

/** Scans the arguments of `__esDecorate(this, null, _index_decorators, { kind: 'method', name: 'index' })`. */
export function scanStandardDecorators(scan: Scan, site: ClassSite, block: TreeNode): void {
  const lists = new Map<string, ArrayExpression>();
  for (const expression of statementsOf(block)) {
    if (expression.type === 'AssignmentExpression') {
      const list = unwrap(expression.right);
      if (expression.left.type === 'Identifier' && list.type === 'ArrayExpression')
        lists.set(expression.left.value, list);
    }
    if (expression.type !== 'CallExpression' || helperOf(expression) !== '__esDecorate') continue;
    const [, , given, context] = expression.arguments.map((one) => unwrap(one.expression));
    const list = given?.type === 'Identifier' ? lists.get(given.value) : undefined;
    const member = context && memberIn(site.node, context);
    if (list && member) noteItems(scan, list, { class: site, member });
  }
}

function statementsOf(block: TreeNode): readonly Expression[] {
  if (block.type !== 'BlockStatement') return [];
  return block.stmts.flatMap((statement) =>
    statement.type === 'ExpressionStatement' ? [unwrap(statement.expression)] : [],
  );
}

function memberIn(node: ClassNode, context: Expression): ClassMember | undefined {
  if (context.type !== 'ObjectExpression') return undefined;
  const values = new Map<string, Expression>();
  for (const property of context.properties) {
    if (property.type !== 'KeyValueProperty') continue;
    const key = keyName(property.key);
    if (key !== undefined) values.set(key, unwrap(property.value));
  }
  const [kind, name, isStatic] = ['kind', 'name', 'static'].map((key) => values.get(key));
  if (kind?.type !== 'StringLiteral' || kind.value !== 'method') return undefined;
  if (name?.type !== 'StringLiteral') return undefined;
  return memberOf(node, name.value, isStatic?.type === 'BooleanLiteral' && isStatic.value);
}

function memberOf(node: ClassNode, name: string, isStatic: boolean): ClassMember | undefined {
  return node.body.find(
    (member) =>
      member.type === 'ClassMethod' && member.isStatic === isStatic && keyName(member.key) === name,
  );
}

/** Returns the name of the TypeScript helper function that a call refers to, which may come from `tslib`. */
function helperOf(call: CallExpression): string | undefined {
  const called = calleeOf(call);
  if (called?.type === 'Identifier') return called.value;
  return called?.type === 'MemberExpression' ? propertyName(called) : undefined;
}

type Target = { readonly class: ClassSite; readonly member: ClassMember | undefined };

function noteItems(scan: Scan, { elements }: ArrayExpression, target: Target): void {
  for (const element of elements) {
    const call = element && unwrap(element.expression);
    if (call?.type !== 'CallExpression' || !target.member) continue;
    const { callee } = call;
    if (callee.type !== 'MemberExpression' || !isDeclaringMember(propertyName(callee))) continue;
    scan.lowered.add(call);
    const decorator = { span: call.span, isItem: true } as const;
    scan.uses.push({ kind: 'decorator', call, decorator, ...target, ...scan.moment });
  }
}
