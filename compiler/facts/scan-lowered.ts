// Decorators in JavaScript that `tsc` emitted, as in published packages. Legacy decorators are a list given to `__decorate`
// after the class. Standard decorators are a list in a variable that a static block gives to `__esDecorate`.
import { keyName, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  ArrayExpression,
  CallExpression,
  ClassMember,
  ClassNode,
  Expression,
  TreeNode,
} from '../syntax/tree.js';
import { isDeclaringMember } from './receivers.js';
import type { ClassSite } from './module-record.js';
import type { Scan } from './scan.js';

/** `__decorate([admin.route('/')], Users.prototype, 'index', null)`. */
export function scanLegacyDecorators(scan: Scan, call: CallExpression): void {
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
  const known = SITES.get(binding.node);
  const site = known ?? { node: binding.node, isDeclaration: true, name: owner.value };
  SITES.set(binding.node, site);
  return site;
}

/** `_index_decorators = [admin.route('/')]; __esDecorate(this, null, _index_decorators, { kind: 'method', name: 'index' })`. */
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

/** The member that a decorator's context object names. */
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

/** The name of a TypeScript helper function, which may come from `tslib`. */
function helperOf({ callee }: CallExpression): string | undefined {
  if (callee.type === 'Super' || callee.type === 'Import') return undefined;
  const called = unwrap(callee);
  if (called.type === 'Identifier') return called.value;
  return called.type === 'MemberExpression' ? propertyName(called) : undefined;
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
