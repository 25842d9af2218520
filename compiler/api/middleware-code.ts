// Finds the code of the middleware around a view: the functions that are passed to the calls that make the middleware.
import { traceExpression } from '../facts/entity.js';
import { middlewareMaker } from '../facts/middleware-calls.js';
import type { LoadedModule } from '../facts/module-graph.js';
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { Listed } from '../kinds/middleware/middleware.js';
import type { Analysis } from '../policy/analysis/analysis.js';
import { callsOfModules, type CallSite } from '../policy/analysis/calls/layers.js';
import { callsOf } from '../policy/analysis/calls/call-graph.js';
import type { FunctionToken } from '../policy/analysis/values/token.js';
import { calleeOf, functionOf } from '../syntax/expressions.js';
import type { CallExpression, Expression, Span } from '../syntax/tree.js';
import { isOwnCode, walk } from '../syntax/tree-walk.js';
import type { CodeReading } from './caught-code.js';
import { isWithin } from './caught-code.js';

/** Finds the functions of one item of a list of middleware. */
export type LayerFinder = (layer: Listed) => readonly FunctionToken[];

export function createLayerFinder(analysis: Analysis): LayerFinder {
  const { program, functions } = analysis;
  let known: ReadonlyMap<string, CallSite> | undefined;
  const callAt = ({ file, start }: SourceSpan): CallSite | undefined => {
    known ??= callsOfModules(analysis);
    return known.get(`${file}:${String(start)}`);
  };
  const functionsOf = (module: LoadedModule, expression: Expression): readonly FunctionToken[] => {
    const own = functionOf(expression);
    const entity = own ? undefined : traceExpression(program, module, expression);
    const node = own ?? (entity?.kind === 'function' ? entity.node : undefined);
    const token = node && functions.get(node);
    return token ? [token] : [];
  };
  const givenTo = ({ module, call }: CallSite): readonly FunctionToken[] =>
    call.arguments.flatMap(({ expression }) => functionsOf(module, expression));
  /** The functions of the middleware that a function of the project makes, with all functions that it calls. */
  const madeBy = ({ module, call }: CallSite): readonly FunctionToken[] => {
    const callee = calleeOf(call);
    const makers = new Set(callee && functionsOf(module, callee));
    if (makers.size === 0) return [];
    const calls = callsOf(analysis);
    for (const token of makers) for (const next of calls.get(token) ?? []) makers.add(next);
    const inside = [...(known?.values() ?? [])].filter((found) =>
      [...makers].some((maker) => maker.module === found.module && isIn(maker, found.call.span)),
    );
    return inside
      .filter((found) => middlewareMaker(program, found.module, found.call) !== undefined)
      .flatMap(givenTo);
  };
  return ({ origin, at }) => {
    const found = callAt(origin ?? at);
    if (!found) return [];
    return origin ? givenTo(found) : madeBy(found);
  };
}

function isIn({ callable }: FunctionToken, { start, end }: Span): boolean {
  return callable.span.start <= start && end <= callable.span.end;
}

/** Whether a middleware catches every error of the view: each of its `next()` calls is where errors are caught. */
export function catchesAll({ callable }: FunctionToken, code: CodeReading): boolean {
  const [, parameter] = callable.parameters;
  const pattern = parameter?.type === 'Parameter' ? parameter.pat : parameter;
  if (pattern?.type !== 'Identifier' || code.caught.length === 0) return false;
  const places: number[] = [];
  walk(callable.body, (node) => {
    if (isOwnCode(node)) return false;
    if (node.type === 'CallExpression') {
      const call = node as unknown as CallExpression; // because of its type
      const callee = calleeOf(call);
      if (callee?.type === 'Identifier' && callee.value === pattern.value)
        places.push(call.span.start);
    }
    return true;
  });
  return (
    places.length > 0 &&
    places.every((place) => isWithin(code.caught, place) && isWithin(code.awaited, place))
  );
}
