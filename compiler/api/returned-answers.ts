// Finds the responses in a view's return statements: values that are sent as JSON, and `new Response(...)`. Errors are not
// included.
import { calledFunction } from '../facts/called-functions.js';
import { assignedValues } from '../facts/evaluate-definition.js';
import { globalMember, isOurs, traceExpression, globalName } from '../facts/entity.js';
import type { LoadedModule, Located } from '../facts/module-graph.js';
import type { StreamKind } from '../../runtime/contract/manifest.js';
import { isJsonType, JSON_TYPE, mediaTypeOf } from '../../runtime/contract/media-types.js';
import { calleeOf, keyName, spanOf, unwrap } from '../syntax/expressions.js';
import type {
  AnyFunction,
  CallExpression,
  ClassNode,
  Expression,
  NewExpression,
  Span,
  TsType,
} from '../syntax/tree.js';
import type { Type } from '../declarations/declared-type.js';
import type { AnswerBody } from './api-description.js';
import type { ErrorFinder } from './error-classes.js';
import { inferExpression } from './infer-expression.js';
import { returnedBy } from './infer-name.js';
import {
  firstYield,
  functionStream,
  inferStream,
  streamBody,
  type ItemStream,
} from './infer-stream.js';
import {
  membersOf,
  NULL,
  unite,
  UNKNOWN,
  widened,
  without,
  callerAt,
  literalOf,
  type Inference,
  type ExpressionContext,
} from './inference.js';
import type { Program } from '../facts/program.js';

/** A function, and the class that it is a method of, if any. */
export type ViewFunction = Located<AnyFunction> & {
  readonly owner?: Located<ClassNode> | undefined;
};

/** `default` stands for a status that is computed at run time. */
export type Status = number | 'default';

export type ReturnedAnswer = {
  readonly isResponse: boolean;
  readonly status: Status;
  readonly body: AnswerBody | undefined;
  readonly at: ReturnLocation | undefined;
};

export type ReturnLocation = { readonly module: LoadedModule; readonly span: Span };

export type AnswerReader = {
  readonly inference: Inference;
  readonly errorClassOf: ErrorFinder;
  /** The kind of stream that the view returns. If it is absent, streams are ignored. */
  readonly stream?: StreamKind | undefined;
};

type ResponseSearch = AnswerReader & { readonly seen: Set<object> };

export function returnedAnswers(reader: AnswerReader, view: ViewFunction): ReturnedAnswer[] {
  return answersOfFunction({ ...reader, seen: new Set() }, view);
}

function answersOfFunction(
  search: ResponseSearch,
  { module, node, owner }: ViewFunction,
): ReturnedAnswer[] {
  if (search.seen.has(node)) return [];
  search.seen.add(node);
  if (node.generator === true && search.stream !== undefined) {
    const found = functionStream(search.inference, { module, node, owner }, 0);
    return [streamAnswer(search.stream, found, { module, span: firstYield(node) })];
  }
  const { inference } = search;
  const context = { inference, module, owner, body: node.body, depth: 0 };
  return returnedBy(node).flatMap((expression) =>
    expression ? answersOf(search, context, expression) : [jsonAnswer(NULL, undefined)],
  );
}

