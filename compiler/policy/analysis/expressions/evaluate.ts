// Evaluates expressions by converting each kind to nodes and edges. An expression whose kind is not in the table may change and
// call all values in it.
import { MOST_INTERNED } from '../limits.js';
import { unwrap } from '../../../syntax/expressions.js';
import type { Expression, Identifier, TsType } from '../../../syntax/tree.js';
import { evaluate } from '../analysis.js';
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

type NodeOf<T extends Expression['type']> = Extract<Expression, { readonly type: T }>;
type Evaluate<T extends Expression['type']> = (
  analysis: Analysis,
  place: Frame,
  node: NodeOf<T>,
) => Node;
type Evaluates = { readonly [T in Expression['type']]?: Evaluate<T> };

/** Evaluates an expression, which may be the callee of a call. */
export function evaluateExpression(
  analysis: Analysis,
  place: Frame,
  { expression, call }: { readonly expression: Expression; readonly call: Call | undefined },
): Node {
  switch (expression.type) {
    case 'Identifier':
      return evaluateName(analysis, place, { node: expression, call });
    case 'MemberExpression':
      return evaluateMember(analysis, place, { node: expression, call, isStrict: true });
    case 'SuperPropExpression':
      return evaluateSuperMember(analysis, place, { node: expression, call });
    default:
  }
  const inner = unwrap(expression);
  if (inner !== expression) {
    const value = evaluateExpression(analysis, place, { expression: inner, call });
    return annotate(analysis, place, [expression, value]);
  }
  const known = EVALUATES[expression.type] as Evaluate<Expression['type']> | undefined; // because the key selects the node's own kind
  return known ? known(analysis, place, expression) : visitUnknown(analysis, place, expression);
}

/** Evaluates `x as T`: the values of `x`, or values of the type if nothing is known about `x`. */
function annotate(
  analysis: Analysis,
  { module }: Frame,
  [expression, value]: readonly [Expression, Node],
): Node {
  const types = typesAround(expression);
  if (types.length === 0) return value;
  const node = createNode();
  connect(analysis.queue, value, node);
  for (const type of types) analysis.annotated.push({ node, type, module });
  return node;
}

/** Returns the types in an expression's annotations. */
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
function named(
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
  TemplateLiteral: (analysis, place, { quasis, expressions }) => {
    const parts = quasis.flatMap(({ cooked }, index): (Node | string)[] => {
      const expression = expressions[index];
      const text = cooked ?? '';
      return expression ? [text, evaluate(analysis, place, expression)] : [text];
    });
    const result = createNode();
    concatenate(analysis.queue, parts, result);
    return result;
  },
  ThisExpression: (_analysis, { self }) => self,
  ArrayExpression: evaluateList,
  ObjectExpression: evaluateObject,
  FunctionExpression: (analysis, place, node) =>
    named(analysis, place, [node.identifier, functionToken(analysis, place, { node })]),
  ArrowFunctionExpression: (analysis, place, node) =>
    constant(analysis, functionToken(analysis, place, { node })),
  ClassExpression: (analysis, place, node) =>
    named(analysis, place, [node.identifier, classToken(analysis, place, node)]),
  UnaryExpression: evaluateUnary,
  UpdateExpression: evaluateUpdate,
  BinaryExpression: evaluateBinary,
  AssignmentExpression: evaluateAssignment,
  OptionalChainingExpression: (analysis, place, { base }) =>
    base.type === 'MemberExpression'
      ? evaluateMember(analysis, place, { node: base, call: undefined, isStrict: false })
      : evaluateCall(analysis, place, base),
  CallExpression: evaluateCall,
  NewExpression: evaluateNew,
  TaggedTemplateExpression: evaluateTagged,
  ConditionalExpression: evaluateConditional,
  SequenceExpression: (analysis, place, { expressions }) => {
    const values = expressions.map((part) => evaluate(analysis, place, part));
    return values.at(-1) ?? unknown(analysis);
  },
  AwaitExpression: (analysis, place, { argument }) =>
    awaited(analysis, place, evaluate(analysis, place, argument)),
  YieldExpression: (analysis, place, { argument, delegate }) => {
    const value = argument ? evaluate(analysis, place, argument) : undefined;
    if (value && place.inside) {
      const own = ownOf(place.inside);
      if (delegate) readItems(analysis, value, own.any);
      else connect(analysis.queue, value, own.any);
    }
    return unknown(analysis);
  },
};

const NUMBERS = new Map<
  number | boolean | null,
  { kind: 'other'; value: number | boolean | null }
>();

function number(analysis: Analysis, value: number | boolean | null): Node {
  let token = NUMBERS.get(value);
  if (!token) {
    if (NUMBERS.size > MOST_INTERNED) NUMBERS.clear();
    NUMBERS.set(value, (token = { kind: 'other', value }));
  }
  return constant(analysis, token);
}
