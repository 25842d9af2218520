// Middleware of the application. The framework calls it in the lambda functions whose lists contain it. It is represented by an
// object with a member `run`: a direct call to `run` is then found, and passing the object to other code counts as a call.
import { valueFor } from '../../../groups.js';
import {
  type Analysis,
  type Call,
  type Frame,
  type FunctionToken,
  type Layer,
  type ListedLayer,
  type Node,
  UNKNOWN,
} from '../model.js';
import { makingCalls, EVENT, PROVIDE } from '../../../facts/made-middleware.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { CallExpression, Span, Expression } from '../../../syntax/tree.js';
import { isOfType, walk } from '../../../syntax/tree-walk.js';
import { placeKey } from '../analysis.js';
import { closure, type Calls } from './call-graph.js';
import { constant, add, connect, createNode, listen } from '../values/value-graph.js';
import { builtin } from '../values/builtin-members.js';
import { createObject, handOver, handOverToken } from '../values/object.js';
import { unwrap } from '../../../syntax/expressions.js';

/** Records the middleware that a call creates, if the middleware is in a list. Returns false for any other call. */
export function noteLayer(
  analysis: Analysis,
  { call, at, called }: { readonly call: Call; readonly at: Span; readonly called: Node },
): boolean {
  if (!analysis.listed) return false;
  analysis.layers ??= findLayers(analysis, analysis.listed);
  const made = analysis.layers.get(placeKey(call.frame.module.record, at));
  const [run, ...others] = call.args;
  if (!made || !run || call.spread) return false;
  const { queue, layerNames } = analysis;
  noteView(analysis, run, made.functions);
  listen(run, (token) => {
    if (token.kind === 'function') layerNames.set(token, made.names);
    else handOverToken(analysis, token, 'lent');
  });
  for (const other of others) handOver(analysis, other, 'lent');
  // The other members of the result come from the package.
  const members = createNode();
  listen(called, (token) => {
    if (token.kind === 'foreign') add(queue, members, token);
  });
  const layer = createObject('other', { find: () => members });
  layer.isLayer = true;
  layer.fields.set('run', run);
  if (made.isProvider) {
    const value = createNode();
    connect(queue, members, value);
    layer.fields.set('value', value);
    notePassedValue(analysis, run, value);
  }
  connect(queue, constant(analysis, layer), call.result);
  return true;
}

/** Adds what the function of a provider passes to `next` to the provider's `value`. */
function notePassedValue({ queue }: Analysis, run: Node, value: Node): void {
  const next = builtin((_, { args, spread, result }) => {
    const given = args[0] ?? spread;
    if (given) connect(queue, given, value);
    add(queue, result, UNKNOWN);
  });
  listen(run, (token) => {
    const parameter = token.kind === 'function' ? token.parameters[1] : undefined;
    if (parameter) add(queue, parameter, next);
  });
}

/** Finds middleware by the location of the call that creates it, even if that call is in a function of the project. */
function findLayers(
  analysis: Analysis,
  listed: readonly ListedLayer[],
): ReadonlyMap<string, Layer> {
  const found = new Map<string, Layer>();
  const sites = callsOfModules(analysis);
  for (const { place, name, around } of listed) {
    const site = sites.get(place);
    for (const made of site ? makingCalls(analysis.program, site) : []) {
      const key = placeKey(made.module.record, made.call.span);
      const known = found.get(key);
      const functions = made.name === EVENT ? around.event : around.http;
      found.set(key, {
        names: united(known?.names, [name]),
        functions: united(known?.functions, functions),
        isProvider: made.name === PROVIDE,
      });
    }
  }
  return found;
}

function united(known: readonly string[] = [], more: readonly string[]): readonly string[] {
  return [...new Set([...known, ...more])].toSorted();
}

export type CallSite = { readonly module: LoadedModule; readonly call: CallExpression };

export function callsOfModules({ programs, modules }: Analysis): ReadonlyMap<string, CallSite> {
  const found = new Map<string, CallSite>();
  for (const module of modules) {
    walk(programs.get(module.path), (node) => {
      if (isOfType(node, 'CallExpression'))
        found.set(placeKey(module.record, node.span), { module, call: node });
      return true;
    });
  }
  return found;
}

/** Returns, for a function in the source, the names of all middleware that reaches it. */
export function layerReach(
  { layerNames }: Analysis,
  calls: Calls,
): (token: FunctionToken | undefined) => readonly string[] {
  const reached = [...layerNames].map(([layer, names]) => ({
    names,
    tokens: closure(calls, [layer]),
  }));
  return (token) => {
    const names = reached.flatMap((layer) => (layer.tokens.has(token) ? layer.names : []));
    return united([], names);
  };
}

// Views and functions of the application. The framework calls each view in its own lambda function.

/**
 * Returns the lambda functions to which `x.route(...)` or `x.lambdaFunction(...)` adds a view: several if the blueprint is
 * registered more than once. Returns undefined for any other expression.
 */
export function viewFunction(
  { views }: Analysis,
  { module }: Frame,
  expression: Expression,
): readonly string[] | undefined {
  const call = unwrap(expression);
  if (!views || call.type !== 'CallExpression') return undefined;
  return views.get(placeKey(module.record, call.span));
}

/** Records that the framework calls a view with unknown arguments. */
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
    for (const name of names) {
      valueFor(viewNames, token, () => new Set<string>()).add(name);
    }
  });
}
