// Infers the type of an expression that a view returns, from its syntax.
import { keyName } from '../syntax/expressions.js';
import type { ArrayExpression, Expression, ObjectExpression } from '../syntax/tree.js';
import type { Property, Type } from '../declarations/declared-type.js';
import { globalName } from '../facts/entity.js';
import { wordSet } from '../groups.js';
import { inferCall, inferProvided } from './infer-call.js';
import { inferName, inferMember } from './infer-name.js';
import { inferItem } from './infer-stream.js';
import {
  BOOLEAN,
  membersOf,
  NULL,
  NUMBER,
  propertyOf,
  TEXT,
  UNDEFINED,
  unite,
  UNKNOWN,
  valueOf,
  widened,
  without,
  type Inference,
  type ExpressionContext,
} from './inference.js';

/** The maximum number of nested expressions to follow. */
const DEEPEST = 40;

export function inferExpression(
  { depth, ...around }: ExpressionContext,
  expression: Expression,
): Type {
  if (depth >= DEEPEST) return UNKNOWN;
  const context = { ...around, depth: depth + 1 };
  const { inference } = context;
  const infer = (inner: Expression): Type => inferExpression(context, inner);
  switch (expression.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'literal', value: expression.value };
    case 'NullLiteral':
      return NULL;
    case 'TemplateLiteral':
      return TEXT;
    case 'ParenthesisExpression':
    case 'TsConstAssertion':
    case 'TsSatisfiesExpression':
      return infer(expression.expression);
    case 'TsNonNullExpression':
      return without(inference.lookUp(infer(expression.expression)), 'null', 'undefined');
    case 'TsAsExpression':
    case 'TsTypeAssertion':
      return inference.readType(context.module, expression.typeAnnotation);
    // `await` is ignored, because the type of a promise is read as the type of its value.
    case 'AwaitExpression':
      return infer(expression.argument);
    case 'Identifier':
      return expression.value === 'undefined'
        ? UNDEFINED
        : (inferItem(context, expression) ?? inferName(context, expression));
    case 'ObjectExpression':
      return inferObject(context, expression);
    case 'ArrayExpression':
      return inferList(context, expression);
    case 'ConditionalExpression':
      return unite([infer(expression.consequent), infer(expression.alternate)]);
    case 'BinaryExpression':
      return inferOperator(expression.operator, [expression.left, expression.right], infer);
    case 'UnaryExpression':
      return inferUnary(expression.operator);
    case 'AssignmentExpression':
      return expression.operator === '=' ? infer(expression.right) : UNKNOWN;
    case 'SequenceExpression': {
      const last = expression.expressions.at(-1);
      return last ? infer(last) : UNKNOWN;
    }
    case 'NewExpression':
      return globalName(context.module, expression.callee) === 'Date' ? { kind: 'date' } : UNKNOWN;
    case 'MemberExpression':
      return inferProvided(context, expression) ?? inferMember(context, expression);
    case 'OptionalChainingExpression':
      return unite([infer(expression.base), UNDEFINED]);
    case 'CallExpression':
      return inferCall(context, expression);
    default:
      return UNKNOWN;
  }
}

function inferUnary(operator: string): Type {
  if (operator === '!' || operator === 'delete') return BOOLEAN;
  if (operator === 'typeof') return TEXT;
  if (operator === 'void') return UNDEFINED;
  return NUMBER;
}

const COMPARISONS = wordSet('== != === !== < <= > >= in instanceof');
const ARITHMETIC = wordSet('- * / % ** & | ^ << >> >>>');

function inferOperator(
  operator: string,
  [left, right]: readonly [Expression, Expression],
  infer: (inner: Expression) => Type,
): Type {
  if (COMPARISONS.has(operator)) return BOOLEAN;
  if (ARITHMETIC.has(operator)) return NUMBER;
  switch (operator) {
    case '??':
    case '||':
      return unite([without(infer(left), 'null', 'undefined'), infer(right)]);
    case '+': {
      const kinds = [widened(infer(left)), widened(infer(right))].map(({ kind }) => kind);
      if (kinds.includes('text')) return TEXT;
      return kinds.every((kind) => kind === 'number') ? NUMBER : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

function inferList(context: ExpressionContext, { elements }: ArrayExpression): Type {
  const items = elements.map((element): Type => {
    if (!element) return UNKNOWN;
    const type = inferExpression(context, element.expression);
    if (!element.spread) return widened(type);
    const list = context.inference.lookUp(type);
    return list.kind === 'list' ? list.of : UNKNOWN;
  });
  return { kind: 'list', of: items.length === 0 ? UNKNOWN : unite(items) };
}

function inferObject(context: ExpressionContext, { properties }: ObjectExpression): Type {
  const found = new Map<string, Property>();
  for (const property of properties) {
    switch (property.type) {
      case 'SpreadElement': {
        const spread = inferExpression(context, property.arguments);
        const inner = spreadProperties(context.inference, spread);
        if (!inner) return UNKNOWN;
        for (const one of inner) found.set(one.name, merged(found.get(one.name), one));
        break;
      }
      case 'Identifier':
        found.set(
          property.value,
          propertyOf(property.value, widened(inferExpression(context, property))),
        );
        break;
      case 'KeyValueProperty': {
        const name = keyName(property.key);
        if (name === undefined) return UNKNOWN;
        const type = inferExpression(context, property.value);
        const isConstant = property.value.type === 'TsConstAssertion';
        found.set(name, propertyOf(name, isConstant ? type : widened(type)));
        break;
      }
      // JSON.stringify omits methods.
      case 'MethodProperty':
        break;
      default:
        return UNKNOWN;
    }
  }
  return { kind: 'object', properties: [...found.values()] };
}

/** Returns the properties that a spread adds; undefined if not all of them are known. */
function spreadProperties(inference: Inference, spread: Type): readonly Property[] | undefined {
  const type = inference.lookUp(spread);
  if (type.kind === 'object' && !type.indexes?.length) return type.properties;
  const members = membersOf(type).map((member) => inference.lookUp(member));
  const objects = members.filter(({ kind }) => kind !== 'undefined' && kind !== 'null');
  const [only] = objects;
  if (objects.length !== 1 || only?.kind !== 'object' || only.indexes?.length) return undefined;
  return only.properties.map((property) => ({ ...property, isOptional: true }));
}

/** Replaces an earlier property by one from a spread. If that is optional, the earlier value remains possible. */
function merged(before: Property | undefined, next: Property): Property {
  if (!before || !next.isOptional) return next;
  const type = unite([valueOf(before), next.type]);
  return { ...next, ...propertyOf(next.name, type) };
}
