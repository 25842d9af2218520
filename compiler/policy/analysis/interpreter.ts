// Calls from the files of one kind of code to those of the others, without a cycle of imports.
import type { Expression, ModuleItem } from '../../syntax/tree.js';
import type { Analysis } from './analysis.js';
import type { Call, Place } from './call.js';
import { connect, createNode, read, type Node } from './values/value-graph.js';
import { handOver } from './values/object.js';

/** The value of an expression. */
export function evaluate(analysis: Analysis, place: Place, expression: Expression): Node {
  return evaluateCallee(analysis, place, { expression, call: undefined });
}

/** The value of an expression that a call calls. */
export function evaluateCallee(
  analysis: Analysis,
  place: Place,
  callee: { readonly expression: Expression; readonly call: Call | undefined },
): Node {
  const { queue, interpreter } = analysis;
  if (queue.depth < DEEPEST) {
    queue.depth++;
    const node = interpreter.evaluateExpression(analysis, place, callee);
    queue.depth--;
    return node;
  }
  const result = createNode();
  queue.unread.push(() => {
    connect(queue, evaluateCallee(analysis, place, callee), result);
  });
  return result;
}

/** Expressions that nest deeper are read later, each from its own place in the stack. */
const DEEPEST = 100;

/** The value of an expression that several modules may ask for. */
export function evaluateOnce(analysis: Analysis, place: Place, expression: Expression): Node {
  let node = analysis.expressions.get(expression);
  if (!node) {
    const result = (node = createNode());
    analysis.expressions.set(expression, result);
    // An export by name alone is no use.
    read(analysis.queue, () => {
      connect(analysis.queue, evaluate(analysis, place, expression), result);
    });
  }
  return node;
}

/** Evaluates an expression and hands its value to unknown code. */
export function evaluateAndHandOver(
  analysis: Analysis,
  place: Place,
  expression: Expression,
): void {
  handOver(analysis, evaluate(analysis, place, expression), 'escapes');
}

/** Runs the statements of a body. */
export function runBody(analysis: Analysis, place: Place, statements: readonly ModuleItem[]): void {
  analysis.interpreter.runStatements(analysis, place, statements);
}
