// Evaluates expressions by converting each kind to nodes and edges. An expression whose kind is not in the table may change and
// call all values in it.
import { MOST_INTERNED } from '../limits.js';
import { unwrap } from '../../../syntax/expressions.js';
import type { Expression, Identifier, TsType } from '../../../syntax/tree.js';
import { evaluate, withTypes } from '../analysis.js';
import { constant, unknown, add, connect, createNode } from '../values/value-graph.js';
import { type Analysis, type Call, type Frame, type Node, OPAQUE, type Token } from '../model.js';
import {
  evaluateAssignment,
  evaluateUpdate,
  evaluateBinary,
  evaluateConditional,
  evaluateUnary,
} from './assignments.js';
import { evaluateCall, evaluateNew, evaluateTagged } from './call-expressions.js';
import { classToken } from './classes.js';
import { functionToken } from './functions.js';
import { evaluateList, evaluateObject } from './literals.js';
import { evaluateMember, evaluateSuperMember } from '../members/member.js';
import { evaluateName } from './names.js';
import { ownOf, readItems, variableNode } from '../values/object.js';
import { awaited } from '../calls/apply-call.js';
import { textToken, concatenate } from '../values/text.js';
import { visitUnknown } from './statements.js';

type Evaluate<T extends Expression['type']> = (
  analysis: Analysis,
  frame: Frame,
  node: Extract<Expression, { readonly type: T }>,
) => Node;
type Evaluates = { readonly [T in Expression['type']]?: Evaluate<T> };

export function evaluateExpression(
  analysis: Analysis,
  frame: Frame,
  { expression, call }: { readonly expression: Expression; readonly call: Call | undefined },
): Node {
  switch (expression.type) {
    case 'Identifier':
      return evaluateName(analysis, frame, { node: expression, call });
    case 'MemberExpression':
      return evaluateMember(analysis, frame, { node: expression, call, isStrict: true });
    case 'SuperPropExpression':
      return evaluateSuperMember(analysis, frame, { node: expression, call });
    default:
  }
  const inner = unwrap(expression);
  if (inner !== expression) {
    const value = evaluateExpression(analysis, frame, { expression: inner, call });
    return withTypes(analysis, frame, [typesAround(expression), value]);
  }
  const known = EVALUATES[expression.type] as Evaluate<Expression['type']> | undefined; // because the key selects the node's own kind
  return known ? known(analysis, frame, expression) : visitUnknown(analysis, frame, expression);
}

/** Returns the `T` in `x as T`, `<T>x` and `x satisfies T`, from the outside in. */
function typesAround(expression: Expression): readonly TsType[] {
  switch (expression.type) {
    case 'TsAsExpression':
    case 'TsTypeAssertion':
    case 'TsSatisfiesExpression':
      return [expression.typeAnnotation, ...typesAround(expression.expression)];
    case 'ParenthesisExpression':
    case 'TsNonNullExpression':
      return typesAround(expression.expression);
    default:
      return [];
  }
}

/** Evaluates a named function or class, which may refer to itself. */
function evaluateNamed(
  analysis: Analysis,
  { module }: Frame,
  [name, token]: readonly [Identifier | null | undefined, Token],
): Node {
  const variable = name && variableNode(analysis, module, name);
  if (variable) add(analysis.queue, variable, token);
  return constant(analysis, token);
}

const opaque = (analysis: Analysis): Node => constant(analysis, OPAQUE);

const EVALUATES: Evaluates = {
  StringLiteral: (analysis, _place, { value }) => constant(analysis, textToken([value])),
  NumericLiteral: (analysis, _place, { value }) => number(analysis, value),
  BooleanLiteral: (analysis, _place, { value }) => number(analysis, value),
  NullLiteral: (analysis) => number(analysis, null),
  BigIntLiteral: opaque,
  RegExpLiteral: opaque,
  MetaProperty: opaque,
  TemplateLiteral: (analysis, frame, { quasis, expressions }) => {
    const parts = quasis.flatMap(({ cooked }, index): (Node | string)[] => {
      const expression = expressions[index];
      const text = cooked ?? '';
      return expression ? [text, evaluate(analysis, frame, expression)] : [text];
    });
    const result = createNode();
    concatenate(analysis.queue, parts, result);
    return result;
  },
  ThisExpression: (_analysis, { self }) => self,
  ArrayExpression: evaluateList,
  ObjectExpression: evaluateObject,
  FunctionExpression: (analysis, frame, node) =>
    evaluateNamed(analysis, frame, [node.identifier, functionToken(analysis, frame, { node })]),
  ArrowFunctionExpression: (analysis, frame, node) =>
    constant(analysis, functionToken(analysis, frame, { node })),
  ClassExpression: (analysis, frame, node) =>
    evaluateNamed(analysis, frame, [node.identifier, classToken(analysis, frame, node)]),
  UnaryExpression: evaluateUnary,
  UpdateExpression: evaluateUpdate,
  BinaryExpression: evaluateBinary,
  AssignmentExpression: evaluateAssignment,
  OptionalChainingExpression: (analysis, frame, { base }) =>
    base.type === 'MemberExpression'
      ? evaluateMember(analysis, frame, { node: base, call: undefined, isStrict: false })
      : evaluateCall(analysis, frame, base),
  CallExpression: evaluateCall,
  NewExpression: evaluateNew,
  TaggedTemplateExpression: evaluateTagged,
  ConditionalExpression: evaluateConditional,
  SequenceExpression: (analysis, frame, { expressions }) => {
    const values = expressions.map((part) => evaluate(analysis, frame, part));
    return values.at(-1) ?? unknown(analysis);
  },
  AwaitExpression: (analysis, frame, { argument }) =>
    awaited(analysis, frame, evaluate(analysis, frame, argument)),
  YieldExpression: (analysis, frame, { argument, delegate }) => {
    const value = argument ? evaluate(analysis, frame, argument) : undefined;
    if (value && frame.inside) {
      const own = ownOf(frame.inside);
      if (delegate) readItems(analysis, value, own.any);
      else connect(analysis.queue, value, own.any);
    }
    return unknown(analysis);
  },
};

const NUMBERS = new Map<number | boolean | null, Token>();

function number(analysis: Analysis, value: number | boolean | null): Node {
  let token = NUMBERS.get(value);
  if (!token) {
    if (NUMBERS.size > MOST_INTERNED) NUMBERS.clear();
    NUMBERS.set(value, (token = { kind: 'other', value }));
  }
  return constant(analysis, token);
}
