// The captures of a route in the order of its view's parameters, so that views bind by name even when minified.
import { captureNames } from '../../runtime/contract/paths.js';
import type { DeclarationTarget } from './facts.js';

/**
 * The names of a view's parameters up to the last one that takes a capture of `path`. One in between that takes none
 * (an optional one, for another route of the view) keeps its place and receives `undefined`.
 */
export function viewParameters({ parameters }: DeclarationTarget, path: string): readonly string[] {
  const captures = captureNames(path);
  const names = parameters.map(({ name }) => name ?? '');
  const last = names.findLastIndex((name) => captures.includes(name));
  return names.slice(0, last + 1);
}
