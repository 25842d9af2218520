// The captures of a route in the order of its view's parameters, so that views bind by name even when minified.
import type { DeclarationTarget } from '../declarations/app-facts.js';
import { routeCaptures } from './route-path.js';

/**
 * The names of a view's parameters up to the last one that takes a capture of `path`. One in between that takes none
 * (an optional one, for another route of the view) keeps its place and receives `undefined`.
 */
export function viewParameters(target: DeclarationTarget, path: string): readonly string[] {
  const { parameters, isWrapped } = target;
  const captures = routeCaptures(path);
  if (isWrapped) return captures;
  const names = parameters.map(({ name }) => name ?? '');
  const last = names.findLastIndex((name) => captures.includes(name));
  return names.slice(0, last + 1);
}
