// Promises count as what they will give. An object with a `then` of its own gives what it calls back with.
import { constant, type Analysis } from '../analysis.js';
import { invoke } from './apply-call.js';
import { builtin } from '../values/builtin-members.js';
import type { Call, Place } from '../call.js';
import { add, connect, createNode, listen, type Node } from '../values/value-graph.js';
import { watchFields } from '../values/object.js';
import { OPAQUE, type ObjectToken } from '../values/token.js';

/** What `await x` gives. */
export function awaited(analysis: Analysis, place: Place, value: Node): Node {
  const result = createNode();
  connect(analysis.queue, value, result);
  const seen = new Set<ObjectToken>();
  const wait = (node: Node): void =>
    listen(node, (token) => {
      if (token.kind !== 'object' || seen.has(token)) return;
      seen.add(token);
      watchFields(token, (name, field) => {
        if (name === 'then') settleBy(analysis, place, [field, result]);
      });
      if (token.base) wait(token.base);
    });
  wait(value);
  return result;
}

/** Calls a `then` with a function that takes the value. */
function settleBy(analysis: Analysis, place: Place, [then, result]: readonly [Node, Node]): void {
  const take = builtin((state, { args }) => {
    if (args[0]) connect(state.queue, args[0], result);
  });
  invoke(analysis, then, { args: [constant(analysis, take)], place });
}

export type PromiseCall = {
  readonly name: string;
  readonly promise: Node;
  readonly given: Pick<Call, 'args' | 'spread'>;
};

/** `then`, `catch`, `finally`. */
export function callPromise(
  analysis: Analysis,
  place: Place,
  { name, promise, given }: PromiseCall,
): Node {
  const { queue } = analysis;
  const result = createNode();
  const value = awaited(analysis, place, promise);
  const failure = createNode();
  add(queue, failure, OPAQUE);
  given.args.forEach((callback, index) => {
    const isValue = name === 'then' && index === 0;
    const args = name === 'finally' ? [] : [isValue ? value : failure];
    connect(queue, invoke(analysis, callback, { args, place }), result);
  });
  if (name !== 'then' || given.args.length === 0) connect(queue, value, result);
  return result;
}
