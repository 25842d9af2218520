// The type of an expression with `as const`.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Expression } from '../syntax/tree.js';
import {
  lazy,
  literal,
  meaning,
  NULL,
  refuse,
  UNDEFINED,
  type Meaning,
  type MeantItem,
  type MeantProperty,
  type NodePlace,
} from './meaning.js';
import { NOT_CONSTANT } from './refusals.js';
import type { Scope } from './scope.js';

/** The module of the expression, and the type parameters around it. */
export type ConstantPlace = { readonly module: LoadedModule; readonly scope: Scope };

type ValueOf<Type extends Expression['type']> = Expression & { readonly type: Type };

export function constantType(node: Expression, place: ConstantPlace): Meaning {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return literal(node.value);
    case 'NullLiteral':
      return NULL;
    case 'Identifier':
      return node.value === 'undefined' ? UNDEFINED : notConstant(node, place);
    case 'UnaryExpression': {
      const { operator, argument } = node;
      const isNegative = operator === '-' && argument.type === 'NumericLiteral';
      return isNegative ? literal(-argument.value) : notConstant(node, place);
    }
    case 'TemplateLiteral': {
      const [only] = node.quasis;
      return node.expressions.length === 0 && only
        ? literal(only.cooked ?? only.raw)
        : notConstant(node, place);
    }
    case 'ParenthesisExpression':
    case 'TsConstAssertion':
      return constantType(node.expression, place);
    case 'ArrayExpression':
      return tupleOf(node, place);
    case 'ObjectExpression':
      return objectOf(node, place);
    default:
      return notConstant(node, place);
  }
}

function notConstant(node: Expression, { module }: ConstantPlace): Meaning {
  return refuse({ module, span: spanOf(node) }, NOT_CONSTANT);
}

function spanOf(node: Expression): NodePlace['span'] {
  return 'span' in node ? node.span : { start: 0, end: 0, ctxt: 0 };
}

function tupleOf(node: ValueOf<'ArrayExpression'>, place: ConstantPlace): Meaning {
  const items: MeantItem[] = [];
  for (const element of node.elements) {
    if (!element || element.spread) return notConstant(node, place);
    const { expression } = element;
    items.push({ type: lazy(() => constantType(expression, place)), isOptional: false });
  }
  const at = { module: place.module, span: node.span };
  return meaning({ kind: 'tuple', items, isReadonly: true, at });
}

function objectOf(node: ValueOf<'ObjectExpression'>, place: ConstantPlace): Meaning {
  const properties = new Map<string, MeantProperty>();
  for (const property of node.properties) {
    if (property.type !== 'KeyValueProperty') return notConstant(node, place);
    const { key, value } = property;
    if (key.type !== 'Identifier' && key.type !== 'StringLiteral' && key.type !== 'NumericLiteral')
      return notConstant(node, place);
    properties.set(String(key.value), {
      type: lazy(() => constantType(value, place)),
      isOptional: false,
      at: { module: place.module, span: key.span },
      ...(key.type === 'NumericLiteral' && { isNumeric: true as const }),
    });
  }
  const at = { module: place.module, span: node.span };
  return meaning({ kind: 'object', properties, indexes: [], isInterface: false, at });
}
