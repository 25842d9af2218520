// Evaluates assignments: the values that are written to variables and members, and the parts that a pattern takes from a value.
import { globalMember } from '../../../facts/entity.js';
import { takesRight, type ChoiceOperator } from '../../../facts/evaluate-operator.js';
import { annotationOf, keyName, NOWHERE, unwrap } from '../../../syntax/expressions.js';
import type {
  Expression,
  ObjectPattern,
  Pattern,
  TreeNode,
  BinaryExpression,
  ConditionalExpression,
  UnaryExpression,
} from '../../../syntax/tree.js';
import { evaluate, withTypes } from '../analysis.js';
import { constant, unknown, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Frame,
  type Node,
  UNDEFINED,
  UNKNOWN,
  isUnknown,
  OPAQUE,
  type Token,
} from '../model.js';
import { once } from '../../../groups.js';
import { globalObject } from './globals.js';
import { readMember, writeMember, memberKey } from '../members/member.js';
import {
  copyMembers,
  createObject,
  handOver,
  readItems,
  commonExports,
  variableNode,
} from '../values/object.js';
import { plus, exactText } from '../values/text.js';

type Assignment = Extract<Expression, { readonly type: 'AssignmentExpression' }>;
type Update = Extract<Expression, { readonly type: 'UpdateExpression' }>;

export function evaluateAssignment(analysis: Analysis, frame: Frame, node: Assignment): Node {
  const { operator, left } = node;
  const right = evaluate(analysis, frame, node.right);
  if (operator === '=') {
    assign(analysis, frame, { target: left, value: right });
    return right;
  }
  const target = left as Expression; // because only `=` accepts a pattern
  const { present, write } = changed(analysis, frame, target);
  const result = createNode();
  if (operator === '??=' || operator === '||=' || operator === '&&=') {
    const choice = operator === '??=' ? '??' : operator === '||=' ? '||' : '&&';
    choose(analysis, choice, { left: present, right, result });
    write(right);
  } else {
    if (operator === '+=') plus(analysis.queue, [present, right], result);
    else add(analysis.queue, result, UNKNOWN);
    write(result);
  }
  return result;
}

type CompoundTarget = { readonly present: Node; readonly write: (value: Node) => void };

/** Evaluates the left side of `+=` and similar operators once, and uses it for both the read and the write. */
function changed(analysis: Analysis, frame: Frame, target: Expression): CompoundTarget {
  const member = unwrap(target);
  if (member.type !== 'MemberExpression' || unwrap(member.object).type === 'Identifier') {
    const present = evaluate(analysis, frame, target);
    return { present, write: (value) => assign(analysis, frame, { target, value }) };
  }
  const object = evaluate(analysis, frame, member.object);
  analysis.memberWrites.push(object);
  const key = memberKey(analysis, frame, member);
  const present = readMember(analysis, object, { key, at: member.span, frame, call: undefined });
  return { present, write: (value) => writeMember(analysis, object, { key, value }) };
}

export function evaluateUpdate(analysis: Analysis, frame: Frame, { argument }: Update): Node {
  assign(analysis, frame, { target: argument, value: unknown(analysis) });
  return unknown(analysis);
}

export type Assigned = { readonly target: Pattern | Expression; readonly value: Node };