function answersOf(
  search: ResponseSearch,
  context: ExpressionContext,
  expression: Expression,
): ReturnedAnswer[] {
  const { inference, errorClassOf } = search;
  const { module } = context;
  const node = unwrap(expression);
  switch (node.type) {
    case 'AwaitExpression':
      return answersOf(search, context, node.argument);
    case 'ConditionalExpression':
      return [
        ...answersOf(search, context, node.consequent),
        ...answersOf(search, context, node.alternate),
      ];
    case 'NewExpression':
      if (errorClassOf(module, node.callee)) return [];
      if (isOurs(traceExpression(inference.program, module, node.callee), 'Response'))
        return madeResponses(search, context, node);
      break;
    case 'CallExpression': {
      const called = calledBy(context, node);
      if (called?.node.generator !== true && called && mayAnswer(search, called))
        return answersOfFunction(search, called);
      break;
    }
    case 'Identifier': {
      const values = assignedValues(inference.program, module, node);
      const mayBeResponse = values.every(
        (value) =>
          unwrap(value.node).type === 'NewExpression' ||
          isCall(search, { ...context, module: value.module }, value.node),
      );
      if (values.length > 0 && mayBeResponse)
        return values.flatMap((value) =>
          answersOf(search, { ...context, module: value.module }, value.node),
        );
      break;
    }
    default:
  }
  const at = { module, span: spanOf(expression) };
  const stream = search.stream && inferStream(context, expression);
  if (search.stream && stream) return [streamAnswer(search.stream, stream, at)];
  const type = inferExpression(context, expression);
  const isLiteral = inference.lookUp(type).kind === 'literal';
  return [jsonAnswer(jsonType(isLiteral ? widened(type) : type), at)];
}

function isCall(search: ResponseSearch, context: ExpressionContext, init: Expression): boolean {
  const inner = unwrap(init);
  const call = inner.type === 'AwaitExpression' ? unwrap(inner.argument) : inner;
  const called = call.type === 'CallExpression' ? calledBy(context, call) : undefined;
  return called !== undefined && mayAnswer(search, called);
}

function calledBy(context: ExpressionContext, call: CallExpression) {
  const callee = calleeOf(call);
  return callee && calledFunction(callerAt(context), callee);
}

/** Tells whether a function may return a Response. If its annotation declares plain values, its code is not read. */
function mayAnswer(
  { inference, errorClassOf }: AnswerReader,
  { module, node }: ViewFunction,
): boolean {
  const declared = node.returnType?.typeAnnotation;
  if (node.generator === true) return false;
  if (!declared) return true;
  const { values, responses } = returnTypeParts(inference.program, errorClassOf, [
    module,
    declared,
  ]);
  return responses.length > 0 || values.length === 0;
}

function streamAnswer(
  kind: StreamKind,
  stream: ItemStream | undefined,
  at: ReturnLocation,
): ReturnedAnswer {
  return { isResponse: false, status: 200, body: streamBody(kind, stream), at };
}

function jsonAnswer(type: Type, at: ReturnLocation | undefined): ReturnedAnswer {
  return { isResponse: false, status: 200, body: { mediaType: JSON_TYPE, type }, at };
}

/** Returns the type that is sent as JSON. A view that returns nothing responds with `null`. */
export function jsonType(type: Type): Type {
  if (type.kind === 'undefined') return NULL;
  const left = without(type, 'undefined');
  return left === type ? type : unite([left, NULL]);
}

/** Returns one response for each literal status: two for `new Response(body, isNew ? 201 : 200)`. */
function madeResponses(
  { inference, stream: kind }: ResponseSearch,
  context: ExpressionContext,
  node: NewExpression,
): ReturnedAnswer[] {
  const [body, status, headers] = (node.arguments ?? []).map(({ expression }) => expression);
  const given = headers && contentType(context, headers);
  const mediaType = given ?? JSON_TYPE;
  const streamed = kind && body && inferStream(context, body);
  const [written] = node.typeArguments?.params ?? [];
  const inferred = body ? inferExpression(context, body) : UNKNOWN;
  const type = written ? inference.readType(context.module, written) : inferred;
  const at = { module: context.module, span: node.span };
  const statuses = status ? statusesOf(inferConstant(context, status)) : [200];
  return statuses.map((known) => ({
    isResponse: true,
    status: known,
    body: streamed
      ? streamBody(kind, streamed, given)
      : responseBody({ context, body }, { mediaType, type, status: known }),
    at,
  }));
}

function inferConstant(context: ExpressionContext, expression: Expression): Type {
  return (
    literalOf(context.inference, context.module, expression) ?? inferExpression(context, expression)
  );
}

function statusesOf(type: Type): readonly Status[] {
  const members = membersOf(type).map((member) =>
    member.kind === 'literal' && typeof member.value === 'number' ? member.value : 'default',
  );
  return members.includes('default') ? ['default'] : members;
}

