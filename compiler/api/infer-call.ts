// Infers the return types of calls: to functions of the application, and to methods that filter and map lists. The value of a
// provider is what its function passes to `next`.
import { definitionOf } from '../facts/definition.js';
import { calledFunction } from '../facts/called-functions.js';
import { globalMember, globalName, traceExpression } from '../facts/entity.js';
import { makingCalls, type MakingCall, PROVIDE } from '../facts/made-middleware.js';
import type { LoadedModule } from '../facts/module-graph.js';
import {
  annotationOf,
  calleeOf,
  functionOf,
  patternOf,
  propertyName,
  unwrap,
} from '../syntax/expressions.js';
import type { CallExpression, Expression, MemberExpression, Pattern } from '../syntax/tree.js';
import { isOfType, walk } from '../syntax/tree-walk.js';
import type { Type } from '../declarations/declared-type.js';
import { wordSet } from '../groups.js';
import { memberOf, REQUEST, inferReturned } from './infer-name.js';
import {
  BOOLEAN,
  boundNames,
  NUMBER,
  TEXT,
  UNDEFINED,
  unite,
  UNKNOWN,
  widened,
  without,
  callerAt,
  inferType,
  type Inference,
  type ExpressionContext,
} from './inference.js';

export function inferCall(context: ExpressionContext, call: CallExpression): Type {
  const callee = calleeOf(call);
  if (!callee) return UNKNOWN;
  const { module } = context;
  const known = GLOBALS.get(globalName(module, callee) ?? globalMember(module, callee) ?? '');
  if (known) return known;
  const found = calledFunction(callerAt(context), callee);
  if (found) return inferReturned(context.inference, found, context.depth);
  const member = callee.type === 'OptionalChainingExpression' ? callee.base : callee;
  if (member.type !== 'MemberExpression') return UNKNOWN;
  return inferMethod(context, { call, callee: member });
}

const TEXTS: Type = { kind: 'list', of: TEXT };

function typed(type: Type, names: string): readonly (readonly [name: string, type: Type])[] {
  return names.split(' ').map((name) => [name, type]);
}

/** The result types of built-in functions, unless the module declares a variable with the same name. */
const GLOBALS: ReadonlyMap<string, Type> = new Map([
  ...typed(TEXT, 'String encodeURIComponent decodeURIComponent JSON.stringify crypto.randomUUID'),
  ...typed(NUMBER, 'Number parseInt parseFloat Date.now Math.round Math.floor Math.ceil'),
  ...typed(NUMBER, 'Math.max Math.min Math.abs'),
  ...typed(BOOLEAN, 'Boolean Array.isArray'),
  ['Object.keys', TEXTS],
]);

type Method = { readonly call: CallExpression; readonly callee: MemberExpression };

