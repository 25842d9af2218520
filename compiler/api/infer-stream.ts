// Infers the items of streams: from what a generator yields, and from the streams in calls and variables.
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { Type } from '../declarations/declared-type.js';
import { webName } from '../facts/answer-values.js';
import { calledFunction, type CalledFunction } from '../facts/called-functions.js';
import { assignedValues } from '../facts/evaluate-definition.js';
import { isOurs, traceExpression } from '../facts/entity.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { calleeOf, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  AnyFunction,
  Expression,
  FunctionBody,
  Identifier,
  Span,
  TsType,
} from '../syntax/tree.js';
import { isOfType, isOwnCode, walk } from '../syntax/tree-walk.js';
import type { AnswerBody } from './api-description.js';
import { memberOf, returnedBy } from './infer-name.js';
import {
  membersOf,
  TEXT,
  unite,
  UNKNOWN,
  widened,
  callerAt,
  inferType,
  type Inference,
  type ExpressionContext,
} from './inference.js';

/** The content of a stream: server-sent events whose data has the given type, or items of that type. */
export type ItemStream = { readonly form: 'events' | 'items'; readonly type: Type };

const STREAM_TYPES: Readonly<Record<StreamKind, string>> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  text: 'text/plain',
  bytes: 'application/octet-stream',
  any: '*/*',
};

/** `given` is the media type that the response sets. The kind `any` is replaced by that of the items, if they show it. */
export function streamBody(
  kind: StreamKind,
  stream: ItemStream | undefined,
  given?: string,
): AnswerBody {
  const known = kind === 'any' && stream ? kindOf(stream) : kind;
  const type = known === 'text' ? TEXT : known === 'bytes' ? BYTES : (stream?.type ?? UNKNOWN);
  return { mediaType: given ?? STREAM_TYPES[known], type, stream: known };
}

const BYTES: Type = { kind: 'bytes' };

function kindOf({ form, type }: ItemStream): StreamKind {
  if (form === 'events') return 'sse';
  if (type.kind === 'text' || type.kind === 'bytes') return type.kind;
  // The runtime decides based on the first item, so the kind is unknown if any item may be text or bytes.
  const isRaw = ({ kind }: Type): boolean => kind === 'text' || kind === 'bytes';
  return type.kind === 'unknown' || membersOf(type).some(isRaw) ? 'any' : 'ndjson';
}

export function inferStream(
  context: ExpressionContext,
  expression: Expression,
): ItemStream | undefined {
  const { inference, module } = context;
  if (context.depth > DEEPEST) return undefined;
  const inner = { ...context, depth: context.depth + 1 };
  if (expression.type === 'TsAsExpression')
    return annotated(inference, module, expression.typeAnnotation);
  const node = unwrap(expression);
  const streamOf = (one: Expression): ItemStream | undefined => inferStream(inner, one);
  switch (node.type) {
    case 'AwaitExpression':
      return streamOf(node.argument);
    case 'ConditionalExpression':
      return joined([streamOf(node.consequent), streamOf(node.alternate)]);
    case 'Identifier': {
      const binding = module.record.names.find(node);
      const annotation = binding && inference.annotationOf(module, binding);
      if (annotation)
        return annotation.steps.length === 0
          ? annotated(inference, module, annotation.type)
          : undefined;
      if (!binding || inference.returned.has(binding)) return undefined;
      // A variable that is assigned to itself, as in `items = isOpen ? items : all()`, is followed once.
      inference.returned.set(binding, undefined);
      const values = assignedValues(inference.program, module, node);
      const stream = joined(
        values.map((value) => inferStream({ ...inner, module: value.module }, value.node)),
      );
      inference.returned.delete(binding);
      return stream;
    }
    case 'NewExpression': {
      const [written] = node.typeArguments?.params ?? [];
      if (webName(inference.program, module, node.callee) !== 'ReadableStream' || !written)
        return undefined;
      return { form: 'items', type: inference.readType(module, written) };
    }
    case 'CallExpression': {
      const callee = calleeOf(node);
      const called = callee && calledFunction(callerAt(context), callee);
      return called && functionStream(inference, called, inner.depth);
    }
    default:
      return undefined;
  }
}

/** The maximum number of nested expressions to follow. */
const DEEPEST = 40;