type ResponseArguments = {
  readonly context: ExpressionContext;
  readonly body: Expression | undefined;
};

type ResponseContent = { readonly mediaType: string; readonly type: Type; readonly status: Status };

/** Statuses of responses that have no body (RFC 9110). */
export const EMPTY_STATUSES: ReadonlySet<number | string> = new Set([204, 205, 304]);

/** Describes the body of a Response: strings and bytes are sent unchanged, null as an empty body, any other value as JSON. */
function responseBody(
  { context, body }: ResponseArguments,
  { mediaType, type, status }: ResponseContent,
): ReturnedAnswer['body'] {
  if (type.kind === 'null' || type.kind === 'undefined' || EMPTY_STATUSES.has(status)) {
    return undefined;
  }
  const found = context.inference.lookUp(type);
  const isText =
    found.kind === 'text' || (found.kind === 'literal' && typeof found.value === 'string');
  if (!isJsonType(mediaType)) {
    if (isText) return { mediaType, type: { kind: 'text' } };
    const isUnknownBody = found.kind === 'unknown' || found.kind === 'bytes';
    return { mediaType, type: isUnknownBody ? { kind: 'bytes' } : type };
  }
  if (!isText) return { mediaType, type: found.kind === 'bytes' ? UNKNOWN : type };
  const value = body && stringified(context.module, body);
  return { mediaType, type: value ? inferExpression(context, value) : UNKNOWN };
}

function stringified(module: LoadedModule, expression: Expression): Expression | undefined {
  const call = unwrap(expression);
  const callee = call.type === 'CallExpression' ? calleeOf(call) : undefined;
  if (call.type !== 'CallExpression' || call.arguments.length !== 1) return undefined;
  const isIt = callee && globalMember(module, callee) === 'JSON.stringify';
  return isIt ? call.arguments[0]?.expression : undefined;
}

function contentType(context: ExpressionContext, headers: Expression): string | undefined {
  const node = unwrap(headers);
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties) {
    if (property.type !== 'KeyValueProperty') continue;
    if (keyName(property.key)?.toLowerCase() !== 'content-type') continue;
    const value = inferConstant(context, property.value);
    // A computed header may have any value.
    if (value.kind !== 'literal' || typeof value.value !== 'string') return '*/*';
    return mediaTypeOf(value.value);
  }
  return undefined;
}

// Splits a declared return type into its parts: the type inside a promise, the body types of `Response<T>`, errors, and the
// types that are sent as JSON.

export type ReturnTypeParts = {
  readonly values: readonly TsType[];
  /** The body type of each `Response<T>`; undefined for a plain `Response`. */
  readonly responses: readonly (TsType | undefined)[];
};

export function returnTypeParts(
  program: Program,
  errorClassOf: ErrorFinder,
  [module, annotation]: readonly [LoadedModule, TsType],
): ReturnTypeParts {
  const values: TsType[] = [];
  const responses: (TsType | undefined)[] = [];
  const open = [annotation];
  for (let node = open.shift(); node; node = open.shift()) {
    switch (node.type) {
      case 'TsParenthesizedType':
        open.unshift(node.typeAnnotation);
        continue;
      case 'TsUnionType':
        open.unshift(...node.types);
        continue;
      case 'TsTypeReference': {
        const { typeName, typeParams } = node;
        if (typeName.type !== 'Identifier') break;
        const [first] = typeParams?.params ?? [];
        if (first && /^Promise(?:Like)?$/.test(globalName(module, typeName) ?? '')) {
          open.unshift(first);
          continue;
        }
        if (isOurs(traceExpression(program, module, typeName), 'Response')) {
          responses.push(first);
          continue;
        }
        if (errorClassOf(module, typeName)) continue;
        break;
      }
      case 'TsKeywordType':
        if (node.kind === 'never') continue;
        break;
      default:
    }
    values.push(node);
  }
  return { values, responses };
}
