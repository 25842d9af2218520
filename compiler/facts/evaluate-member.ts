// Values of properties: of objects, lists, enums, namespaces, classes and the application.
import type { LoadedModule } from './module-graph.js';
import { propertyName, rootOf, unwrap } from '../syntax/expressions.js';
import type { Expression, MemberExpression, TsEnumDeclaration } from '../syntax/tree.js';
import { isChanged } from './constancy.js';
import { definitionOf, exportDefinition } from './definition.js';
import { staticProperty, traceExpression, type Entity } from './entity.js';
import { evaluateVariable, isEnvironment, unknownExpression, unknownValue } from './environment.js';
import { evaluateDefinition } from './evaluate-definition.js';
import { evaluateConstant } from './evaluate-constant.js';
import type { Evaluator } from './evaluate.js';
import { evaluateBinary, evaluateTemplate } from './evaluate-operator.js';
import type { StaticValue } from '../values/static-value.js';
import { evaluateJson } from './value-size.js';
import { missingProperty, propertyOf } from './property.js';

export function evaluateMember(evaluator: Evaluator, node: MemberExpression): StaticValue {
  const { program, module } = evaluator;
  const name = memberName(evaluator, node);
  if (typeof name !== 'string') return name;
  if (isEnvironment(program, module, node.object)) {
    return evaluateVariable(evaluator, name, node.span);
  }
  const entity = traceExpression(program, module, node.object);
  const own = entityProperty(evaluator, entity, { name, node });
  if (own) return own;
  const object = evaluator.evaluate(node.object);
  if (object.kind !== 'unknown') return propertyOf(module, object, { name, span: node.span });
  return isEnvironment(program, module, node) ? unknownExpression(module, node.span) : object;
}

/** The name of the property; a computed one must be constant. */
function memberName(evaluator: Evaluator, node: MemberExpression): string | StaticValue {
  const { module } = evaluator;
  const written = propertyName(node);
  if (written !== undefined) return written;
  if (node.property.type !== 'Computed') return unknownExpression(module, node.span);
  const key = evaluator.evaluate(node.property.expression);
  if (key.kind === 'string' || key.kind === 'number') return String(key.value);
  return key.kind === 'unknown' ? key : unknownExpression(module, node.span);
}

type Asked = { readonly name: string; readonly node: MemberExpression };

/** The property of an enum, namespace, class or application; undefined for other values. */
function entityProperty(
  evaluator: Evaluator,
  entity: Entity,
  { name, node }: Asked,
): StaticValue | undefined {
  const { program, module } = evaluator;
  const reference = { name, module, span: node.span };
  const missing = (): StaticValue => missingProperty(module, name, node.span);
  const at = module.record.source.spanOf(node.span);
  switch (entity.kind) {
    case 'namespace':
      return evaluateDefinition(program, exportDefinition(program, entity.module, name), reference);
    case 'members': {
      const member = entity.members.get(name);
      if (!member) return missing();
      return evaluateDefinition(program, definitionOf(program, entity.module, member), reference);
    }
    case 'enum': {
      const value = evaluateEnum(evaluator, entity, name);
      return value ? { ...value, at } : missing(); // because only the location differs
    }
    case 'class': {
      const value = staticProperty(entity.node, name);
      if (!value || isRootChanged(evaluator, node)) return unknownExpression(module, node.span);
      const found = evaluateConstant(program, entity.module, value);
      return found.kind === 'unknown' ? found : { ...found, at };
    }
    case 'json':
      return entity.name === '*'
        ? evaluateJson(program, { ...entity, name }, reference)
        : undefined;
    case 'package':
      return unknownValue(module, node.span, {
        kind: 'outside-project',
        name,
        module: entity.specifier,
        ...(entity.isMissing && { isMissing: true }),
      });
    case 'member': {
      const types = program.binaryTypes.get(entity.site.node);
      const isList = entity.name === 'api' && name === 'binaryTypes' && types;
      return isList ? { ...types, at } : unknownExpression(module, node.span);
    }
    case 'app':
      return unknownExpression(module, node.span);
    default:
      return undefined;
  }
}

function isRootChanged({ program, module }: Evaluator, node: MemberExpression): boolean {
  const root = rootOf(node);
  const definition = root && definitionOf(program, module, root);
  return definition?.kind === 'binding' && isChanged(program, definition.module, definition);
}

/** The value of an enum member. A number without an initializer is one more than the number before. */
function evaluateEnum(
  { program }: Evaluator,
  { module, nodes }: Entity & { readonly kind: 'enum' },
  name: string,
): StaticValue | undefined {
  const values = new Map<string, StaticValue>();
  const evaluate = (init: Expression): StaticValue =>
    enumInitializer({ program, module, evaluate }, unwrap(init), values) ??
    evaluateConstant(program, module, init);
  for (const node of nodes) {
    let previous = -1;
    for (const member of node.members) {
      const value: StaticValue = member.init
        ? evaluate(member.init)
        : nextNumber(previous, module, member);
      previous = value.kind === 'number' ? value.value : NaN;
      values.set(member.id.value, value);
    }
  }
  return values.get(name);
}

/** The value of a member's initializer, which may use earlier members like variables. */
function enumInitializer(
  evaluator: Evaluator,
  node: Expression,
  values: ReadonlyMap<string, StaticValue>,
): StaticValue | undefined {
  switch (node.type) {
    case 'Identifier':
      return values.get(node.value);
    case 'TemplateLiteral':
      return evaluateTemplate(evaluator, node);
    case 'BinaryExpression':
      return evaluateBinary(evaluator, node);
    default:
      return undefined;
  }
}

function nextNumber(
  previous: number,
  module: LoadedModule,
  { span }: TsEnumDeclaration['members'][number],
): StaticValue {
  if (Number.isNaN(previous)) return unknownExpression(module, span);
  return { kind: 'number', value: previous + 1, at: module.record.source.spanOf(span) };
}
