// Operators: the operands that they return, or the value that they compute.
import { unwrap } from '../../../syntax/expressions.js';
import type {
  BinaryExpression,
  ConditionalExpression,
  Expression,
  UnaryExpression,
} from '../../../syntax/tree.js';
import { constant, type Analysis, type Frame, evaluate } from '../analysis.js';
import { add, connect, createNode, listen, type Node } from '../values/value-graph.js';
import { exactText, plus } from '../values/text.js';
import { isUnknown, OPAQUE, UNDEFINED, type Token } from '../values/token.js';

export function evaluateConditional(
  analysis: Analysis,
  place: Frame,
  node: ConditionalExpression,
): Node {
  evaluate(analysis, place, node.test);
  const result = createNode();
  connect(analysis.queue, evaluate(analysis, place, node.consequent), result);
  connect(analysis.queue, evaluate(analysis, place, node.alternate), result);
  return result;
}

export function evaluateUnary(analysis: Analysis, place: Frame, node: UnaryExpression): Node {
  const { operator, argument } = node;
  // `typeof X` uses nothing of X.
  const isNamed = operator === 'typeof' && unwrap(argument).type === 'Identifier';
  if (operator === 'delete') forget(analysis, place, argument);
  else if (!isNamed) evaluate(analysis, place, argument);
  return constant(analysis, operator === 'void' ? UNDEFINED : OPAQUE);
}

/** `delete x.name`: the member may be missing afterwards. */
function forget(analysis: Analysis, place: Frame, argument: Expression): void {
  const member = unwrap(argument);
  if (member.type !== 'MemberExpression') return;
  const object = evaluate(analysis, place, member.object);
  listen(object, (token) => {
    if (token.kind === 'object') add(analysis.queue, token.any, UNDEFINED);
  });
}

/** `a + b + c` is a chain to the left, which may be long. */
export function evaluateBinary(analysis: Analysis, place: Frame, node: BinaryExpression): Node {
  const chain = [node];
  let first = node.left;
  for (; first.type === 'BinaryExpression'; first = first.left) chain.push(first);
  let value = evaluate(analysis, place, first);
  for (const operation of chain.reverse()) {
    value = evaluateOperation(analysis, place, { node: operation, left: value });
  }
  return value;
}

type Operation = { readonly node: BinaryExpression; readonly left: Node };

function evaluateOperation(analysis: Analysis, place: Frame, { node, left }: Operation): Node {
  const { operator } = node;
  if (operator === 'instanceof') {
    if (unwrap(node.right).type !== 'Identifier') evaluate(analysis, place, node.right);
    return constant(analysis, OPAQUE);
  }
  const right = evaluate(analysis, place, node.right);
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

/** `a && b`, `a || b`, `a ?? b`: the right side counts only where the left may be such that it is reached. */
export function choose(
  { queue }: Analysis,
  operator: '&&' | '||' | '??',
  { left, right, result }: Operands,
): void {
  let isReached = false;
  const reach = (): void => {
    if (!isReached) connect(queue, right, result);
    isReached = true;
  };
  listen(left, (token) => {
    if (isKept(token, operator)) add(queue, result, token);
    if (isPassed(token, operator)) reach();
  });
  // Clients on the right side count where nothing is known of the left side, for example of a variable that is filled later.
  listen(right, (token) => {
    if (token.kind !== 'text' && token.kind !== 'other') add(queue, result, token);
  });
}

/** Tells whether a value of the left side may be the result. */
function isKept(token: Token, operator: '&&' | '||' | '??'): boolean {
  if (isUnknown(token)) return true;
  if (operator === '??') return !isNullish(token);
  if (operator === '||') return !isFalsy(token);
  return isFalsy(token) || (token.kind === 'text' && exactText(token) === undefined);
}

/** Tells whether the right side may be evaluated when the left has a value. */
function isPassed(token: Token, operator: '&&' | '||' | '??'): boolean {
  if (isUnknown(token)) return true;
  if (operator === '??') return isNullish(token);
  if (operator === '&&') return !isFalsy(token);
  return isFalsy(token) || (token.kind === 'text' && exactText(token) === undefined);
}

function isNullish(token: Token): boolean {
  return token.kind === 'undefined' || (token.kind === 'other' && token.value === null);
}

function isFalsy(token: Token): boolean {
  if (token.kind === 'undefined') return true;
  if (token.kind === 'other') return !token.value;
  return token.kind === 'text' && exactText(token) === '';
}