export function assign(analysis: Analysis, frame: Frame, { target, value }: Assigned): void {
  const { queue } = analysis;
  switch (target.type) {
    case 'Identifier': {
      const variable = variableNode(analysis, frame.module, target);
      if (variable) connect(queue, value, variable);
      else writeMember(analysis, globalObject(analysis), { key: target.value, value });
      for (const object of frame.within ?? []) {
        writeMember(analysis, object, { key: target.value, value });
      }
      const annotation = annotationOf(target);
      if (variable && annotation) {
        analysis.annotated.push({ node: variable, type: annotation, module: frame.module });
      }
      return;
    }
    case 'AssignmentPattern': {
      const filled = withDefault(analysis, value, evaluate(analysis, frame, target.right));
      assign(analysis, frame, { target: target.left, value: filled });
      return;
    }
    case 'ObjectPattern':
      assignMembers(analysis, frame, {
        pattern: target,
        value: believed(analysis, frame, [target, value]),
      });
      return;
    case 'ArrayPattern': {
      const from = believed(analysis, frame, [target, value]);
      target.elements.forEach((element, index) => {
        if (!element) return;
        const item = createNode();
        if (element.type === 'RestElement') readItems(analysis, from, item);
        else connect(queue, readKey(analysis, frame, [from, String(index)]), item);
        assign(analysis, frame, { target: element, value: item });
      });
      return;
    }
    case 'RestElement': {
      const list = createObject('list');
      connect(queue, value, list.any);
      assign(analysis, frame, { target: target.argument, value: constant(analysis, list) });
      return;
    }
    case 'Invalid':
      return;
    default:
      assignMember(analysis, frame, { target: unwrap(target), value });
  }
}

function assignMember(
  analysis: Analysis,
  frame: Frame,
  { target, value }: { readonly target: Expression; readonly value: Node },
): void {
  if (target.type === 'Identifier') {
    assign(analysis, frame, { target, value });
    return;
  }
  if (target.type !== 'MemberExpression') {
    handOver(analysis, value, 'escapes');
    return;
  }
  if (globalMember(frame.module, target) === 'module.exports') {
    connect(analysis.queue, value, commonExports(analysis, frame.module));
    return;
  }
  const object = evaluate(analysis, frame, target.object);
  analysis.memberWrites.push(object);
  writeMember(analysis, object, { key: memberKey(analysis, frame, target), value });
}

function believed(
  analysis: Analysis,
  frame: Frame,
  [pattern, value]: readonly [Pattern, Node],
): Node {
  const type = annotationOf(pattern);
  return withTypes(analysis, frame, [type ? [type] : [], value]);
}

/** Evaluates the default in `x = fallback`: the result is the value, or the fallback if the value may be undefined. */
function withDefault({ queue }: Analysis, value: Node, fallback: Node): Node {
  const filled = createNode();
  connect(queue, fallback, filled);
  listen(value, (token) => {
    if (token !== UNDEFINED) add(queue, filled, token);
  });
  return filled;
}

type PatternValue = { readonly pattern: ObjectPattern; readonly value: Node };

function assignMembers(analysis: Analysis, frame: Frame, { pattern, value }: PatternValue): void {
  const named = new Set<string>();
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = createObject('other');
      copyMembers(analysis, rest, { from: value, except: named });
      assign(analysis, frame, { target: property.argument, value: constant(analysis, rest) });
      continue;
    }
    const name = keyName(property.key);
    if (name !== undefined) named.add(name);
    const key = name ?? computedKey(analysis, frame, property.key);
    noteTaken(analysis, frame, property);
    const member = readKey(analysis, frame, [value, key, property.key]);
    if (property.type === 'KeyValuePatternProperty') {
      assign(analysis, frame, { target: property.value, value: member });
      continue;
    }
    const filled = property.value
      ? withDefault(analysis, member, evaluate(analysis, frame, property.value))
      : member;
    assign(analysis, frame, { target: property.key, value: filled });
  }
}

function noteTaken({ taken }: Analysis, { module }: Frame, property: Property): void {
  const value = property.type === 'AssignmentPatternProperty' ? property.key : property.value;
  const target = value.type === 'AssignmentPattern' ? value.left : value;
  const binding = target.type === 'Identifier' ? module.record.names.find(target) : undefined;
  if (binding) taken.add(binding);
}

type Property = Exclude<ObjectPattern['properties'][number], { readonly type: 'RestElement' }>;

type Key = Extract<TreeNode, { readonly type: 'KeyValueProperty' }>['key'];

function computedKey(analysis: Analysis, frame: Frame, key: Key): Node {
  return key.type === 'Computed' ? evaluate(analysis, frame, key.expression) : unknown(analysis);
}

