// `process.env`: each variable has one of the values that the functions of the stage are given.
import type { Analysis } from '../analysis.js';
import { builtin, lend } from '../values/builtin-members.js';
import { add, createNode, type Node } from '../values/value-graph.js';
import { createObject } from '../values/object.js';
import { textToken } from '../values/text.js';
import { UNKNOWN, type ObjectToken, type Token } from '../values/token.js';

const ENVIRONMENTS = new WeakMap<Analysis, ObjectToken>();

export function environmentObject(analysis: Analysis): ObjectToken {
  let object = ENVIRONMENTS.get(analysis);
  if (!object) {
    object = createObject('other', {
      find: (name) => (name === undefined ? undefined : variable(analysis, name)),
    });
    ENVIRONMENTS.set(analysis, object);
  }
  return object;
}

/** A variable that a function does not get from the stage may have any value. */
function variable({ environments, queue }: Analysis, name: string): Node {
  const node = createNode();
  for (const environment of environments) {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    add(queue, node, value === undefined ? UNKNOWN : textToken([value]));
  }
  if (environments.length === 0) add(queue, node, UNKNOWN);
  return node;
}

/** The global `process`. */
export function processObject(analysis: Analysis): ObjectToken {
  const call: Token = builtin(lend);
  const find = (name: string | undefined): Node => {
    const node = createNode();
    add(analysis.queue, node, name === 'env' ? environmentObject(analysis) : call);
    return node;
  };
  return createObject('other', { find });
}
