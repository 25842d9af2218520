// Evaluates `typeof x` in a type, if `x` is an enum, or a constant that is a single literal or written with `as const`.
import type { LoadedModule } from '../facts/module-graph.js';
import { spanOf } from '../syntax/expressions.js';
import type { Expression, FunctionNode } from '../syntax/tree.js';
import { once } from '../groups.js';
import { enumObject } from './enums.js';
import { findConstant } from './find-type.js';
import { findValue, type FoundValue } from './find-value.js';
import { indexed, functionAt, functionOf } from './members.js';
import {
  literal,
  type Meaning,
  type NodePlace,
  meaning,
  refuse,
  UNDEFINED,
  type MeantItem,
  type MeantProperty,
} from './meaning.js';
import { NOT_CONSTANT, notKnown } from './refusals.js';
import { constantOf } from './schema-reading.js';
import { moduleScope, placeInScope, refuseNode, type Scope } from './scope.js';
import {
  identifierOf,
  typeNode,
  type EntityName,
  type ParameterNode,
  type QueryNode,
} from './type-node.js';

export function queried(node: QueryNode, scope: Scope): Meaning {
  const { exprName } = node;
  if (exprName.type === 'TsImportType' || node.typeArguments)
    return refuseNode(scope, node, notKnown('such values'));
  return valueType(node, exprName, scope);
}

function valueType(node: QueryNode, name: EntityName, scope: Scope): Meaning {
  const declared = findConstant(scope.world.load, scope.module, name);
  if (declared?.kind === 'constant')
    return scope.world.evaluate(declared.node, moduleScope(scope.world, declared.module));
  const object = declared?.kind === 'enum' && enumObject(declared, placeInScope(scope, node));
  if (object) return object;
  if (name.type === 'TsQualifiedName') {
    const owner = valueType(node, name.left, scope);
    return indexed(owner, literal(name.right.value), placeInScope(scope, node));
  }
  const found = findValue(scope.world.load, scope.module, identifierOf(name));
  const type = found && typeOfBinding(found, placeInScope(scope, node), scope);
  return type ?? refuseNode(scope, node, NOT_CONSTANT);
}

function typeOfBinding(
  { module, binding }: FoundValue,
  use: NodePlace,
  scope: Scope,
): Meaning | undefined {
  if (binding.kind === 'enum')
    return enumObject({ kind: 'enum', module, nodes: binding.nodes }, use);
  if (binding.kind === 'function') {
    const { node, isOverloaded } = binding;
    return isOverloaded ? functionAt(use) : functionType(node, { module, scope });
  }
  if (binding.kind !== 'value' || !binding.init || binding.steps.length > 0) return undefined;
  const { init, at } = binding;
  const { text, offsetOf } = module.record.source;
  const start = offsetOf(at.start);
  const between = text.slice(start, offsetOf(spanOf(init).start));
  // The type annotation of a constant may be wider than its value.
  if (!/^[\w$]+\s*=\s*\(*$/.test(between)) return undefined;
  if (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression')
    return functionType(init, { module, scope });
  const constant = asConst(init);
  if (constant) return constantType(constant, { module, scope });
  const isConstant = /\bconst\s+$/.test(text.slice(Math.max(0, start - 20), start));
  return isConstant && isLiteral(init) ? constantType(init, { module, scope }) : undefined;
}

function functionType(
  { span, params, typeParameters, returnType }: FunctionNode,
  { module, scope }: ConstantPlace,
): Meaning {
  const returns = returnType && { typeAnnotation: typeNode(returnType.typeAnnotation) };
  const given = params as unknown as ParameterNode[]; // because swc's declarations differ from its output
  const node = { span, typeParams: typeParameters ?? null, params: given };
  return functionOf({ node, returns }, moduleScope(scope.world, module));
}

/** Returns the `x` in `x as const`, even if `satisfies` follows. */
function asConst(node: Expression): Expression | undefined {
  switch (node.type) {
    case 'TsConstAssertion':
      return node.expression;
    case 'TsSatisfiesExpression':
    case 'ParenthesisExpression':
      return asConst(node.expression);
    default:
      return undefined;
  }
}

function isLiteral({ type }: Expression): boolean {
  return type === 'StringLiteral' || type === 'NumericLiteral' || type === 'BooleanLiteral';
}

type ConstantPlace = { readonly module: LoadedModule; readonly scope: Scope };

type ValueOf<Type extends Expression['type']> = Expression & { readonly type: Type };

function constantType(node: Expression, location: ConstantPlace): Meaning {
  const constant = constantOf(node);
  if (constant) return constant;
  switch (node.type) {
    case 'Identifier':
      return node.value === 'undefined' ? UNDEFINED : notConstant(node, location);
    case 'TemplateLiteral': {
      const [only] = node.quasis;
      return node.expressions.length === 0 && only
        ? literal(only.cooked ?? only.raw)
        : notConstant(node, location);
    }
    case 'ParenthesisExpression':
    case 'TsConstAssertion':
      return constantType(node.expression, location);
    case 'ArrayExpression':
      return tupleOf(node, location);
    case 'ObjectExpression':
      return objectOf(node, location);
    default:
      return notConstant(node, location);
  }
}

function notConstant(node: Expression, { module }: ConstantPlace): Meaning {
  return refuse({ module, span: spanOf(node) }, NOT_CONSTANT);
}

function tupleOf(node: ValueOf<'ArrayExpression'>, location: ConstantPlace): Meaning {
  const items: MeantItem[] = [];
  for (const element of node.elements) {
    if (!element || element.spread) return notConstant(node, location);
    const { expression } = element;
    items.push({ type: once(() => constantType(expression, location)), isOptional: false });
  }
  const at = { module: location.module, span: node.span };
  return meaning({ kind: 'tuple', items, isReadonly: true, at });
}

function objectOf(node: ValueOf<'ObjectExpression'>, location: ConstantPlace): Meaning {
  const properties = new Map<string, MeantProperty>();
  for (const property of node.properties) {
    if (property.type !== 'KeyValueProperty') return notConstant(node, location);
    const { key, value } = property;
    if (key.type !== 'Identifier' && key.type !== 'StringLiteral' && key.type !== 'NumericLiteral')
      return notConstant(node, location);
    properties.set(String(key.value), {
      type: once(() => constantType(value, location)),
      isOptional: false,
      at: { module: location.module, span: key.span },
      ...(key.type === 'NumericLiteral' && { isNumeric: true as const }),
    });
  }
  const at = { module: location.module, span: node.span };
  return meaning({ kind: 'object', properties, indexes: [], at });
}