function inferMethod(context: ExpressionContext, { call, callee }: Method): Type {
  const name = propertyName(callee);
  if (name === undefined) return UNKNOWN;
  const object = inferType(context, callee.object);
  const type = without(context.inference.lookUp(object), 'null', 'undefined');
  switch (type.kind) {
    case 'list':
      return listMethod(context, { name, of: type.of, call });
    case 'text':
      return TEXT_METHODS.get(name) ?? UNKNOWN;
    case 'literal':
      return typeof type.value === 'string'
        ? (TEXT_METHODS.get(name) ?? UNKNOWN)
        : numberMethod(name);
    case 'number':
      return numberMethod(name);
    case 'date':
      return /^(?:get|valueOf)/.test(name)
        ? NUMBER
        : /String$|^toJSON$/.test(name)
          ? TEXT
          : UNKNOWN;
    case 'bytes':
      return name === 'toString' ? TEXT : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function numberMethod(name: string): Type {
  return /^to(?:Fixed|String|Precision|LocaleString)$/.test(name) ? TEXT : UNKNOWN;
}

const TEXT_METHODS: ReadonlyMap<string, Type> = new Map([
  ...typed(
    TEXT,
    'trim trimStart trimEnd slice substring padStart padEnd repeat replace replaceAll',
  ),
  ...typed(TEXT, 'concat toLowerCase toUpperCase normalize toString charAt'),
  ...typed(BOOLEAN, 'startsWith endsWith includes'),
  ...typed(NUMBER, 'indexOf localeCompare'),
  ['split', TEXTS],
]);

const SAME_LIST = wordSet('slice sort toSorted reverse toReversed');

type ListCall = { readonly name: string; readonly of: Type; readonly call: CallExpression };

function listMethod(context: ExpressionContext, { name, of, call }: ListCall): Type {
  if (SAME_LIST.has(name)) return { kind: 'list', of };
  switch (name) {
    case 'filter':
      // `filter` with a type predicate may return a narrower type, which is not inferred here.
      return { kind: 'list', of: isPlainCallback(call) ? of : UNKNOWN };
    case 'map':
      return { kind: 'list', of: callbackResult(context, { of, call }) };
    case 'flatMap': {
      const result = context.inference.lookUp(callbackResult(context, { of, call }));
      return { kind: 'list', of: result.kind === 'list' ? result.of : result };
    }
    case 'find':
    case 'findLast':
    case 'at':
    case 'pop':
    case 'shift':
      return unite([of, UNDEFINED]);
    case 'some':
    case 'every':
    case 'includes':
      return BOOLEAN;
    case 'join':
      return TEXT;
    case 'indexOf':
    case 'findIndex':
    case 'push':
      return NUMBER;
    default:
      return UNKNOWN;
  }
}

function isPlainCallback({ arguments: [first] }: CallExpression): boolean {
  const callback = first && functionOf(first.expression);
  return callback !== undefined && !('returnType' in callback && callback.returnType);
}

function callbackResult(
  context: ExpressionContext,
  { of, call }: { readonly of: Type; readonly call: CallExpression },
): Type {
  const [first] = call.arguments;
  if (!first) return UNKNOWN;
  const { inference, module } = context;
  const own = functionOf(first.expression);
  const found = own
    ? {
        module,
        node: own,
        owner: own.type === 'ArrowFunctionExpression' ? context.owner : undefined,
      }
    : calledFunction(callerAt(context), first.expression);
  if (!found) return UNKNOWN;
  const parameter = own?.params[0];
  if (parameter) give(inference, module, [patternOf(parameter), of]);
  return inferReturned(inference, found, context.depth);
}

/** Returns the type of `user.value` if `user` is a provider; undefined for any other member. */
export function inferProvided(
  context: ExpressionContext,
  member: MemberExpression,
): Type | undefined {
  if (propertyName(member) !== 'value') return undefined;
  const { inference, module } = context;
  const { program } = inference;
  const provider = unwrap(member.object); // because `super` never refers to a provider
  const entity = traceExpression(program, module, provider);
  if (entity.kind !== 'expression' || entity.node.type !== 'CallExpression') return undefined;
  const made = makingCalls(program, { module: entity.module, call: entity.node });
  if (made.length === 0 || made.some(({ name }) => name !== PROVIDE)) return undefined;
  return (
    annotatedValue(inference, module, provider) ??
    unite(made.map((one) => givenToNext(inference, one, context.depth)))
  );
}

/** Returns `User` for a constant declared as `const user: Provider<User> = ...`. */
function annotatedValue(
  inference: Inference,
  module: LoadedModule,
  provider: Expression,
): Type | undefined {
  if (provider.type !== 'Identifier') return undefined;
  const found = definitionOf(inference.program, module, provider);
  if (found.kind !== 'binding') return undefined;
  const annotation = inference.annotationOf(found.module, found.binding);
  if (!annotation || annotation.steps.length > 0) return undefined;
  const { type } = annotation;
  const [value] = type.type === 'TsTypeReference' ? (type.typeParams?.params ?? []) : [];
  return value && inference.readType(found.module, value);
}

/** Returns the type argument of `middleware.provide<User>(...)`, or the union of what its function passes to `next`. */
function givenToNext(inference: Inference, { module, call }: MakingCall, depth: number): Type {
  const [written] = call.typeArguments?.params ?? [];
  if (written) return inference.readType(module, written);
  const [first] = call.arguments;
  const own = first && functionOf(first.expression);
  const found = own
    ? { module, node: own }
    : first &&
      calledFunction({ program: inference.program, module, owner: undefined }, first.expression);
  const [request, next] = found?.node.params.map(patternOf) ?? [];
  if (!found || next?.type !== 'Identifier' || inference.returned.has(found.node)) return UNKNOWN;
  if (request) give(inference, found.module, [request, REQUEST]);
  // If a provider's value depends on itself, its type is unknown.
  inference.returned.set(found.node, undefined);
  const context = { inference, module: found.module, body: found.node.body, depth };
  const { names } = found.module.record;
  const binding = names.find(next);
  const values: Type[] = [];
  let mentions = 0;
  walk(found.node.body, (node) => {
    if (isOfType(node, 'Identifier') && names.find(node) === binding) mentions += 1;
    if (!isOfType(node, 'CallExpression')) return true;
    const callee = calleeOf(node);
    if (callee?.type === 'Identifier' && names.find(callee) === binding) {
      const [value] = node.arguments;
      values.push(value ? widened(inferType(context, value.expression)) : UNDEFINED);
    }
    return true;
  });
  inference.returned.delete(found.node);
  // If `next` itself is passed to other code, that code calls it with unknown values.
  return mentions === values.length && values.length > 0 ? unite(values) : UNKNOWN;
}

function give(
  inference: Inference,
  module: LoadedModule,
  [pattern, type]: readonly [Pattern, Type],
): void {
  if (pattern.type === 'Identifier' && annotationOf(pattern)) return;
  for (const { binding, steps } of boundNames(module, pattern)) {
    const given = steps.reduce((of, step) => memberOf(inference, of, step), type);
    inference.given.set(binding, given);
  }
}
