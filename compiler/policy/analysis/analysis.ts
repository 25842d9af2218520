// Lets the files that each handle one kind of code call each other without circular imports.
import { DEEPEST_EXPRESSION } from './limits.js';
import type { Analysis, Call, Frame, Node } from './model.js';
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Expression, ModuleItem, Span, TsType } from '../../syntax/tree.js';
import { connect, createNode } from './values/value-graph.js';
import { handOver } from './values/object.js';

export function placeKey({ source }: LoadedModule['record'], { start }: Span): string {
  return `${source.file}:${String(source.offsetOf(start))}`;
}

export function evaluate(analysis: Analysis, frame: Frame, expression: Expression): Node {
  return evaluateCallee(analysis, frame, { expression, call: undefined });
}

export function evaluateCallee(
  analysis: Analysis,
  frame: Frame,
  callee: { readonly expression: Expression; readonly call: Call | undefined },
): Node {
  const { queue, interpreter } = analysis;
  if (queue.depth < DEEPEST_EXPRESSION) {
    queue.depth++;
    const node = interpreter.evaluateExpression(analysis, frame, callee);
    queue.depth--;
    return node;
  }
  const result = createNode();
  queue.unread.push(() => {
    connect(queue, evaluateCallee(analysis, frame, callee), result);
  });
  return result;
}

export function evaluateAndHandOver(
  analysis: Analysis,
  frame: Frame,
  expression: Expression,
): void {
  handOver(analysis, evaluate(analysis, frame, expression), 'escapes');
}

export function runBody(analysis: Analysis, frame: Frame, statements: readonly ModuleItem[]): void {
  analysis.interpreter.runStatements(analysis, frame, statements);
}

/** Adds the types of annotations to a value. They are used only if nothing else is known about the value. */
export function withTypes(
  analysis: Analysis,
  { module }: Frame,
  [types, value]: readonly [readonly TsType[], Node],
): Node {
  if (types.length === 0) return value;
  const node = createNode();
  connect(analysis.queue, value, node);
  for (const type of types) analysis.annotated.push({ node, type, module });
  return node;
}
