// Views and functions of the application: the framework calls them, each in the function of the cloud that it belongs to.
import { unwrap } from '../../../syntax/expressions.js';
import type { Expression } from '../../../syntax/tree.js';
import { placeKey, type Analysis } from '../analysis.js';
import type { Place } from '../call.js';
import { add, listen, type Node } from '../values/value-graph.js';
import { UNKNOWN, type FunctionToken } from '../values/token.js';

/** The functions to which `x.route(...)` or `x.lambdaFunction(...)` adds a view, several where a blueprint is in several places; undefined for every other expression. */
export function viewFunction(
  { views }: Analysis,
  { module }: Place,
  expression: Expression,
): readonly string[] | undefined {
  const call = unwrap(expression);
  if (!views || call.type !== 'CallExpression') return undefined;
  return views.get(placeKey(module.record, call.span));
}

/** Notes that the framework calls a view, with something unknown. */
export function noteView(
  { queue, viewNames }: Analysis,
  view: Node,
  names: readonly string[],
): void {
  listen(view, (token) => {
    if (token.kind !== 'function') return;
    token.isCalled = true;
    for (const parameter of token.parameters) add(queue, parameter, UNKNOWN);
    if (token.rest) add(queue, token.rest.any, UNKNOWN);
    for (const name of names) namesOf(viewNames, token).add(name);
  });
}

function namesOf(viewNames: Analysis['viewNames'], token: FunctionToken): Set<string> {
  let names = viewNames.get(token);
  if (!names) viewNames.set(token, (names = new Set()));
  return names;
}
