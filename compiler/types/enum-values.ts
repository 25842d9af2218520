// The values of enum members, as far as TypeScript computes them.
import type { Expression } from '../syntax/tree.js';

type Value = string | number;

/** Names that a member's value may use: earlier members, by their own names or behind the name of the enum. */
export type EnumScope = { readonly enum: string; readonly known: ReadonlyMap<string, Value> };

/** The value of a member; undefined when it is computed at run time. */
export function enumValue(node: Expression, scope: EnumScope): Value | undefined {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
      return node.value;
    case 'ParenthesisExpression':
      return enumValue(node.expression, scope);
    case 'Identifier':
      return scope.known.get(node.value);
    case 'MemberExpression': {
      const { object, property } = node;
      const isOwn = object.type === 'Identifier' && object.value === scope.enum;
      return isOwn && property.type === 'Identifier' ? scope.known.get(property.value) : undefined;
    }
    case 'UnaryExpression':
      return unary(node.operator, enumValue(node.argument, scope));
    case 'BinaryExpression':
      return binary(node.operator, enumValue(node.left, scope), enumValue(node.right, scope));
    case 'TemplateLiteral': {
      const values = node.expressions.map((inner) => enumValue(inner, scope));
      const texts = node.quasis.map(({ cooked }) => cooked ?? undefined);
      if ([...values, ...texts].includes(undefined)) return undefined;
      return texts.map((text, index) => `${text ?? ''}${values[index] ?? ''}`).join('');
    }
    default:
      return undefined;
  }
}

function unary(operator: string, value: Value | undefined): number | undefined {
  if (typeof value !== 'number') return undefined;
  switch (operator) {
    case '-':
      return -value;
    case '+':
      return value;
    case '~':
      return ~value;
    default:
      return undefined;
  }
}

function binary(
  operator: string,
  left: Value | undefined,
  right: Value | undefined,
): Value | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (typeof left === 'string' || typeof right === 'string')
    return operator === '+' ? `${left}${right}` : undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '|':
      return left | right;
    case '&':
      return left & right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    default:
      return undefined;
  }
}
