// Evaluates names: constants of this module and of other modules, and the values that destructuring takes from them.
import type { LoadedModule, Located } from './module-graph.js';
import { unwrap, spanOf, propertyName, rootOf } from '../syntax/expressions.js';
import type {
  Expression,
  Identifier,
  MemberExpression,
  Span,
  TsEnumDeclaration,
} from '../syntax/tree.js';
import { definitionOf, exportDefinition, isChanged } from './definition.js';
import {
  evaluateVariable,
  isEnvironment,
  unknownValue,
  shortText,
  unknownExpression,
} from './environment.js';
import type { StaticValue, UnknownReason } from '../values/static-value.js';
import { evaluateJson } from './value-size.js';
import type { Binding, PatternStep } from './module-record.js';
import type { Definition, Entity, Evaluator, Program, Reference } from './program.js';
import { staticProperty, traceExpression } from './entity.js';
import { evaluateBinary, evaluateTemplate } from './evaluate-operator.js';

/** The location of the result is where the name is used, but an unknown value keeps the location of its cause. */
export function evaluateDefinition(
  program: Program,
  definition: Definition,
  reference: Reference,
): StaticValue {
  const { name, module, span } = reference;
  const because = (reason: UnknownReason): StaticValue => unknownValue(module, span, reason);
  switch (definition.kind) {
    case 'binding':
      return evaluateBinding(program, definition, reference);
    case 'json':
      return evaluateJson(program, definition, reference);
    case 'package':
      return because({
        kind: 'outside-project',
        name,
        module: definition.specifier,
        ...(definition.isMissing && { isMissing: true }),
      });
    case 'unresolved':
      return because(
        isGlobal(name) ? { kind: 'expression', text: name } : { kind: 'unresolved', name },
      );
    case 'namespace':
      return because({ kind: 'expression', text: name });
  }
}

/** Tells whether a name is global, so that its value is known only at run time. */
function isGlobal(name: string): boolean {
  return Object.hasOwn(globalThis, name) || ['require', 'module', '__dirname'].includes(name);
}

function evaluateBinding(
  program: Program,
  definition: Definition & { readonly kind: 'binding' },
  reference: Reference,
): StaticValue {
  const { name, module, span } = reference;
  const because = (reason: UnknownReason): StaticValue => unknownValue(module, span, reason);
  const { binding } = definition;
  switch (binding.kind) {
    case 'value': {
      if (program.mutated.has(binding) || isChanged(program, definition.module, definition))
        return because({ kind: 'reassigned', name });
      if (isBusy(program, binding)) return because({ kind: 'cycle', name });
      return moveTo(reference, evaluateValue(program, definition.module, binding));
    }
    case 'parameter':
    case 'variable':
      return because({ kind: 'parameter', name });
    case 'function':
      return because({ kind: 'expression', text: name, isFunction: true });
    case 'class':
    case 'enum':
    case 'namespace':
      return because({ kind: 'expression', text: name });
  }
}

/** Tells whether the value is still being computed. If so, it depends on itself. */
function isBusy({ values }: Program, { init }: Binding & { readonly kind: 'value' }): boolean {
  const node = init && unwrap(init);
  return node !== undefined && values.has(node) && values.get(node) === undefined;
}

function evaluateValue(
  program: Program,
  module: LoadedModule,
  { init, steps, at }: Binding & { readonly kind: 'value' },
): StaticValue {
  if (!init) return { kind: 'undefined', at: module.record.source.spanOf(at) };
  const [first, ...rest] = steps;
  const location = { module, at };
  if (first && isEnvironment(program, module, init)) {
    const variable = evaluateVariable({ program, module }, String(first.key), at);
    const value = fillIn(program, { module, value: variable }, first);
    return takeApart(program, location, { value, steps: rest });
  }
  const value = evaluateConstant(program, module, init);
  return takeApart(program, location, { value, steps });
}

function takeApart(
  program: Program,
  location: { readonly module: LoadedModule; readonly at: Span },
  from: { readonly value: StaticValue; readonly steps: readonly PatternStep[] },
): StaticValue {
  return from.steps.reduce((value, step) => {
    const part = propertyOf(location.module, value, { name: String(step.key), span: location.at });
    return fillIn(program, { module: location.module, value: part }, step);
  }, from.value);
}

function fillIn(
  program: Program,
  { module, value }: { readonly module: LoadedModule; readonly value: StaticValue },
  { fallback }: PatternStep,
): StaticValue {
  if (!fallback) return value;
  const isAbsent =
    value.kind === 'undefined' ||
    (value.kind === 'unknown' &&
      (value.reason.kind === 'missing-property' || value.reason.kind === 'environment'));
  return isAbsent ? evaluateConstant(program, module, fallback) : value;
}

function moveTo({ module, span }: Reference, value: StaticValue): StaticValue {
  return value.kind === 'unknown' ? value : { ...value, at: module.record.source.spanOf(span) };
}

/** Evaluates an expression only once. The value is unknown if it depends on itself. */
export function evaluateConstant(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): StaticValue {
  const node = unwrap(expression);
  const known = program.values.get(node);
  if (known) return known;
  if (program.values.has(node)) {
    const name = shortText(module, spanOf(node));
    return unknownValue(module, spanOf(node), { kind: 'cycle', name });
  }
  program.values.set(node, undefined);
  const value = program.evaluate(program, module, node);
  program.values.set(node, value);
  return value;
}

