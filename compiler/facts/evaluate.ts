// Computes the value of an expression without running it (docs/decisions/static-values.md). An unknown value has a reason and
// the location of the part that is not static.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { LoadedModule } from './module-graph.js';
import {
  calleeOf,
  functionOf,
  keyName,
  propertyName,
  spanOf,
  unwrap,
} from '../syntax/expressions.js';
import type {
  Argument,
  ArrayExpression,
  CallExpression,
  ConditionalExpression,
  Expression,
  Identifier,
  NewExpression,
  ObjectExpression,
  PropertyName,
} from '../syntax/tree.js';
import { definitionOf } from './definition.js';
import { isFreeze, isOurs, traceExpression } from './entity.js';
import { evaluateDefinition, evaluateConstant, evaluateMember } from './evaluate-definition.js';
import {
  computed,
  evaluateBinary,
  evaluateTemplate,
  evaluateUnary,
  isTruthy,
} from './evaluate-operator.js';
import { KINDS } from '../kinds/registry.js';
import { makingCalls, type MakingCall, middlewareMaker, PROVIDE } from './made-middleware.js';
import type {
  ProviderOptionsValue,
  Spanned,
  StaticEntry,
  StaticInstance,
  StaticValue,
} from '../values/static-value.js';
import type { Evaluator, Program } from './program.js';
import {
  shortText,
  type Unknown,
  unknownExpression,
  unknownFunction,
  unknownValue,
} from './environment.js';
import { evaluateDeeper, limitSize } from './value-size.js';

export function createProgram(
  options: Pick<Program, 'graph' | 'environment' | 'readText' | 'types'>,
): Program {
  return {
    ...options,
    boundEntities: new Map(),
    entities: new Map(),
    definitions: new Map(),
    evaluate,
    values: new Map(),
    sites: new Map(),
    binaryTypes: new Map(),
    classes: new Map(),
    changed: new Map(),
    mutated: new Set(),
    depth: { value: 0 },
    steps: { value: 0 },
    json: new Map(),
  };
}

export function evaluate(
  program: Program,
  module: LoadedModule,
  expression: Expression,
): StaticValue {
  const node = unwrap(expression);
  return evaluateDeeper(program, { module, span: spanOf(node) }, () =>
    evaluateNode({ program, module, evaluate: (part) => evaluate(program, module, part) }, node),
  );
}

/** Evaluates the arguments of a call. A spread is unknown, because it stands for any number of arguments. */
export function evaluateArguments(
  program: Program,
  module: LoadedModule,
  given: readonly Argument[],
): readonly StaticValue[] {
  return given.map(({ expression, spread }) =>
    spread ? unknownExpression(module, spread) : evaluate(program, module, expression),
  );
}

function evaluateNode(evaluator: Evaluator, node: Expression): StaticValue {
  const { module } = evaluator;
  const at = module.record.source.spanOf;
  switch (node.type) {
    case 'StringLiteral':
      return evaluateText(node.value, at(node.span));
    case 'NumericLiteral':
      return { kind: 'number', value: node.value, at: at(node.span) };
    case 'BooleanLiteral':
      return { kind: 'boolean', value: node.value, at: at(node.span) };
    case 'NullLiteral':
      return { kind: 'null', at: at(node.span) };
    case 'TemplateLiteral':
      return evaluateTemplate(evaluator, node);
    case 'ArrayExpression':
      return evaluateList(evaluator, node);
    case 'ObjectExpression':
      return evaluateObject(evaluator, node);
    case 'Identifier':
      return evaluateName(evaluator, node);
    case 'MemberExpression':
      return evaluateMember(evaluator, node);
    case 'OptionalChainingExpression':
      return node.base.type === 'MemberExpression'
        ? evaluateMember(evaluator, node.base)
        : unknownExpression(module, node.span, 'call');
    case 'BinaryExpression':
      return evaluateBinary(evaluator, node);
    case 'UnaryExpression':
      return evaluateUnary(evaluator, node);
    case 'ConditionalExpression':
      return evaluateConditional(evaluator, node);
    case 'NewExpression':
      return evaluateNew(evaluator, node);
    case 'CallExpression':
      return evaluateCall(evaluator, node);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return unknownFunction(module, node.span);
    default:
      return unknownExpression(module, spanOf(node));
  }
}

