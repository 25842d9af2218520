// Evaluates operators and template literals.
import { spanOf, unwrap } from '../syntax/expressions.js';
import type { BinaryExpression, Span, TemplateLiteral, UnaryExpression } from '../syntax/tree.js';
import { isMissingVariable, unknownExpression, type Unknown } from './environment.js';
import type { Evaluator } from './program.js';
import type { StaticValue } from '../values/static-value.js';
import { limitSize } from './value-size.js';

type Primitive = string | number | boolean | null | undefined;

export function evaluateTemplate(evaluator: Evaluator, node: TemplateLiteral): StaticValue {
  const { module } = evaluator;
  let text = node.quasis[0]?.cooked ?? '';
  const isOnly = node.expressions.length === 1 && node.quasis.every(({ cooked }) => cooked === '');
  for (const [index, expression] of node.expressions.entries()) {
    const value = evaluator.evaluate(expression);
    if (isOnly && value.kind === 'string') return value;
    if (value.kind === 'unknown') return isOnly ? value : computed(value);
    if (value.kind !== 'string' && value.kind !== 'number' && value.kind !== 'boolean') {
      return unknownExpression(module, spanOf(expression));
    }
    text += String(value.value) + (node.quasis[index + 1]?.cooked ?? '');
  }
  return toValue(evaluator, text, node.span);
}

/** Removes `variable` from an unknown operand, because the result of the operator is no longer the variable alone. */
export function computed(value: Unknown): Unknown {
  if (value.variable === undefined) return value;
  const { kind, reason, at } = value;
  return { kind, reason, at };
}

/** Evaluates `a + b + c` in a loop, because the expression nests to the left and may be thousands of levels deep. */
export function evaluateBinary(evaluator: Evaluator, node: BinaryExpression): StaticValue {
  const chain = [node];
  let first = unwrap(node.left);
  while (first.type === 'BinaryExpression') {
    chain.push(first);
    first = unwrap(first.left);
  }
  return chain.reduceRight(
    (left, operation) => evaluateOperation(evaluator, operation, left),
    evaluator.evaluate(first),
  );
}

function evaluateOperation(
  evaluator: Evaluator,
  node: BinaryExpression,
  left: StaticValue,
): StaticValue {
  const { module } = evaluator;
  if (node.operator === '&&' || node.operator === '||' || node.operator === '??') {
    const isRight = takesRightOf(node.operator, left);
    if (typeof isRight !== 'boolean') return computed(isRight);
    return isRight ? evaluator.evaluate(node.right) : left;
  }
  const right = evaluator.evaluate(node.right);
  const isComparison = node.operator in COMPARISONS;
  const first = readPrimitive(left, isComparison);
  if (isUnknown(first)) return computed(first);
  const second = readPrimitive(right, isComparison);
  if (isUnknown(second)) return computed(second);
  if (!first || !second) return unknownExpression(module, node.span);
  const result =
    COMPARISONS[node.operator]?.(first.value, second.value) ??
    ARITHMETIC[node.operator]?.(first.value, second.value);
  return toValue(evaluator, result, node.span);
}

export function evaluateUnary(evaluator: Evaluator, node: UnaryExpression): StaticValue {
  const { module } = evaluator;
  const value = evaluator.evaluate(node.argument);
  if (node.operator === '!') {
    const isTrue = isTruthy(value);
    return typeof isTrue === 'boolean' ? toValue(evaluator, !isTrue, node.span) : computed(isTrue);
  }
  if (node.operator === 'void') {
    return { kind: 'undefined', at: module.record.source.spanOf(node.span) };
  }
  if (value.kind === 'unknown') return computed(value);
  if (value.kind === 'number' && node.operator === '-') {
    return toValue(evaluator, -value.value, node.span);
  }
  if (node.operator !== '+' || (value.kind !== 'number' && value.kind !== 'string')) {
    return unknownExpression(module, node.span);
  }
  return toValue(evaluator, Number(value.value), node.span);
}

/** Tells whether a value is truthy; returns the unknown value itself if that is not known. */
export function isTruthy(value: StaticValue): boolean | Unknown {
  return takesRightOf('&&', value);
}

export type ChoiceOperator = '&&' | '||' | '??';

/** Tells whether the result of `left && right`, `left || right` or `left ?? right` is the right operand. */
export function takesRight(operator: ChoiceOperator, left: Primitive | object): boolean {
  if (operator === '??') return left === undefined || left === null;
  return operator === '&&' ? Boolean(left) : !left;
}

function takesRightOf(operator: ChoiceOperator, value: StaticValue): boolean | Unknown {
  const left = readPrimitive(value, true);
  return isUnknown(left) ? left : takesRight(operator, left ? left.value : value);
}

type Operation = (left: Primitive, right: Primitive) => Primitive;

const COMPARISONS: Readonly<Record<string, Operation>> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': (left, right) => left === right || (left ?? null) === (right ?? null),
  '!=': (left, right) => left !== right && (left ?? null) !== (right ?? null),
};

const ARITHMETIC: Readonly<Record<string, Operation>> = {
  '+': (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return left + right;
    const hasText = typeof left === 'string' || typeof right === 'string';
    return hasText ? String(left) + String(right) : undefined;
  },
  '-': onNumbers((left, right) => left - right),
  '*': onNumbers((left, right) => left * right),
  '/': onNumbers((left, right) => left / right),
  '%': onNumbers((left, right) => left % right),
  '**': onNumbers((left, right) => left ** right),
  '<<': onNumbers((left, right) => left << right),
  '>>': onNumbers((left, right) => left >> right),
  '|': onNumbers((left, right) => left | right),
  '&': onNumbers((left, right) => left & right),
  '^': onNumbers((left, right) => left ^ right),
};

function onNumbers(operation: (left: number, right: number) => number): Operation {
  return (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? operation(left, right) : undefined;
}

/** Returns undefined for other values. In a comparison, an environment variable that is not set is `undefined`. */
function readPrimitive(
  value: StaticValue,
  isComparison: boolean,
): { readonly value: Primitive } | Unknown | undefined {
  switch (value.kind) {
    case 'unknown':
      return isComparison && isMissingVariable(value) ? { value: undefined } : value;
    case 'string':
    case 'number':
    case 'boolean':
      return { value: value.value };
    case 'undefined':
      return { value: undefined };
    case 'null':
      return { value: null };
    default:
      return undefined;
  }
}

function isUnknown(value: { readonly value: Primitive } | Unknown | undefined): value is Unknown {
  return value !== undefined && 'kind' in value;
}

function toValue({ module }: Evaluator, value: Primitive, span: Span): StaticValue {
  const at = module.record.source.spanOf(span);
  if (typeof value === 'string') return limitSize({ kind: 'string', value, at }, { module, span });
  if (typeof value === 'number') return { kind: 'number', value, at };
  if (typeof value === 'boolean') return { kind: 'boolean', value, at };
  return unknownExpression(module, span);
}
