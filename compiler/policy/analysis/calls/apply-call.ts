// Applies a call: the arguments flow into the parameters, and the returned values become the result.
import { valueFor } from '../../../groups.js';
import { constant, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Call,
  type Frame,
  type Node,
  everyArgument,
  isUnknown,
  OPAQUE,
  UNDEFINED,
  UNKNOWN,
  UNREAD,
  type ClassParts,
  type FunctionToken,
  type Token,
  type ObjectToken,
} from '../model.js';
import { fieldOf, handOver, watchFields } from '../values/object.js';
import { isHarmlessPackage } from '../sdk/sdk-names.js';
import { applySdk } from '../sdk/sdk-calls.js';
import { builtin } from '../values/builtin-members.js';

/** Calls every function that the callee can be. */
export function applyCall(analysis: Analysis, callee: Node, call: Call): void {
  listen(callee, (token) => applyToken(analysis, token, call));
}

/** Calls a function on behalf of a built-in such as `Array.map`, and returns the result. */
export function invoke(
  analysis: Analysis,
  callee: Node,
  { args, frame, self }: Pick<Call, 'args' | 'frame'> & { readonly self?: Node | undefined },
): Node {
  const result = createNode();
  const at = frame.module.record.source.text.length;
  applyCall(analysis, callee, {
    frame,
    at: { start: at, end: at, ctxt: 0 },
    isNew: false,
    self,
    args,
    spread: undefined,
    result,
    direct: new Set(),
    makes: new Map(),
    constructed: new Set(),
  });
  return result;
}

function applyToken(analysis: Analysis, token: Token, call: Call): void {
  const { queue } = analysis;
  switch (token.kind) {
    case 'function':
      applyFunction(analysis, token, call);
      if (!call.isNew) connect(queue, token.returns, call.result);
      else add(queue, call.result, UNKNOWN); // because the function creates `this`
      return;
    case 'object':
      if (token.made && call.isNew) {
        add(queue, call.result, token.made.instance);
        construct(analysis, token.made, call);
      } else if (!token.made) applyUnknown(analysis, token, call);
      return;
    case 'builtin':
      token.call(analysis, call);
      return;
    case 'sdk':
    case 'client':
    case 'operation':
    case 'command':
      applySdk(analysis, token, call);
      return;
    case 'text':
    case 'other':
    case 'undefined':
      return;
    case 'foreign':
      applyForeign(analysis, token, call);
      return;
    case 'unknown':
    case 'opaque':
      applyUnknown(analysis, token, call);
  }
}

function applyFunction(analysis: Analysis, token: FunctionToken, call: Call): void {
  const { queue } = analysis;
  const { args, spread, self } = call;
  token.isCalled = true;
  noteCall(analysis, call, token);
  token.parameters.forEach((parameter, index) => {
    const given = args[index];
    if (given) connect(queue, given, parameter);
    else if (spread) connect(queue, spread, parameter);
    if (!given) add(queue, parameter, UNDEFINED);
  });
  if (token.rest) {
    for (const node of args.slice(token.parameters.length)) connect(queue, node, token.rest.any);
    if (spread) connect(queue, spread, token.rest.any);
  }
  if (self && !token.callable.isArrow)
    listen(self, (one) => giveSelf(analysis, token, [call, one]));
}

/**
 * Sets `this` for a call. In a method of a class, `this` already has the instances; another object is added only if it has the
 * method as a member, or is passed as `this` explicitly.
 */
function giveSelf(
  { queue }: Analysis,
  token: FunctionToken,
  [{ name }, self]: readonly [Call, Token],
): void {
  if (self.kind === 'client' || (!token.keepsSelf && self.kind === 'object')) {
    add(queue, token.self, self);
  } else if (token.keepsSelf && name === undefined) {
    if (self.kind === 'object' || isUnknown(self)) add(queue, token.self, self);
  } else if (token.keepsSelf && name !== undefined && self.kind === 'object') {
    for (const member of [fieldOf(self, name), self.any, self.open]) {
      listen(member, (found) => {
        if (found === token) add(queue, token.self, self);
      });
    }
  }
}

function noteCall({ calls, callPlaces }: Analysis, { frame, at }: Call, to: FunctionToken): void {
  valueFor(calls, frame.inside, () => new Set<FunctionToken>()).add(to);
  const places = valueFor(callPlaces, frame.inside, () => new Map<FunctionToken, Set<number>>());
  valueFor(places, to, () => new Set<number>()).add(at.start);
}

function construct(analysis: Analysis, made: ClassParts, call: Call): void {
  if (call.constructed.has(made)) return;
  call.constructed.add(made);
  if (made.constructs) {
    applyFunction(analysis, made.constructs, { ...call, self: undefined });
    // The constructor may return an object other than the instance. Subclasses receive that object too.
    listen(made.constructs.returns, (token) => {
      if (token.kind === 'undefined' || token.kind === 'other' || token.kind === 'text') return;
      add(analysis.queue, call.result, token);
      handOver(analysis, made.self, 'escapes');
    });
  } else if (made.base) constructBase(analysis, made.base, call);
}

