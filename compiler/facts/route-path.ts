// The path of a route, taken apart once although several rules, the manifest and the binder ask for it.
import { parsePath, type ParsedPath } from '../../runtime/contract/paths.js';

type RoutePath = ParsedPath & { readonly captures: readonly string[] };

const PARSED = new Map<string, RoutePath>();

/** More paths than any application has; a process that runs for days does not keep them all. */
const MOST_PATHS = 10_000;

/** {@link parsePath}, remembered. */
export function parseRoutePath(path: string): RoutePath {
  const known = PARSED.get(path);
  if (known) return known;
  if (PARSED.size >= MOST_PATHS) PARSED.clear();
  const parsed = parsePath(path);
  const captures: string[] = [];
  for (const segment of parsed.segments) {
    if (segment.kind === 'capture') captures.push(segment.name);
  }
  const route = { ...parsed, captures };
  PARSED.set(path, route);
  return route;
}

/** The capture names of a valid route path, in the order they stand in it. */
export function routeCaptures(path: string): readonly string[] {
  return parseRoutePath(path).captures;
}
