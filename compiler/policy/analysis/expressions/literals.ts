// Evaluates object and array literals.
import { evaluateConstant, isFixed } from '../../../facts/evaluate-definition.js';
import { keyName } from '../../../syntax/expressions.js';
import type { ArrayExpression, ObjectExpression, TreeNode } from '../../../syntax/tree.js';
import { evaluate } from '../analysis.js';
import { constant, add, connect, createNode } from '../values/value-graph.js';
import {
  type Analysis,
  type Frame,
  type Node,
  type ObjectToken,
  UNDEFINED,
  UNKNOWN,
} from '../model.js';
import { callableOf, functionToken } from './functions.js';
import { evaluateName } from './names.js';
import { copyMembers, createObject, fieldOf, readItems } from '../values/object.js';
import { writeMember } from '../members/member.js';
import { noteMember } from '../calls/call-graph.js';

export function evaluateList(analysis: Analysis, frame: Frame, node: ArrayExpression): Node {
  const list = createObject('list');
  let isSpread = false;
  node.elements.forEach((element, index) => {
    if (!element) {
      if (isSpread) return;
      add(analysis.queue, fieldOf(list, String(index)), UNDEFINED);
      list.certain.add(String(index));
      return;
    }
    const value = evaluate(analysis, frame, element.expression);
    if (element.spread) {
      isSpread = true;
      readItems(analysis, value, list.any);
      list.spreads.push(value);
    } else if (isSpread) connect(analysis.queue, value, list.any);
    else {
      connect(analysis.queue, value, fieldOf(list, String(index)));
      list.certain.add(String(index));
    }
  });
  return constant(analysis, list);
}

type Property = Extract<
  TreeNode,
  {
    readonly type:
      | 'KeyValueProperty'
      | 'MethodProperty'
      | 'GetterProperty'
      | 'SetterProperty'
      | 'AssignmentProperty'
      | 'Identifier';
  }
>;

export function evaluateObject(analysis: Analysis, frame: Frame, node: ObjectExpression): Node {
  const prototype = node.properties.find(isPrototype);
  const base = prototype && evaluate(analysis, frame, prototype.value);
  const object = createObject('literal', base ? { base } : {});
  const self = createNode();
  add(analysis.queue, self, object);
  const inner = { ...frame, self };
  const names = node.properties.map((property) => nameOf(analysis, frame, property as Property)); // because swc's accessors differ from their types
  const lastSpread = node.properties.findLastIndex(({ type }) => type === 'SpreadElement');
  node.properties.forEach((property, index) => {
    if (property === prototype) return;
    if (property.type === 'SpreadElement') {
      const except = new Set(names.slice(index + 1).filter((name) => name !== undefined));
      const from = evaluate(analysis, frame, property.arguments);
      copyMembers(analysis, object, { from, except });
      object.spreads.push(from);
      return;
    }
    const name = names[index];
    if (name !== undefined) {
      object.certain.add(name);
      if (index > lastSpread) object.after.add(name);
    }
    addProperty(analysis, inner, { object, property: property as Property, name, outer: frame }); // because swc's accessors differ from their types
  });
  return constant(analysis, object);
}

/** Detects `__proto__: value`. This is not a member: the object inherits from the value. */
function isPrototype(
  property: ObjectExpression['properties'][number],
): property is KeyValueProperty {
  return (
    property.type === 'KeyValueProperty' &&
    property.key.type !== 'Computed' &&
    keyName(property.key) === '__proto__'
  );
}

/** Returns the name of a property; undefined for a computed name that is not constant. */
function nameOf(
  { program }: Analysis,
  { module, within }: Frame,
  property: Property | { readonly type: 'SpreadElement' },
): string | undefined {
  if (property.type === 'SpreadElement' || property.type === 'AssignmentProperty') return undefined;
  if (property.type === 'Identifier') return property.value;
  const { key } = property;
  const name = keyName(key);
  if (name !== undefined || key.type !== 'Computed' || within) return name;
  const value = evaluateConstant(program, module, key.expression);
  if (value.kind !== 'string' && value.kind !== 'number') return undefined;
  return isFixed(program, module, key.expression) ? String(value.value) : undefined;
}

type KeyValueProperty = Extract<TreeNode, { readonly type: 'KeyValueProperty' }>;

type NewProperty = {
  readonly object: ObjectToken;
  readonly property: Property;
  readonly name: string | undefined;
  readonly outer: Frame;
};

function addProperty(
  analysis: Analysis,
  frame: Frame,
  { object, property, name, outer }: NewProperty,
): void {
  const { queue } = analysis;
  const isComputed = name === undefined && 'key' in property && property.key.type === 'Computed';
  const key = isComputed ? evaluate(analysis, outer, property.key.expression) : undefined;
  switch (property.type) {
    case 'Identifier': {
      const value = evaluateName(analysis, outer, { node: property, call: undefined });
      noteMember(property.value, value);
      connect(queue, value, fieldOf(object, property.value));
      return;
    }
    case 'KeyValueProperty': {
      const value = evaluate(analysis, outer, property.value);
      noteMember(name, value);
      if (name !== undefined) connect(queue, value, fieldOf(object, name));
      else if (key) writeMember(analysis, constant(analysis, object), { key, value });
      return;
    }
    case 'MethodProperty': {
      const token = functionToken(analysis, frame, { node: property, self: frame.self });
      store(analysis, object, [name, constant(analysis, token)]);
      return;
    }
    case 'GetterProperty':
    case 'SetterProperty': {
      const callable = callableOf(property.function, property.span);
      const token = functionToken(analysis, frame, { node: callable, self: frame.self });
      token.isCalled = true;
      if (property.type === 'GetterProperty') store(analysis, object, [name, token.returns]);
      else for (const parameter of token.parameters) add(queue, parameter, UNKNOWN);
      return;
    }
    case 'AssignmentProperty':
  }
}

function store(
  analysis: Analysis,
  object: ObjectToken,
  [name, value]: readonly [string | undefined, Node],
): void {
  noteMember(name, value);
  connect(analysis.queue, value, name === undefined ? object.any : fieldOf(object, name));
}