/**
 * Tells whether an expression consists of literals, enum members, and variables with such values. A property of an object is
 * not fixed, because any code that receives the object can change it.
 */
export function isFixed(program: Program, module: LoadedModule, expression: Expression): boolean {
  const seen = new Set<object>();
  const open = [{ location: module, part: expression }];
  for (const { location, part } of open) {
    const add = (at: LoadedModule, parts: readonly Expression[]): void => {
      for (const one of parts) open.push({ location: at, part: one });
    };
    const node = unwrap(part);
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
        break;
      case 'UnaryExpression':
        add(location, [node.argument]);
        break;
      case 'TemplateLiteral':
        add(location, node.expressions);
        break;
      case 'BinaryExpression':
        add(location, [node.left, node.right]);
        break;
      case 'MemberExpression': {
        const entity = traceExpression(program, location, node.object);
        if (entity.kind !== 'enum' || isRootChanged({ program, module: location }, node))
          return false;
        if (seen.has(entity.nodes)) break;
        seen.add(entity.nodes);
        for (const { members } of entity.nodes)
          add(
            entity.module,
            members.flatMap(({ init }) => init ?? []),
          );
        break;
      }
      case 'Identifier': {
        const definition = definitionOf(program, location, node);
        // Inside an enum, the names of its other members have no definition.
        if (definition.kind === 'unresolved') break;
        if (definition.kind !== 'binding') return false;
        const { binding } = definition;
        if (seen.has(binding)) break;
        seen.add(binding);
        if (binding.kind !== 'value' || binding.steps.length > 0 || !binding.init) return false;
        add(definition.module, [binding.init]);
        break;
      }
      default:
        return false;
    }
  }
  return true;
}

/** Returns an empty list if not all values that code assigns are known, as for a parameter or a destructured variable. */
export function assignedValues(
  program: Program,
  module: LoadedModule,
  name: Identifier,
): readonly Located<Expression>[] {
  const definition = definitionOf(program, module, name);
  if (definition.kind !== 'binding' || definition.binding.kind !== 'value') return [];
  const { module: owner, binding } = definition;
  if (binding.steps.length > 0 || !binding.init) return [];
  owner.record.readBodiesWith(definition.name);
  const later = owner.record.uses.flatMap((use) => {
    if (use.kind !== 'write' || use.call || use.target.type !== 'Identifier') return [];
    return owner.record.names.find(use.target) === binding ? [use.value] : [];
  });
  const values = [binding.init, ...later];
  return values.every((node) => node !== undefined)
    ? values.map((node) => ({ module: owner, node }))
    : [];
}

function propertyOf(
  module: LoadedModule,
  object: StaticValue,
  { name, span }: { readonly name: string; readonly span: Span },
): StaticValue {
  const at = module.record.source.spanOf(span);
  const found = ownProperty(object, name);
  if (found) return found.kind === 'unknown' ? found : { ...found, at };
  if (object.kind === 'unknown') return object;
  if (name === 'length' && object.kind === 'list') {
    return { kind: 'number', value: object.items.length, at };
  }
  if (object.kind === 'object' || object.kind === 'list')
    return missingProperty(module, name, span);
  return unknownExpression(module, span);
}

function ownProperty(object: StaticValue, name: string): StaticValue | undefined {
  if (object.kind === 'list') return /^\d+$/.test(name) ? object.items[Number(name)] : undefined;
  if (object.kind !== 'object') return undefined;
  return object.entries.find(({ key }) => key.value === name)?.value;
}

function missingProperty(module: LoadedModule, name: string, span: Span): StaticValue {
  const text = shortText(module, span);
  return unknownValue(module, span, { kind: 'missing-property', name, text });
}

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

/** Returns the name of the property, or an unknown value if the name is computed and not constant. */
function memberName(evaluator: Evaluator, node: MemberExpression): string | StaticValue {
  const { module } = evaluator;
  const written = propertyName(node);
  if (written !== undefined) return written;
  if (node.property.type !== 'Computed') return unknownExpression(module, node.span);
  const key = evaluator.evaluate(node.property.expression);
  if (key.kind === 'string' || key.kind === 'number') return String(key.value);
  return key.kind === 'unknown' ? key : unknownExpression(module, node.span);
}

function entityProperty(
  evaluator: Evaluator,
  entity: Entity,
  { name, node }: { readonly name: string; readonly node: MemberExpression },
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
      const value = enumValues(program, entity).get(name);
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

function isRootChanged(
  { program, module }: Pick<Evaluator, 'program' | 'module'>,
  node: MemberExpression,
): boolean {
  const root = rootOf(node);
  const definition = root && definitionOf(program, module, root);
  if (definition?.kind !== 'binding') return false;
  return (
    program.mutated.has(definition.binding) || isChanged(program, definition.module, definition)
  );
}

/** Returns the values of an enum's members. A member without an initializer is one more than the previous member. */
export function enumValues(
  program: Program,
  { module, nodes }: Omit<Extract<Entity, { readonly kind: 'enum' }>, 'kind'>,
): ReadonlyMap<string, StaticValue> {
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
  return values;
}

/** Evaluates a member's initializer, which may refer to earlier members as variables. */
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