/** Only a literal without escapes has the same text in the source, so that a fix can replace part of it. */
function evaluateText(value: string, at: SourceSpan): StaticValue {
  const isPlain = at.end - at.start === value.length + 2;
  return { kind: 'string', value, at, ...(isPlain && { literal: at }) };
}

function evaluateList(evaluator: Evaluator, node: ArrayExpression): StaticValue {
  const { module } = evaluator;
  const at = module.record.source.spanOf(node.span);
  const items: StaticValue[] = [];
  for (const element of node.elements) {
    if (!element) {
      items.push({ kind: 'undefined', at });
      continue;
    }
    const value = evaluator.evaluate(element.expression);
    if (!element.spread) items.push(value);
    else if (value.kind === 'list') for (const item of value.items) items.push(item);
    else {
      const unknown =
        value.kind === 'unknown' ? value : unknownExpression(module, spanOf(element.expression));
      items.push({ ...unknown, isSpread: true });
    }
  }
  return limitSize({ kind: 'list', items, at }, { module, span: node.span });
}

function evaluateName(evaluator: Evaluator, node: Identifier): StaticValue {
  const { program, module } = evaluator;
  const at = module.record.source.spanOf(node.span);
  const definition = definitionOf(program, module, node);
  const isGlobal = !module.record.names.find(node);
  if (isGlobal && node.value === 'undefined') return { kind: 'undefined', at };
  if (isGlobal && node.value === 'Infinity') return { kind: 'number', value: Infinity, at };
  return evaluateDefinition(program, definition, { name: node.value, module, span: node.span });
}

function evaluateConditional(evaluator: Evaluator, node: ConditionalExpression): StaticValue {
  const test = isTruthy(evaluator.evaluate(node.test));
  if (typeof test !== 'boolean') return computed(test);
  return evaluator.evaluate(test ? node.consequent : node.alternate);
}

const OPTION_CLASSES: readonly string[] = KINDS.flatMap(({ classes }) => classes);
const OPTION_FUNCTIONS: readonly string[] = KINDS.flatMap(({ makers = [] }) => makers);

function evaluateNew(evaluator: Evaluator, node: NewExpression): StaticValue {
  const { program, module } = evaluator;
  const made = traceExpression(program, module, node.callee);
  const name = OPTION_CLASSES.find((candidate) => isOurs(made, candidate));
  return name ? evaluateMade(evaluator, node, name) : unknownExpression(module, node.span);
}

function evaluateMade(
  evaluator: Evaluator,
  node: NewExpression | CallExpression,
  name: string,
): StaticInstance {
  const { module } = evaluator;
  const values = (node.arguments ?? []).map(({ expression, spread }) =>
    spread ? unknownExpression(module, spanOf(expression)) : evaluator.evaluate(expression),
  );
  const at = module.record.source.spanOf(node.span);
  return { kind: 'instance', name, arguments: values, at };
}

