// The way back from the files that know one kind of code to all of them: no file imports the one that leads to it.
import type { Expression, ModuleItem } from '../../syntax/tree.js';
import type { Analysis } from './analysis.js';
import type { Call, Place } from './call.js';
import { connect, createNode, read, type Node } from './flow.js';
import { handOver } from './object.js';

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
  return analysis.interpreter.evaluateExpression(analysis, place, callee);
}

/** The value of an expression that several modules may ask for. */
export function evaluateOnce(analysis: Analysis, place: Place, expression: Expression): Node {
  let node = analysis.expressions.get(expression);
  if (!node) {
    const result = (node = createNode());
    analysis.expressions.set(expression, result);
    // What is only exported by name is no use of it.
    read(analysis.queue, () => {
      connect(analysis.queue, evaluate(analysis, place, expression), result);
    });
  }
  return node;
}

/** Evaluates what only has to be called or changed by somebody unknown. */
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
