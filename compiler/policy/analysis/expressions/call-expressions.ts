// Evaluates calls and `new`: the callee, the arguments, and the result.
import { propertyName, unwrap } from '../../../syntax/expressions.js';
import type {
  Argument,
  CallExpression,
  Expression,
  MemberExpression,
  NewExpression,
  Span,
  TsType,
} from '../../../syntax/tree.js';
import { evaluate, evaluateCallee, withTypes } from '../analysis.js';
import { constant, add, connect, createNode } from '../values/value-graph.js';
import {
  type Analysis,
  type Call,
  type Frame,
  type Node,
  OPAQUE,
  UNDEFINED,
  type ObjectToken,
  type Token,
} from '../model.js';
import { applyCall, constructBase, callPromise } from '../calls/apply-call.js';
import { memberOf } from '../members/member.js';
import { importModule } from './module-loading.js';
import { noteLayer, viewFunction, noteView } from '../calls/layers.js';
import { readItems } from '../values/object.js';

/** The properties that normal calls and optional calls have in common. */
type CallTree = Pick<CallExpression, 'callee' | 'arguments' | 'span'> & {
  readonly typeArguments?: CallExpression['typeArguments'];
};

export function evaluateCall(analysis: Analysis, frame: Frame, node: CallTree): Node {
  const { callee } = node;
  if (callee.type === 'Import') return importModule(analysis, frame, node);
  const given = evaluateArguments(analysis, frame, node.arguments);
  if (callee.type === 'Super') {
    const call = createCall(frame, { ...given, at: node.span, isNew: true, self: undefined });
    if (frame.base) constructBase(analysis, frame.base.made, call);
    return constant(analysis, UNDEFINED);
  }
  const inner = unwrap(callee);
  const member = memberIn(inner);
  if (member)
    return callMember(analysis, frame, { node, member, given, isOptional: member !== inner });
  const call = createCall(frame, { ...given, at: node.span, isNew: false, self: undefined });
  const called = evaluateCallee(analysis, frame, { expression: inner, call });
  const name = viewFunction(analysis, frame, inner);
  const [view] = given.args;
  if (name !== undefined && view) {
    noteView(analysis, view, name);
    return view;
  }
  if (!noteLayer(analysis, { call, at: node.span, called })) applyCall(analysis, called, call);
  return withTypes(analysis, frame, [givenType(node), call.result]);
}

/** Returns the `a.b` in `a.b()` and `a?.b()`. */
export function memberIn(callee: Expression): MemberExpression | undefined {
  if (callee.type === 'MemberExpression') return callee;
  if (callee.type !== 'OptionalChainingExpression') return undefined;
  return callee.base.type === 'MemberExpression' ? callee.base : undefined;
}

type CallArguments = Pick<Call, 'args' | 'spread'>;
type MemberCalled = {
  readonly node: CallTree;
  readonly member: MemberExpression;
  readonly given: CallArguments;
  readonly isOptional: boolean;
};

function callMember(
  analysis: Analysis,
  frame: Frame,
  { node, member, given, isOptional }: MemberCalled,
): Node {
  const self = evaluate(analysis, frame, member.object);
  const name = propertyName(member);
  if (name === 'then' || name === 'catch' || name === 'finally') {
    return callPromise(analysis, frame, { name, promise: self, given });
  }
  const call = { ...createCall(frame, { ...given, at: member.span, isNew: false, self }), name };
  const callee = memberOf(analysis, frame, {
    object: self,
    node: member,
    call,
    isStrict: !isOptional,
  });
  if (noteLayer(analysis, { call, at: node.span, called: callee })) return call.result;
  applyCall(analysis, callee, call);
  if (name !== undefined) analysis.memberCalls.set(call, self);
  if (isOptional) add(analysis.queue, call.result, UNDEFINED);
  return withTypes(analysis, frame, [givenType(node), call.result]);
}

type TaggedTemplate = Extract<Expression, { readonly type: 'TaggedTemplateExpression' }>;

export function evaluateTagged(
  analysis: Analysis,
  frame: Frame,
  { tag, template, span }: TaggedTemplate,
): Node {
  const { expressions } = template as { readonly expressions: readonly Expression[] }; // because swc's types do not say what a template is
  const values = expressions.map((part) => evaluate(analysis, frame, part));
  const args = [constant(analysis, OPAQUE), ...values];
  const call = createCall(frame, {
    args,
    spread: undefined,
    at: span,
    isNew: false,
    self: undefined,
  });
  applyCall(analysis, evaluate(analysis, frame, tag), call);
  return call.result;
}

export function evaluateNew(analysis: Analysis, frame: Frame, node: NewExpression): Node {
  const given = evaluateArguments(analysis, frame, node.arguments ?? []);
  const call = createCall(frame, { ...given, at: node.span, isNew: true, self: undefined });
  const callee = unwrap(node.callee);
  applyCall(analysis, evaluateCallee(analysis, frame, { expression: callee, call }), call);
  return call.result;
}

function evaluateArguments(
  analysis: Analysis,
  frame: Frame,
  list: readonly Argument[],
): CallArguments {
  const args: Node[] = [];
  let spread: Node | undefined;
  for (const { expression, spread: isSpread } of list) {
    const value = evaluate(analysis, frame, expression);
    if (!isSpread && !spread) {
      args.push(value);
      continue;
    }
    spread ??= createNode();
    if (isSpread) readItems(analysis, value, spread);
    else connect(analysis.queue, value, spread);
  }
  return { args, spread };
}

function createCall(
  frame: Frame,
  given: CallArguments & Pick<Call, 'isNew' | 'self'> & { readonly at: Span },
): Call {
  const made = {
    result: createNode(),
    direct: new Set<Token>(),
    makes: new Map<string, ObjectToken>(),
  };
  return { ...given, ...made, frame, constructed: new Set() };
}

/** Returns the `S3` in `get<S3>('s3')`. Only the first type argument is used. */
function givenType({ typeArguments }: CallTree): readonly TsType[] {
  return typeArguments?.params.slice(0, 1) ?? [];
}