/** Handles `Object.freeze({...})`, `list.filter(...)`, and calls to option functions of this package. */
function evaluateCall(evaluator: Evaluator, node: CallExpression): StaticValue {
  const { module } = evaluator;
  const [first] = node.arguments;
  if (first && isFreeze(module, node)) return evaluator.evaluate(first.expression);
  const callee = calleeOf(node);
  if (!callee) return unknownExpression(module, node.span, 'call');
  const called = traceExpression(evaluator.program, module, callee);
  const name = middlewareMaker(evaluator.program, module, node);
  if (name !== undefined) {
    const at = module.record.source.spanOf(node.span);
    const provider = providerOptions(evaluator, node, [{ name, module, call: node }]);
    return { kind: 'instance', name, arguments: [], at, origin: at, ...provider };
  }
  const filtered = evaluateFilter(evaluator, node);
  if (filtered) return filtered;
  const maker = OPTION_FUNCTIONS.find((candidate) => isOurs(called, candidate));
  if (maker !== undefined) {
    const made = evaluateMade(evaluator, node, maker);
    return { ...made, origin: made.at };
  }
  // An option class is called without `new`.
  if (OPTION_CLASSES.some((one) => isOurs(called, one)))
    return unknownExpression(module, node.span);
  const isKnown = called.kind === 'function' || called.kind === 'package';
  const made =
    called.kind === 'function' ? makingCalls(evaluator.program, { module, call: node }) : [];
  const value = unknownValue(module, node.span, {
    kind: 'call',
    text: shortText(module, node.span),
    ...(isKnown && { callee: called.kind }),
    ...(called.kind === 'package' && {
      module: called.specifier,
      ...(called.isMissing && { isMissing: true }),
    }),
  });
  return { ...value, ...providerOptions(evaluator, node, made) };
}

/** Returns what is known about a provider, if the call that creates it has options. */
function providerOptions(
  { program, module }: Evaluator,
  node: CallExpression,
  made: readonly MakingCall[],
): { readonly provider?: ProviderOptionsValue } {
  const [only, ...others] = made;
  const given = only?.name === PROVIDE && others.length === 0 && only.call.arguments[1];
  if (!only || !given) return {};
  return {
    provider: {
      name: holderName(module, node),
      options: evaluateConstant(program, only.module, given.expression),
      at: module.record.source.spanOf(node.span),
    },
  };
}

function holderName({ record }: LoadedModule, node: CallExpression): string | undefined {
  for (const [name, binding] of record.names.all()) {
    const init = binding.kind === 'value' && binding.init ? unwrap(binding.init) : undefined;
    if (init === node) return name;
    if (init?.type !== 'ObjectExpression') continue;
    for (const property of init.properties)
      if (property.type === 'KeyValueProperty' && unwrap(property.value) === node)
        return keyName(property.key);
  }
  return undefined;
}

/** Evaluates `list.filter((item) => …)` if the condition is known for each item; undefined for any other call. */
function evaluateFilter(evaluator: Evaluator, node: CallExpression): StaticValue | undefined {
  const { module } = evaluator;
  const callee = calleeOf(node);
  const [argument] = node.arguments;
  const test = argument && functionOf(argument.expression);
  if (callee?.type !== 'MemberExpression' || propertyName(callee) !== 'filter') return undefined;
  if (test?.type !== 'ArrowFunctionExpression' || test.async || node.arguments.length > 1)
    return undefined;
  const [parameter] = test.params;
  const list = evaluator.evaluate(callee.object);
  if (list.kind !== 'list' || test.params.length !== 1 || parameter?.type !== 'Identifier')
    return undefined;
  const { body } = test;
  if ('stmts' in body) return undefined;
  const items: StaticValue[] = [];
  for (const item of list.items) {
    const isKept = isTruthy(evaluateWith(evaluator, { name: parameter.value, item }, body));
    if (typeof isKept !== 'boolean') return undefined;
    if (isKept) items.push(item);
  }
  return { kind: 'list', items, at: module.record.source.spanOf(node.span) };
}

type Item = { readonly name: string; readonly item: StaticValue };