export function functionStream(
  inference: Inference,
  { module, node, owner }: Omit<CalledFunction, 'owner'> & Partial<CalledFunction>,
  depth: number,
): ItemStream | undefined {
  const declared = node.returnType?.typeAnnotation;
  if (declared) return annotated(inference, module, declared);
  if (inference.returned.has(node)) return undefined;
  inference.returned.set(node, undefined);
  const context = { inference, module, owner, body: node.body, depth };
  const stream =
    node.generator === true
      ? yieldedStream(context)
      : joined(returnedBy(node).map((one) => one && inferStream(context, one)));
  inference.returned.delete(node);
  return stream;
}

function annotated(
  inference: Inference,
  module: LoadedModule,
  node: TsType,
): ItemStream | undefined {
  const streams = inference
    .readAnswers(module, node)
    .map(({ stream, type, isResponse }) =>
      stream && !isResponse ? { form: stream, type } : undefined,
    );
  return joined(streams);
}

function joined(streams: readonly (ItemStream | undefined)[]): ItemStream | undefined {
  const known = streams.filter((stream) => stream !== undefined);
  if (known.length === 0 || known.length < streams.length) return undefined;
  const areEvents = known.every(({ form }) => form === 'events');
  return { form: areEvents ? 'events' : 'items', type: unite(known.map(({ type }) => type)) };
}

/** Infers the type of a loop variable if the loop iterates over a list or a stream; undefined for any other variable. */
export function inferItem(context: ExpressionContext, name: Identifier): Type | undefined {
  const { inference, module } = context;
  const binding = module.record.names.find(name);
  const loop = binding && inference.loopOf(module, binding);
  if (!loop) return undefined;
  const stream = inferStream(context, loop.of);
  const list = stream ? undefined : inference.lookUp(inferType(context, loop.of));
  const items = stream?.form === 'items' ? stream.type : list?.kind === 'list' ? list.of : UNKNOWN;
  return loop.steps.reduce((type, step) => memberOf(inference, type, step), items);
}

function yieldedStream(context: ExpressionContext): ItemStream | undefined {
  const found: (ItemStream | undefined)[] = [];
  walk((context.body as { readonly stmts?: unknown } | null)?.stmts, (node) => {
    if (isOwnCode(node)) return false;
    if (isOfType(node, 'YieldExpression') && node.argument)
      found.push(
        node.delegate ? delegated(context, node.argument) : yieldedItem(context, node.argument),
      );
    return true;
  });
  return joined(found);
}

export function firstYield({ body }: AnyFunction): Span {
  let found: Span | undefined;
  walk(body, (node) => {
    if (isOwnCode(node)) return false;
    if (isOfType(node, 'YieldExpression')) found ??= node.span;
    return found === undefined;
  });
  return found ?? (body as FunctionBody).span; // because the body of a generator is a block
}

function delegated(context: ExpressionContext, argument: Expression): ItemStream {
  const stream = inferStream(context, argument);
  if (stream) return stream;
  const list = context.inference.lookUp(inferType(context, argument));
  return { form: 'items', type: list.kind === 'list' ? list.of : UNKNOWN };
}

function yieldedItem(context: ExpressionContext, argument: Expression): ItemStream {
  const node = unwrap(argument);
  if (node.type === 'AwaitExpression') return yieldedItem(context, node.argument);
  if (node.type === 'ConditionalExpression') {
    const sides = [node.consequent, node.alternate];
    const both = joined(sides.map((side) => yieldedItem(context, side)));
    return both ?? { form: 'items', type: UNKNOWN };
  }
  const data = node.type === 'CallExpression' ? sentData(context, node) : undefined;
  if (data === 'comment') return { form: 'events', type: { kind: 'never' } };
  const type = widened(inferType(context, data ?? argument));
  return { form: data ? 'events' : 'items', type };
}

/** Returns the `x` in a call of this package's `sse(x)`, or `comment` for `sse.comment()`. */
function sentData(
  { inference: { program }, module }: ExpressionContext,
  call: Expression & { readonly type: 'CallExpression' },
): Expression | 'comment' | undefined {
  const callee = calleeOf(call);
  if (!callee) return undefined;
  const isSse = (one: Expression): boolean => isOurs(traceExpression(program, module, one), 'sse');
  if (isSse(callee)) return call.arguments[0]?.expression;
  if (callee.type !== 'MemberExpression' || propertyName(callee) !== 'comment') return undefined;
  return isSse(callee.object) ? 'comment' : undefined;
}