export function constructBase(analysis: Analysis, base: Node, call: Call): void {
  applyCall(analysis, base, { ...call, result: createNode(), isNew: true, direct: new Set() });
}

function applyUnknown(analysis: Analysis, token: Token, call: Call): void {
  passArguments(analysis, call, 'escapes');
  add(analysis.queue, call.result, token.kind === 'opaque' ? OPAQUE : UNKNOWN);
}

function applyForeign(
  analysis: Analysis,
  token: Token & { readonly kind: 'foreign' },
  call: Call,
): void {
  if (token === UNREAD) giveToUnread(analysis, call);
  const isHarmless = isHarmlessPackage(token.package);
  if (!isHarmless && token !== UNREAD) analysis.foreignCalls.push({ package: token.package, call });
  passArguments(analysis, call, isHarmless ? 'lent' : 'escapes');
  add(analysis.queue, call.result, token);
}

/** Passes `this` to modules that are not read, and records that they call the given functions with unknown values. */
function giveToUnread(analysis: Analysis, call: Call): void {
  if (call.self) handOver(analysis, call.self, 'escapes');
  for (const node of everyArgument(call)) {
    listen(node, (token) => {
      if (token.kind !== 'function') return;
      analysis.crossing.functions.add(token);
      for (const parameter of token.parameters) add(analysis.queue, parameter, UNREAD);
    });
  }
}

/** A function that wraps another function or a client, as `captureAWSv3Client` does, often returns it. */
function passArguments(analysis: Analysis, call: Call, how: 'lent' | 'escapes'): void {
  const { queue } = analysis;
  // The method may be an operation, which neither modifies its input nor returns any part of it.
  const isDeferred = call.name !== undefined && how === 'escapes';
  for (const node of everyArgument(call)) {
    listen(node, (token) => {
      const isInput = token.kind === 'object' && token.form === 'literal';
      if (GIVEN_BACK.has(token.kind) && !(isDeferred && isInput)) add(queue, call.result, token);
    });
  }
  if (isDeferred) analysis.deferred.push(call);
  else handOverArguments(analysis, call, how);
}

export function handOverArguments(analysis: Analysis, call: Call, how: 'lent' | 'escapes'): void {
  for (const node of everyArgument(call)) {
    handOver(analysis, node, how);
    if (how === 'escapes') {
      listen(node, (token) => {
        if (token.kind === 'object') add(analysis.queue, call.result, token);
      });
    }
  }
}

const GIVEN_BACK = new Set<Token['kind']>(['object', 'function', 'client', 'operation', 'sdk']);

export function moduleFrame(analysis: Analysis, module: Frame['module']): Frame {
  const self = createNode();
  add(analysis.queue, self, UNDEFINED);
  return { module, inside: undefined, self, base: undefined };
}

// A promise and the value that it resolves to share one node. An object with its own `then` resolves to what it passes to the
// callback.

export function awaited(analysis: Analysis, frame: Frame, value: Node): Node {
  const result = createNode();
  connect(analysis.queue, value, result);
  const seen = new Set<ObjectToken>();
  const wait = (node: Node): void =>
    listen(node, (token) => {
      if (token.kind !== 'object' || seen.has(token)) return;
      seen.add(token);
      watchFields(token, (name, field) => {
        if (name === 'then') settleBy(analysis, frame, [field, result]);
      });
      if (token.base) wait(token.base);
    });
  wait(value);
  return result;
}

function settleBy(analysis: Analysis, frame: Frame, [then, result]: readonly [Node, Node]): void {
  const take = builtin((state, { args }) => {
    if (args[0]) connect(state.queue, args[0], result);
  });
  invoke(analysis, then, { args: [constant(analysis, take)], frame });
}

type PromiseCall = {
  readonly name: string;
  readonly promise: Node;
  readonly given: Pick<Call, 'args' | 'spread'>;
};

export function callPromise(
  analysis: Analysis,
  frame: Frame,
  { name, promise, given }: PromiseCall,
): Node {
  const { queue } = analysis;
  const result = createNode();
  const value = awaited(analysis, frame, promise);
  const failure = createNode();
  add(queue, failure, OPAQUE);
  given.args.forEach((callback, index) => {
    const isValue = name === 'then' && index === 0;
    const args = name === 'finally' ? [] : [isValue ? value : failure];
    connect(queue, invoke(analysis, callback, { args, frame }), result);
  });
  if (name !== 'then' || given.args.length === 0) connect(queue, value, result);
  return result;
}