/** Evaluates the condition of a filter for one item. */
function evaluateWith(evaluator: Evaluator, one: Item, expression: Expression): StaticValue {
  const node = unwrap(expression);
  const bound: Evaluator = {
    ...evaluator,
    evaluate: (inner) => evaluateWith(evaluator, one, inner),
  };
  if (node.type === 'Identifier' && node.value === one.name) return one.item;
  if (node.type !== 'CallExpression') return evaluateNode(bound, node);
  const callee = calleeOf(node);
  const [argument] = node.arguments;
  const isPlain = callee?.type === 'MemberExpression' && node.arguments.length === 1;
  if (!isPlain || !argument || argument.spread) return evaluator.evaluate(node);
  const of = bound.evaluate(callee.object);
  const given = bound.evaluate(argument.expression);
  const at = evaluator.module.record.source.spanOf(node.span);
  const name = propertyName(callee);
  const found = name === undefined ? undefined : isIn(name, of, given);
  return found === undefined ? evaluator.evaluate(node) : { kind: 'boolean', value: found, at };
}

function isIn(name: string, of: StaticValue, given: StaticValue): boolean | undefined {
  if (given.kind !== 'string') return undefined;
  if (of.kind === 'string') {
    if (name === 'includes') return of.value.includes(given.value);
    if (name === 'startsWith') return of.value.startsWith(given.value);
    return name === 'endsWith' ? of.value.endsWith(given.value) : undefined;
  }
  if (of.kind !== 'list' || name !== 'includes') return undefined;
  if (of.items.some((item) => item.kind === 'unknown')) return undefined;
  return of.items.some((item) => item.kind === 'string' && item.value === given.value);
}

type Property = ObjectExpression['properties'][number];

/** Evaluates the properties of an object. If several properties have the same name, the last one wins. */
function evaluateObject(evaluator: Evaluator, node: ObjectExpression): StaticValue {
  const { module } = evaluator;
  const entries = new Map<string, StaticEntry>();
  for (const property of node.properties) {
    const found = readProperty(evaluator, property);
    if ('kind' in found) return found;
    for (const entry of found) {
      entries.delete(entry.key.value);
      entries.set(entry.key.value, entry);
    }
  }
  const at = module.record.source.spanOf(node.span);
  const value = { kind: 'object', entries: [...entries.values()], at } as const;
  return limitSize(value, { module, span: node.span });
}

/** Evaluates one property to its entries. An unknown name or spread makes the whole object unknown. */
function readProperty(evaluator: Evaluator, property: Property): readonly StaticEntry[] | Unknown {
  const { module } = evaluator;
  switch (property.type) {
    case 'SpreadElement':
      return spreadEntries(evaluator, evaluator.evaluate(property.arguments), property);
    case 'Identifier': {
      const at = module.record.source.spanOf(property.span);
      return [{ key: { value: property.value, at }, value: evaluator.evaluate(property) }];
    }
    case 'AssignmentProperty':
      return unknownExpression(module, property.key.span);
    case 'KeyValueProperty': {
      const key = readKey(evaluator, property.key);
      return 'kind' in key ? key : [{ key, value: evaluator.evaluate(property.value) }];
    }
    case 'GetterProperty':
    case 'SetterProperty':
    case 'MethodProperty': {
      const key = readKey(evaluator, property.key);
      if ('kind' in key) return key;
      return [{ key, value: unknownExpression(module, property.key.span) }];
    }
  }
}

function spreadEntries(
  { module }: Evaluator,
  value: StaticValue,
  { arguments: spread }: Property & { readonly type: 'SpreadElement' },
): readonly StaticEntry[] | Unknown {
  switch (value.kind) {
    case 'object':
      return value.entries;
    case 'unknown':
      return value;
    case 'undefined':
    case 'null':
    case 'boolean':
    case 'number':
      return [];
    default:
      return unknownExpression(module, spanOf(spread));
  }
}

function readKey(evaluator: Evaluator, key: PropertyName): Spanned<string> | Unknown {
  const { module } = evaluator;
  const written = keyName(key);
  if (written !== undefined) return { value: written, at: module.record.source.spanOf(key.span) };
  if (key.type !== 'Computed') return unknownExpression(module, key.span);
  const value = evaluator.evaluate(key.expression);
  if (value.kind === 'unknown') return value;
  if (value.kind !== 'string' && value.kind !== 'number')
    return unknownExpression(module, key.span);
  return { value: String(value.value), at: value.at };
}