/** Reads a member through a pattern. An SDK export that is read this way counts as used only where the variable is used. */
function readKey(
  analysis: Analysis,
  frame: Frame,
  [from, key, at]: readonly [Node, string | Node, { readonly span?: Key['span'] }?],
): Node {
  const span = at?.span ?? NOWHERE;
  return readMember(analysis, from, { key, at: span, frame, call: undefined, isTaken: true });
}

export function evaluateConditional(
  analysis: Analysis,
  frame: Frame,
  node: ConditionalExpression,
): Node {
  evaluate(analysis, frame, node.test);
  const result = createNode();
  connect(analysis.queue, evaluate(analysis, frame, node.consequent), result);
  connect(analysis.queue, evaluate(analysis, frame, node.alternate), result);
  return result;
}

export function evaluateUnary(analysis: Analysis, frame: Frame, node: UnaryExpression): Node {
  const { operator, argument } = node;
  // `typeof X` does not use X.
  const isNamed = operator === 'typeof' && unwrap(argument).type === 'Identifier';
  if (operator === 'delete') forget(analysis, frame, argument);
  else if (!isNamed) evaluate(analysis, frame, argument);
  return constant(analysis, operator === 'void' ? UNDEFINED : OPAQUE);
}

/** Applies `delete x.name`: the member may be missing afterwards. */
function forget(analysis: Analysis, frame: Frame, argument: Expression): void {
  const member = unwrap(argument);
  if (member.type !== 'MemberExpression') return;
  const object = evaluate(analysis, frame, member.object);
  analysis.memberWrites.push(object);
  listen(object, (token) => {
    if (token.kind === 'object') add(analysis.queue, token.any, UNDEFINED);
  });
}

/** Evaluates a chain such as `a + b + c`, which nests to the left and may be long. */
export function evaluateBinary(analysis: Analysis, frame: Frame, node: BinaryExpression): Node {
  const chain = [node];
  let first = node.left;
  for (; first.type === 'BinaryExpression'; first = first.left) chain.push(first);
  let value = evaluate(analysis, frame, first);
  for (const operation of chain.reverse()) {
    value = evaluateOperation(analysis, frame, { node: operation, left: value });
  }
  return value;
}

type Operation = { readonly node: BinaryExpression; readonly left: Node };

function evaluateOperation(analysis: Analysis, frame: Frame, { node, left }: Operation): Node {
  const { operator } = node;
  if (operator === 'instanceof') {
    if (unwrap(node.right).type !== 'Identifier') evaluate(analysis, frame, node.right);
    return constant(analysis, OPAQUE);
  }
  const right = evaluate(analysis, frame, node.right);
  if (operator === '+') {
    const sum = createNode();
    plus(analysis.queue, [left, right], sum);
    return sum;
  }
  if (operator !== '&&' && operator !== '||' && operator !== '??') {
    return constant(analysis, OPAQUE);
  }
  const result = createNode();
  choose(analysis, operator, { left, right, result });
  return result;
}

type Operands = { readonly left: Node; readonly right: Node; readonly result: Node };

/** Evaluates `a && b`, `a || b`, `a ?? b`. The right side counts only if a value of the left side may lead to it. */
function choose(
  { queue }: Analysis,
  operator: ChoiceOperator,
  { left, right, result }: Operands,
): void {
  const reach = once(() => connect(queue, right, result));
  listen(left, (token) => {
    const isRight = takesRightAfter(token, operator);
    if (isRight !== true) add(queue, result, token);
    if (isRight !== false) reach();
  });
  // The left side may have values that are not known yet, so objects and clients on the right side always count.
  listen(right, (token) => {
    if (token.kind !== 'text' && token.kind !== 'other') add(queue, result, token);
  });
}

/** Tells whether the result is the right side; undefined if it may be either side. A string with unknown parts may be empty. */
function takesRightAfter(token: Token, operator: ChoiceOperator): boolean | undefined {
  const isPattern = token.kind === 'text' && exactText(token) === undefined;
  if (isUnknown(token) || (isPattern && operator !== '??')) return undefined;
  if (token.kind === 'undefined') return takesRight(operator, undefined);
  return takesRight(operator, token.kind === 'other' ? token.value : (exactText(token) ?? token));
}
